import type { Views } from '../../kit/views.tsx'

export const sceneViews = {
  'instance-monitoring': { load: () => import('./InstanceMonitoring.tsx'), messages: ['scene', 'kit'] },
  'scene-monitor-detail': { load: () => import('./detail/SceneDetail.tsx'), messages: ['scene', 'kit'] },
  'instance-manage': { load: () => import('./InstanceManage.tsx'), messages: ['scene', 'kit'] },
  'course-scene-console': { load: () => import('./SceneConsole.tsx'), messages: ['console', 'scene', 'kit'] },
} satisfies Views
