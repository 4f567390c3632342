import { CoursePage } from './CoursePage.tsx'
import { catalogueCourses } from './places.ts'

export default function CourseDetail() {
  return <CoursePage place={catalogueCourses} />
}
