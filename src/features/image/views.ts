import type { Views } from '../../kit/views.tsx'

export const imageViews = {
  'image-manage': { load: () => import('./ImageManage.tsx'), messages: ['image', 'kit'] },
} satisfies Views
