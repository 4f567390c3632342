import { setPage } from '../../parts/sorting-tree/SetTree.tsx'
import { directionTree } from '../../parts/sorting-tree/trees.ts'

export default setPage(directionTree, 'aspect-manage')
