/** Courses stand in two places: in the catalogue, and among one's own. The pages are the same, their addresses are not. */
import { href } from '../../../contract/screens/index.ts'

export interface LearningPlace {
  list: { to: string; label: 'learn.to_catalogue' | 'learn.to_mine' }
  course: (id: string, query?: Record<string, string>) => string
  lesson: (course: string, lesson: string, query?: Record<string, string>) => string
  exercise: (course: string, lesson: string, section: string, query?: Record<string, string>) => string
  lessonScreen: 'lesson' | 'my-lesson'
}
export const catalogueCourses: LearningPlace = {
  list: { to: href('all-course'), label: 'learn.to_catalogue' },
  course: (resource_id, query) => href('course-detail', { resource_id }, query),
  lesson: (resource_id, lesson_id, query) => href('lesson', { resource_id, lesson_id }, query),
  exercise: (resource_id, lesson_id, exercise_id, query) =>
    href('lesson-exercise', { resource_id, lesson_id, exercise_id }, query),
  lessonScreen: 'lesson',
}
export const ownCourses: LearningPlace = {
  list: { to: href('my-profession'), label: 'learn.to_mine' },
  course: (resource_id, query) => href('my-course-detail', { resource_id }, query),
  lesson: (resource_id, lesson_id, query) => href('my-lesson', { resource_id, lesson_id }, query),
  exercise: (resource_id, lesson_id, exercise_id, query) =>
    href('homework-exercise', { resource_id, lesson_id, exercise_id }, query),
  lessonScreen: 'my-lesson',
}
