import { firstPage, type Views } from '../../../kit/views.tsx'

export const teamViews = {
  'system-team': { load: () => import('./Teams.tsx'), messages: ['team', 'kit'], first: firstPage('/teams') },
} satisfies Views
