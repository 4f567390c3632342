import { lazy } from 'react'
import { flagChallenge, flagSet } from '../../../contract/bank/banks.ts'
import { setPage } from '../../../parts/question-sets/SetTree.tsx'

export default setPage(
  flagSet,
  'flags-solve-type',
  lazy(async () => ({ default: (await import('./SetAudience.tsx')).setAudience(flagChallenge) })),
)
