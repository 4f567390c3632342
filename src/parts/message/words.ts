import type { Message } from '../../contract/notice/routes.ts'
import { format, type MessageKey, t } from '../../i18n/index.ts'
import type { IconName } from '../../ui/icon/Icon.tsx'

/** Values that are instants, by their names. */
const instants = ['at', 'was'] as const
/** A message in the reader's language, and its instants in their zone. */
export const messageText = (m: Pick<Message, 'kind' | 'params'>): string => {
  const said = { ...m.params }
  for (const name of instants) if (typeof said[name] === 'string') said[name] = format.dateTime(said[name])
  return t(`message.${m.kind}` satisfies MessageKey, said)
}

const icons: Record<Message['kind'], IconName> = {
  account_approved: 'check',
  applications_full: 'users',
  role_changed: 'key',
  team_added: 'users',
  import_ready: 'import',
  import_applied: 'check',
  import_failed: 'bad',
  reply: 'user',
  letter_answered: 'shield',
  letter: 'user',
  question_reported: 'flag-mark',
  report_fixed: 'check',
  report_declined: 'info',
  content_given: 'swap',
  exam_set: 'calendar',
  exam_moved: 'calendar',
  exam_called_off: 'calendar',
  exam_soon: 'clock',
  exam_published: 'trophy',
  exam_marker: 'check',
  exam_undecided: 'flag-mark',
  objection_made: 'flag-mark',
  objection_answered: 'info',
  objection_kept: 'info',
  objection_moved: 'check',
  course_asked: 'users',
  course_opened: 'check',
  course_refused: 'info',
  course_completed: 'trophy',
  lab_ended: 'info',
  class_joined: 'users',
  class_soon: 'clock',
  class_soon_in: 'clock',
  class_moved: 'calendar',
  class_cancelled: 'calendar',
  class_restored: 'calendar',
  class_message: 'bell',
  report_returned: 'undo',
  report_marked: 'check',
  report_reopened: 'edit',
  certificate_issued: 'trophy',
  certificate_revoked: 'bad',
  contest_certificate_issued: 'trophy',
  contest_certificate_revoked: 'bad',
  homework_marked: 'check',
  homework_returned: 'undo',
  homework_reopened: 'edit',
  homework_soon: 'clock',
  work_soon: 'clock',
}
export const messageIcon = (m: Pick<Message, 'kind'>): IconName => icons[m.kind]
