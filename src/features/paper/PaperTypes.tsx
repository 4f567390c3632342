import { setPage } from '../../parts/sorting-tree/SetTree.tsx'
import { paperTree } from '../../parts/sorting-tree/trees.ts'

export default setPage(paperTree, 'paper-type')
