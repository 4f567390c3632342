import type { Views } from '../../kit/views.tsx'

const toolForm = () => import('./ToolForm.tsx')

export const libraryViews = {
  'tool-magazine': { load: () => import('./ToolMagazine.tsx'), messages: 'library' },
  'tool-detail': { load: () => import('./ToolDetail.tsx'), messages: 'library' },
  'ghdb-library': { load: () => import('./GhdbLibrary.tsx'), messages: 'library' },
  'ghdb-detail': { load: () => import('./GhdbDetail.tsx'), messages: 'library' },
  'tool-manage': { load: () => import('./ToolManage.tsx'), messages: 'library' },
  'tool-add': { load: toolForm, messages: 'library' },
  'tool-edit': { load: toolForm, messages: 'library' },
  'tool-category': { load: () => import('./ToolCategories.tsx'), messages: 'library' },
} satisfies Views
