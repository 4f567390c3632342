export const personalViews = {
  personal: { load: () => import('./Personal.tsx'), messages: ['personal', 'notice', 'message', 'kit'] },
} as const
