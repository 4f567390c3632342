import { firstPage, type Views } from '../../kit/views.tsx'

const imageForm = () => import('./ImageForm.tsx')
const messages = ['image', 'device', 'upload', 'kit'] as const

export const imageViews = {
  'image-manage': { load: () => import('./ImageManage.tsx'), messages, first: firstPage('/images') },
  'image-quick-create': { load: () => import('./QuickCreate.tsx'), messages },
  'image-create': { load: imageForm, messages },
  'image-edit': { load: imageForm, messages },
  'image-connect': {
    load: () => import('./connect/ImageConnect.tsx'),
    messages: ['image', 'device', 'upload', 'scene', 'console', 'kit'],
  },
  'image-auth': { load: () => import('./ImageAuth.tsx'), messages },
} satisfies Views
