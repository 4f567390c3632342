import { firstPage, type Views } from '../../kit/views.tsx'

const examForm = () => import('./manage/ExamForm.tsx')
const words = ['exam', 'kit'] as const
const marking = ['exam', 'marking', 'bank', 'scene', 'kit'] as const
const result = ['exam', 'result', 'bank', 'kit'] as const
const sheet = ['exam', 'bank', 'scene', 'upload', 'kit'] as const

export const examViews = {
  'exam-list': { load: () => import('./ExamList.tsx'), messages: words },
  'exam-guide': { load: () => import('./ExamGuide.tsx'), messages: words },
  'exam-session': { load: () => import('./session/ExamSession.tsx'), messages: [...sheet, 'console'] },
  'exam-review': { load: () => import('./review/ExamReview.tsx'), messages: sheet },
  'exam-score-analysis': { load: () => import('./results/ExamAnalysis.tsx'), messages: result },
  'exam-manage': {
    load: () => import('./manage/ExamManage.tsx'),
    messages: ['exam', 'watch', 'scene', 'kit'],
    first: firstPage('/exams'),
  },
  'exam-score-print': { load: () => import('./print/ScorePrint.tsx'), messages: result },
  'exam-add': { load: examForm, messages: words },
  'exam-scoring': { load: () => import('./marking/ExamScoring.tsx'), messages: marking },
  'exam-score-person': { load: () => import('./marking/ScorePerson.tsx'), messages: marking },
  'exam-rapid-marking': { load: () => import('./marking/rapid/RapidMarking.tsx'), messages: marking },
  'exam-edit': { load: examForm, messages: words },
} satisfies Views
