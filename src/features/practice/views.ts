import type { Views } from '../../kit/views.tsx'

const words = ['practice', 'kit'] as const
const asked = ['practice', 'bank', 'exam', 'scene', 'console', 'keep', 'notice', 'upload', 'kit'] as const

export const practiceViews = {
  practice: { load: () => import('./Practice.tsx'), messages: words },
  'rationale-list': { load: () => import('./RationaleList.tsx'), messages: words },
  'practice-exercise': { load: () => import('./exercise/PracticeExercise.tsx'), messages: asked },
  'collected-exercise': { load: () => import('./exercise/CollectedExercise.tsx'), messages: asked },
  'volume-detail': { load: () => import('./volume/VolumeDetail.tsx'), messages: words },
  'volume-exam': { load: () => import('./volume/VolumeExam.tsx'), messages: asked },
  'practice-record': { load: () => import('./record/PracticeRecord.tsx'), messages: words },
  'volume-group-record': { load: () => import('./record/VolumeGroupRecord.tsx'), messages: asked },
} satisfies Views
