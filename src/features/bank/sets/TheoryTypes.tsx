import { theorySet } from '../../../contract/bank/banks.ts'
import { setPage } from '../../../parts/question-sets/SetTree.tsx'

export default setPage(theorySet, 'theory-type')
