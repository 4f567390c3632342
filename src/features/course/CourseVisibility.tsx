import { course } from '../../contract/course/course.ts'
import { href } from '../../contract/screens/index.ts'
import { settingPage } from '../../kit/setting/settingPage.tsx'
import { visibilitySetting } from './visibility.tsx'

export default settingPage(course, visibilitySetting, 'screen.course-visibility', () => href('course-manage'))
