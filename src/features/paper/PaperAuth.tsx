import { paper } from '../../contract/bank/banks.ts'
import { href } from '../../contract/screens/index.ts'
import { audiencePage } from '../../kit/audience/audiencePage.tsx'

export default audiencePage(paper, () => href('paper-bank'))
