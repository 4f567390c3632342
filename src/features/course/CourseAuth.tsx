import { course } from '../../contract/course/course.ts'
import { href } from '../../contract/screens/index.ts'
import { settingPage } from '../../kit/setting/settingPage.tsx'
import { authoriseSetting } from './authorise.tsx'

export default settingPage(course, authoriseSetting, 'kit.action.audience', () => href('course-manage'))
