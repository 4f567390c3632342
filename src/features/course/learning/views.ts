import type { Views } from '../../../kit/views.tsx'

const words = ['learn', 'homework', 'course', 'bank', 'kit', 'notice'] as const
const lesson = [...words, 'lab', 'scene', 'console', 'paper', 'exam', 'upload', 'classroom', 'package'] as const
const exercise = [...lesson, 'marking'] as const

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
