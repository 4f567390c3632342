export const personalViews = {
  personal: { load: () => import('./Personal.tsx'), messages: ['personal', 'notice', 'message'] },
} as const
