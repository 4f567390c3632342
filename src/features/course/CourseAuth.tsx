import { course } from '../../contract/course/course.ts'
import { href } from '../../contract/screens/index.ts'
import { audiencePage } from '../../kit/audience/audiencePage.tsx'
import { authoriseWords } from './words.ts'

export default audiencePage(course, () => href('course-manage'), authoriseWords)
