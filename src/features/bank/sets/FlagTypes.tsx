import { flagSet } from '../../../contract/bank/banks.ts'
import { setPage } from './SetTree.tsx'

export default setPage(flagSet, 'flags-solve-type')
