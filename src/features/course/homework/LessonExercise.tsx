import { catalogueCourses } from '../learning/places.ts'
import { HomeworkPage } from './HomeworkPage.tsx'

export default function LessonExercise() {
  return <HomeworkPage place={catalogueCourses} />
}
