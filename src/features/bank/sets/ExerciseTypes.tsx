import { lazy } from 'react'
import { exercise, exerciseSet } from '../../../contract/bank/banks.ts'
import { setPage } from '../../../parts/question-sets/SetTree.tsx'

export default setPage(
  exerciseSet,
  'exercise-type',
  lazy(async () => ({ default: (await import('./SetAudience.tsx')).setAudience(exercise) })),
)
