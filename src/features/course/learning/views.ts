import type { Views } from '../../../kit/views.tsx'

const words = ['learn', 'homework', 'course', 'bank', 'kit', 'notice'] as const
/** Words of kinds of sections come with the first of their kind. */
const lesson = ['learn', 'course', 'bank', 'kit'] as const
const exercise = [
  ...words,
  'lab',
  'scene',
  'console',
  'paper',
  'exam',
  'upload',
  'classroom',
  'package',
  'marking',
] as const

export const learningViews = {
  'all-course': { load: () => import('./AllCourses.tsx'), messages: words },
  'course-detail': { load: () => import('./CourseDetail.tsx'), messages: words },
  lesson: { load: () => import('./lesson/Lesson.tsx'), messages: lesson },
  'my-profession': { load: () => import('./MyProfession.tsx'), messages: [...words, 'learner'] },
  'my-course-detail': { load: () => import('./MyCourseDetail.tsx'), messages: words },
  'lesson-exercise': { load: () => import('../homework/LessonExercise.tsx'), messages: exercise },
  'homework-exercise': { load: () => import('../homework/HomeworkExercise.tsx'), messages: exercise },
  'my-lesson': { load: () => import('./lesson/MyLesson.tsx'), messages: lesson },
} satisfies Views
