export const personalViews = {
  personal: {
    load: () => import('./Personal.tsx'),
    messages: [
      'personal',
      'notice',
      'message',
      'exam',
      'contest',
      'entry',
      'arena',
      'bank',
      'keep',
      'kit',
      'practice',
      'learn',
      'homework',
      'record',
      'learner',
      'classroom',
      'certificate',
    ],
  },
} as const
