import type { Views } from '../../../kit/views.tsx'

export const menuViews = {
  'menu-config': { load: () => import('./MenuConfig.tsx'), messages: ['menu', 'kit'] },
} satisfies Views
