import { firstPage, type Views } from '../../kit/views.tsx'

const contestForm = () => import('./manage/ContestForm.tsx')

export const contestViews = {
  'flag-contest': { load: () => import('./ContestCards.tsx'), messages: ['contest', 'kit'] },
  'flag-contest-play': {
    load: () => import('./play/ContestPlay.tsx'),
    messages: ['contest', 'bank', 'scene', 'console', 'kit'],
  },
  'flag-manage': {
    load: () => import('./manage/ContestManage.tsx'),
    messages: ['contest', 'kit'],
    first: firstPage('/flag-contests'),
  },
  'flag-add': { load: contestForm, messages: ['contest', 'paper', 'bank', 'kit'] },
  'flag-edit': { load: contestForm, messages: ['contest', 'paper', 'bank', 'kit'] },
  'flag-detail': {
    load: () => import('./run/ContestRun.tsx'),
    messages: ['contest', 'contestDisplay', 'certificate', 'kit'],
  },
  'flag-display': { load: () => import('./display/FlagDisplay.tsx'), messages: ['contest', 'contestDisplay', 'kit'] },
} satisfies Views
