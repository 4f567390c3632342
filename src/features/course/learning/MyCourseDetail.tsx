import { CoursePage } from './CoursePage.tsx'
import { ownCourses } from './places.ts'

export default function MyCourseDetail() {
  return <CoursePage place={ownCourses} />
}
