import type { Views } from '../../../kit/views.tsx'

export const configViews = {
  'system-config': {
    load: () => import('./Config.tsx'),
    messages: ['config', 'backup', 'audit', 'import', 'kit', 'scene'],
  },
  'deploy-await': { load: () => import('../deploy/DeployAwait.tsx'), messages: ['config', 'kit'] },
} satisfies Views
