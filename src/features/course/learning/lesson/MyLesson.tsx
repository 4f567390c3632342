import { ownCourses } from '../places.ts'
import { LessonPage } from './LessonPage.tsx'

export default function MyLesson() {
  return <LessonPage place={ownCourses} />
}
