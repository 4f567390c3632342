/** Parts of the page stand in its address, so that a reload, the way back and a link come to the same place. */
import { href } from '../../../contract/screens/index.ts'

export const practiceTabs = ['homework', 'questions', 'sets', 'score'] as const
type PracticeTab = (typeof practiceTabs)[number]

export interface PracticePlace {
  tab?: PracticeTab
  /** A homework. */
  section?: string
  /** A question of it that is marked. */
  item?: string
  /** A hand-in. */
  hand_in?: string
  /** Learners of this class alone. */
  class_id?: string
}
export const practiceAt = (course_id: string, at: PracticePlace): string =>
  href('course-practice', { course_id }, { ...at })
