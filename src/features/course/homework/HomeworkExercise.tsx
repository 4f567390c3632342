import { ownCourses } from '../learning/places.ts'
import { HomeworkPage } from './HomeworkPage.tsx'

export default function HomeworkExercise() {
  return <HomeworkPage place={ownCourses} />
}
