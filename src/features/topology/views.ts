import type { Views } from '../../kit/views.tsx'

export const topologyViews = {
  'topology-manage': { load: () => import('./TopologyManage.tsx'), messages: ['topology', 'scene', 'kit'] },
  'topology-edit': { load: () => import('./editor/TopologyEdit.tsx'), messages: ['editor', 'scene', 'kit'] },
} satisfies Views
