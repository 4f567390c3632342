import { paperSet } from '../../contract/bank/banks.ts'
import { setPage } from '../../parts/question-sets/SetTree.tsx'

export default setPage(paperSet, 'paper-type')
