import { lazy } from 'react'
import { exercise } from '../../../contract/bank/banks.ts'
import { setPage } from '../../../parts/sorting-tree/SetTree.tsx'
import { exerciseTree } from '../../../parts/sorting-tree/trees.ts'

export default setPage(
  exerciseTree,
  'exercise-type',
  lazy(async () => ({ default: (await import('./SetAudience.tsx')).setAudience(exercise) })),
)
