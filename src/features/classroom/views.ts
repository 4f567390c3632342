import { firstPage, type Views } from '../../kit/views.tsx'

const messages = ['classroom', 'course', 'learn', 'kit'] as const

export const classViews = {
  'classroom-manage': { load: () => import('./ClassroomManage.tsx'), messages, first: firstPage('/classes') },
  'classroom-monitor': { load: () => import('./monitor/ClassroomMonitor.tsx'), messages: [...messages, 'scene'] },
  'class-card-console': {
    load: () => import('./console/ClassCardConsole.tsx'),
    messages: [...messages, 'scene', 'console'],
  },
  'class-card': { load: () => import('./cards/ClassCards.tsx'), messages },
} satisfies Views
