import type { Views } from '../../../kit/views.tsx'

const words = ['flag', 'keep', 'bank', 'kit'] as const

export const flagPracticeViews = {
  'practice-capture-flag': { load: () => import('./FlagDesk.tsx'), messages: words },
  'capture-flag-list': { load: () => import('./ChallengeList.tsx'), messages: words },
  'practice-capture-flag-exercise': {
    load: () => import('./FlagExercise.tsx'),
    messages: ['flag', 'keep', 'notice', 'bank', 'scene', 'console', 'kit'],
  },
  'capture-flag-record': { load: () => import('./FlagRecord.tsx'), messages: words },
} satisfies Views
