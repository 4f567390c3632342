import { lazy } from 'react'
import { theoryQuestion, theorySet } from '../../../contract/bank/banks.ts'
import { setPage } from '../../../parts/question-sets/SetTree.tsx'

export default setPage(
  theorySet,
  'theory-type',
  lazy(async () => ({ default: (await import('./SetAudience.tsx')).setAudience(theoryQuestion) })),
)
