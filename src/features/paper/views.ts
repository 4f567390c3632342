import { firstPage, type Views } from '../../kit/views.tsx'

const messages = ['paper', 'bank', 'upload', 'kit'] as const
const form = () => import('./PaperForm.tsx')

export const paperViews = {
  'paper-bank': { load: () => import('./PaperBank.tsx'), messages, first: firstPage('/papers') },
  'paper-add': { load: form, messages },
  'paper-edit': { load: form, messages },
  'paper-auth': { load: () => import('./PaperAuth.tsx'), messages },
  'paper-type': { load: () => import('./PaperTypes.tsx'), messages },
} satisfies Views
