export const licenseViews = {
  'product-activation': { load: () => import('./ProductActivation.tsx'), messages: ['license', 'kit'] },
} as const
