import { exerciseSet } from '../../../contract/bank/banks.ts'
import { setPage } from '../../../parts/question-sets/SetTree.tsx'

export default setPage(exerciseSet, 'exercise-type')
