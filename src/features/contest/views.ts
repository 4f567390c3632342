import { firstPage, type Views } from '../../kit/views.tsx'

const arenaForm = () => import('./arena/ArenaForm.tsx')
const contestForm = () => import('./manage/ContestForm.tsx')

export const contestViews = {
  'flag-contest': { load: () => import('./ContestCards.tsx'), messages: ['contest', 'entry', 'kit'] },
  'flag-contest-play': {
    load: () => import('./play/ContestPlay.tsx'),
    messages: ['contest', 'entry', 'judging', 'bank', 'upload', 'scene', 'console', 'kit'],
  },
  'flag-manage': {
    load: () => import('./manage/ContestManage.tsx'),
    messages: ['contest', 'judging', 'kit'],
    first: firstPage('/flag-contests'),
  },
  'flag-add': { load: contestForm, messages: ['contest', 'paper', 'bank', 'kit'] },
  'flag-edit': { load: contestForm, messages: ['contest', 'paper', 'bank', 'kit'] },
  'flag-detail': {
    load: () => import('./run/ContestRun.tsx'),
    messages: ['contest', 'judging', 'contestDisplay', 'certificate', 'bank', 'kit'],
  },
  'flag-display': { load: () => import('./display/FlagDisplay.tsx'), messages: ['contest', 'contestDisplay', 'kit'] },
  'contest-team': {
    load: () => import('./teams/ContestTeams.tsx'),
    messages: ['contest', 'entry', 'judging', 'kit'],
    first: firstPage('/contest-entries'),
  },
  'contest-team-member': {
    load: () => import('./teams/ContestTeamMember.tsx'),
    messages: ['contest', 'entry', 'judging', 'kit'],
  },
  arena: { load: () => import('./arena/Arenas.tsx'), messages: ['contest', 'arena', 'kit'] },
  'arena-detail': {
    load: () => import('./arena/ArenaDetail.tsx'),
    messages: ['contest', 'entry', 'arena', 'judging', 'bank', 'upload', 'scene', 'console', 'kit'],
  },
  'arena-manage': {
    load: () => import('./arena/ArenaManage.tsx'),
    messages: ['contest', 'arena', 'kit'],
    first: firstPage('/arenas'),
  },
  'arena-add': { load: arenaForm, messages: ['contest', 'arena', 'paper', 'bank', 'exam', 'kit'] },
  'arena-edit': { load: arenaForm, messages: ['contest', 'arena', 'paper', 'bank', 'exam', 'kit'] },
} satisfies Views
