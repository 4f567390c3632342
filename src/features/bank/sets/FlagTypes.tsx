import { lazy } from 'react'
import { flagChallenge } from '../../../contract/bank/banks.ts'
import { setPage } from '../../../parts/sorting-tree/SetTree.tsx'
import { flagTree } from '../../../parts/sorting-tree/trees.ts'

export default setPage(
  flagTree,
  'flags-solve-type',
  lazy(async () => ({ default: (await import('./SetAudience.tsx')).setAudience(flagChallenge) })),
)
