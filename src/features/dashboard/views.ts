export const dashboardViews = {
  dashboard: {
    load: () => import('./Dashboard.tsx'),
    messages: ['dashboard', 'library', 'audit', 'exam'],
    first: ['/dashboard/work', '/dashboard/overview'],
  },
} as const
