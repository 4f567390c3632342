import type { LearnLesson } from '../../../../contract/course/learn.schema.ts'

export type LessonSection = LearnLesson['sections'][number]
export type ShownQuiz = Extract<LessonSection['content'], { kind: 'quiz' }>
/** A section that is read, as its page has it. */
export interface ReadSection {
  course: string
  section: LessonSection
  kind: 'text' | 'slides'
  text: string
  /** Where its reader was last. */
  start: number
  preview: boolean
  onPlace: (to: number) => void
  /** It was written anew meanwhile. */
  onStale: () => void
}
/** Milliseconds for which the end of a section is in sight before it counts as read. */
export const dwell = 1500
