import type { Views } from '../../kit/views.tsx'

const examForm = () => import('./manage/ExamForm.tsx')
const words = ['exam', 'kit'] as const
const sheet = ['exam', 'bank', 'scene', 'kit'] as const

export const examViews = {
  'exam-list': { load: () => import('./ExamList.tsx'), messages: words },
  'exam-guide': { load: () => import('./ExamGuide.tsx'), messages: words },
  'exam-session': { load: () => import('./session/ExamSession.tsx'), messages: sheet },
  'exam-review': { load: () => import('./ExamReview.tsx'), messages: sheet },
  'exam-manage': { load: () => import('./manage/ExamManage.tsx'), messages: words },
  'exam-add': { load: examForm, messages: words },
  'exam-edit': { load: examForm, messages: words },
} satisfies Views
