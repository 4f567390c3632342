import type { Views } from '../../kit/views.tsx'

export const topologyViews = {
  'topology-edit': { load: () => import('./editor/TopologyEdit.tsx'), messages: ['editor', 'kit'] },
} satisfies Views
