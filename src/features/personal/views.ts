export const personalViews = {
  personal: { load: () => import('./Personal.tsx'), messages: 'personal' },
} as const
