import type { Views } from '../../../kit/views.tsx'

export const logViews = {
  'audit-log': {
    load: () => import('./AuditLog.tsx'),
    messages: ['audit', 'kit', 'library', 'import', 'config', 'operation'],
    first: '/audit?page_size=20',
  },
  'system-log': { load: () => import('./SystemLog.tsx'), messages: ['log', 'kit'], first: '/system-log?page_size=20' },
} satisfies Views
