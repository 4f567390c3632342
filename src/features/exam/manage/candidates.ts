import type { AudienceWords } from '../../../kit/audience/audience.logic.ts'

/** Who may see an exam sits it. */
export const candidatesWords: AudienceWords = {
  title: 'exam.candidates_title',
  saved: 'exam.candidates_saved',
  stale: 'exam.candidates_stale',
  note: 'exam.candidates_keys',
}
