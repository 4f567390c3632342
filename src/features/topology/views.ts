import { firstPage, type Views } from '../../kit/views.tsx'

export const topologyViews = {
  'topology-manage': {
    load: () => import('./TopologyManage.tsx'),
    messages: ['topology', 'scene', 'kit'],
    first: firstPage('/topologies'),
  },
  'topology-edit': { load: () => import('./editor/TopologyEdit.tsx'), messages: ['editor', 'scene', 'kit'] },
} satisfies Views
