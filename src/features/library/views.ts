import { firstPage, type Views } from '../../kit/views.tsx'

const toolForm = () => import('./ToolForm.tsx')

export const libraryViews = {
  'tool-magazine': {
    load: () => import('./ToolMagazine.tsx'),
    messages: ['library', 'kit'],
    first: firstPage('/tools'),
  },
  'tool-detail': { load: () => import('./ToolDetail.tsx'), messages: ['library', 'kit'] },
  'ghdb-library': { load: () => import('./GhdbLibrary.tsx'), messages: ['library', 'kit'], first: firstPage('/dorks') },
  'ghdb-detail': { load: () => import('./GhdbDetail.tsx'), messages: ['library', 'kit'] },
  'tool-manage': { load: () => import('./ToolManage.tsx'), messages: ['library', 'kit'], first: firstPage('/tools') },
  'tool-add': { load: toolForm, messages: ['library', 'kit'] },
  'tool-edit': { load: toolForm, messages: ['library', 'kit'] },
  'tool-category': {
    load: () => import('./ToolCategories.tsx'),
    messages: ['library', 'kit'],
    first: firstPage('/tool-categories'),
  },
} satisfies Views
