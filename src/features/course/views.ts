import { firstPage, type Views } from '../../kit/views.tsx'

const messages = ['course', 'bank', 'upload', 'kit'] as const
const form = () => import('./CourseForm.tsx')

export const courseViews = {
  'course-manage': {
    load: () => import('./CourseManage.tsx'),
    messages: [...messages, 'certificate', 'import'],
    first: firstPage('/courses'),
  },
  'course-add': { load: form, messages },
  'course-edit': { load: form, messages },
  'course-auth': { load: () => import('./CourseAuth.tsx'), messages },
  'course-visibility': { load: () => import('./CourseVisibility.tsx'), messages },
  'aspect-manage': { load: () => import('./Directions.tsx'), messages },
  'lesson-manage': {
    load: () => import('./outline/LessonManage.tsx'),
    messages: ['course', 'learn', 'homework', 'lab', 'package', 'import', 'paper', 'bank', 'upload', 'kit'],
  },
  'course-report': {
    load: () => import('./report/CourseReport.tsx'),
    messages: [...messages, 'learn', 'lab', 'scene'],
    first: firstPage('/course-reports'),
  },
  'course-monitor': {
    load: () => import('./monitor/CourseMonitor.tsx'),
    messages: [...messages, 'learn', 'lab', 'scene'],
  },
  'course-practice': {
    load: () => import('./practice/CoursePractice.tsx'),
    messages: ['course', 'homework', 'learn', 'lab', 'marking', 'exam', 'paper', 'bank', 'kit'],
  },
} satisfies Views
