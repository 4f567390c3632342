import type { Views } from '../../../kit/views.tsx'

const words = ['learn', 'homework', 'course', 'bank', 'kit', 'notice'] as const
/** Words of kinds of sections come with the first of their kind. */
const lesson = {
  messages: ['learn', 'course', 'bank', 'kit'],
  first: ['/learning/courses/:resource_id', '/learning/courses/:resource_id/lessons/:lesson_id?language=:language'],
  regardless: ['section', 'at'],
  soon: () => import('../../../ui/text/markdown.ts'),
} as const
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
  lesson: { load: () => import('./lesson/Lesson.tsx'), ...lesson },
  'my-profession': { load: () => import('./MyProfession.tsx'), messages: [...words, 'learner'] },
  'my-course-detail': { load: () => import('./MyCourseDetail.tsx'), messages: words },
  'lesson-exercise': { load: () => import('../homework/LessonExercise.tsx'), messages: exercise },
  'homework-exercise': { load: () => import('../homework/HomeworkExercise.tsx'), messages: exercise },
  'my-lesson': { load: () => import('./lesson/MyLesson.tsx'), ...lesson },
} satisfies Views
