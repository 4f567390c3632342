import { firstPage, type Views } from '../../../kit/views.tsx'

export const alarmViews = {
  'system-alarm': {
    load: () => import('./SystemAlarm.tsx'),
    messages: ['operation', 'kit'],
    first: firstPage('/alarms'),
  },
  'system-business-service': { load: () => import('./BusinessServices.tsx'), messages: ['operation', 'kit'] },
} satisfies Views
