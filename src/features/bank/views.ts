import { firstPage, type Views } from '../../kit/views.tsx'

const messages = ['bank', 'upload', 'kit'] as const
const withDesk = ['bank', 'keep', 'import', 'upload', 'kit'] as const
const theoryForm = () => import('./editor/TheoryForm.tsx')
const exerciseForm = () => import('./editor/ExerciseForm.tsx')
const flagForm = () => import('./editor/FlagForm.tsx')

export const bankViews = {
  'theory-bank': { load: () => import('./TheoryBank.tsx'), messages: withDesk, first: firstPage('/theory-questions') },
  'theory-add': { load: theoryForm, messages },
  'theory-edit': { load: theoryForm, messages },
  'theory-auth': { load: () => import('./TheoryAuth.tsx'), messages },
  'theory-type': { load: () => import('./sets/TheoryTypes.tsx'), messages },
  'exercise-bank': { load: () => import('./ExerciseBank.tsx'), messages: withDesk, first: firstPage('/exercises') },
  'exercise-add': { load: exerciseForm, messages },
  'exercise-edit': { load: exerciseForm, messages },
  'exercise-auth': { load: () => import('./ExerciseAuth.tsx'), messages },
  'exercise-type': { load: () => import('./sets/ExerciseTypes.tsx'), messages },
  'flags-solve': { load: () => import('./FlagBank.tsx'), messages: withDesk, first: firstPage('/flag-challenges') },
  'flags-solve-add': { load: flagForm, messages },
  'flags-solve-edit': { load: flagForm, messages },
  'flags-solve-auth': { load: () => import('./FlagAuth.tsx'), messages },
  'flags-solve-type': { load: () => import('./sets/FlagTypes.tsx'), messages },
} satisfies Views
