import { firstPage, type Views } from '../../kit/views.tsx'

export const sceneViews = {
  'instance-monitoring': {
    load: () => import('./InstanceMonitoring.tsx'),
    messages: ['scene', 'kit'],
    first: firstPage('/scenes'),
  },
  'scene-monitor-detail': { load: () => import('./detail/SceneDetail.tsx'), messages: ['scene', 'console', 'kit'] },
  'instance-manage': {
    load: () => import('./InstanceManage.tsx'),
    messages: ['scene', 'kit'],
    first: firstPage('/instances'),
  },
  'instance-monitor-display': { load: () => import('./wall/Wall.tsx'), messages: ['scene', 'console', 'kit'] },
  'course-scene-console': { load: () => import('./SceneConsole.tsx'), messages: ['scene', 'console', 'kit'] },
  'scene-recording': { load: () => import('./recording/OwnRecordings.tsx'), messages: ['scene', 'kit'] },
  'scene-recording-admin': { load: () => import('./recording/AllRecordings.tsx'), messages: ['scene', 'kit'] },
} satisfies Views
