import { theorySet } from '../../../contract/bank/banks.ts'
import { setPage } from './SetTree.tsx'

export default setPage(theorySet, 'theory-type')
