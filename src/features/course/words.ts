import type { AudienceWords } from '../../kit/audience/audience.logic.ts'

/** Taking a course is given; who finds it in the catalogue is another question. */
export const authoriseWords: AudienceWords = {
  label: 'course.authorise_act',
  title: 'course.authorise_title',
  saved: 'course.authorise_saved',
  stale: 'kit.audience.stale',
  note: 'course.authorise_note',
}
