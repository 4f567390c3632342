import { catalogueCourses } from '../places.ts'
import { LessonPage } from './LessonPage.tsx'

export default function Lesson() {
  return <LessonPage place={catalogueCourses} />
}
