import { lazy } from 'react'
import { theoryQuestion } from '../../../contract/bank/banks.ts'
import { setPage } from '../../../parts/sorting-tree/SetTree.tsx'
import { theoryTree } from '../../../parts/sorting-tree/trees.ts'

export default setPage(
  theoryTree,
  'theory-type',
  lazy(async () => ({ default: (await import('./SetAudience.tsx')).setAudience(theoryQuestion) })),
)
