import { image } from '../../contract/image/image.ts'
import { href } from '../../contract/screens/index.ts'
import { audiencePage } from '../../kit/audience/audiencePage.tsx'

export default audiencePage(image, () => href('image-manage'))
