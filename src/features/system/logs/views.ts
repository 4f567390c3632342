import type { Views } from '../../../kit/views.tsx'

export const logViews = {
  'audit-log': {
    load: () => import('./AuditLog.tsx'),
    messages: ['audit', 'kit', 'library', 'import', 'config', 'operation'],
  },
  'system-log': { load: () => import('./SystemLog.tsx'), messages: ['log', 'kit'] },
} satisfies Views
