export const dashboardViews = {
  dashboard: { load: () => import('./Dashboard.tsx'), messages: ['dashboard', 'library'] },
} as const
