import { exerciseSet } from '../../../contract/bank/banks.ts'
import { setPage } from './SetTree.tsx'

export default setPage(exerciseSet, 'exercise-type')
