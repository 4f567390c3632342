export default {
  'message.applications_full':
    '{n} applications are waiting for review, the most allowed. Nobody else can register until some are reviewed.',
  'message.account_approved': 'Your registration was approved. Welcome.',
  'message.role_changed': 'Your role is now “{role}”.',
  'message.team_added': 'You are now a member of the team “{team}”.',
  'message.import_ready':
    '“{name}” was read: {rows, plural, =0 {there is nothing new in it.} one {# entry is waiting for your decision.} other {# entries are waiting for your decision.}}',
  'message.import_applied':
    '“{name}” was imported. Added: {created, number}.{overwritten, plural, =0 {} other { Overwritten: #.}}',
  'message.import_failed': '“{name}” could not be imported.',
  'message.reply': '{by} answered you: {text}',
  'message.letter_answered': 'The administrators answered you: {text}',
  'message.letter': '{by} wrote to the administrators: {text}',
  'message.question_reported': '{by} reported “{title}”: {text}',
  'message.report_fixed': 'What you reported about “{title}” was fixed. {text}',
  'message.report_declined': 'Your report about “{title}” was reviewed; nothing was changed. {text}',
  'message.content_given':
    '{n, plural, one {{by} handed “{name}” over to you: it is yours now.} other {{by} handed # entries over to you, “{name}” among them: they are yours now.}}',
  'message.exam_set': '“{exam}” has been set for you.',
  'message.exam_moved': '“{exam}” has a new time.',
  'message.exam_called_off': '“{exam}” was called off.',
  'message.exam_published': 'The results of “{exam}” are out.',
  'message.exam_marker': 'You are now a marker of “{exam}”.',
  'message.exam_undecided':
    'An answer in “{exam}” waits for you to decide: its markers differ, and no other marker is left.',
  'message.objection_made': 'A candidate objected to points in “{exam}” and is waiting for an answer.',
  'message.objection_answered': 'Your objection in “{exam}” was answered.',
  'message.objection_kept':
    'Your objection in “{exam}” was answered: question {n} keeps its {points, plural, one {# point} other {# points}}.',
  'message.objection_moved':
    'Your objection in “{exam}” was answered: question {n} now has {after, plural, one {# point} other {# points}} instead of {before}.{grade, select, hidden {} same { Your grade stays the same.} other { Your grade is now {grade}.}}',

  'bell.exam_on': '“{name}” is under way.',
  'bell.exam_left': '{left} left',
  'bell.exam_paused': 'The clock is stopped.',
  'bell.exam_back': 'Back to the exam',
  'bell.exam_said': 'Invigilator: {text}',
  'bell.exam_extra': 'You have {n, plural, one {# extra minute} other {# extra minutes}} in all.',
  'bell.label': 'Messages and announcements',
  'bell.unread':
    '{n, plural, =0 {Messages and announcements, none unread} one {Messages and announcements, # unread} other {Messages and announcements, # unread}}',
  'bell.announcements': 'Announcements',
  'bell.messages': 'Messages',
  'bell.none': 'Nothing new',
  'bell.none_text': 'What concerns you appears here at once.',
  'bell.all_read': 'Mark all as read',
  'bell.see_announcements': 'All announcements',
  'bell.see_messages': 'All messages',
  'bell.new': 'New',
  'message.report_returned': 'Your report on “{lab}” in the course “{course}” came back with a comment.',
  'message.report_marked': 'Your report on “{lab}” in the course “{course}” is marked.',
  'message.report_reopened': 'Your report on “{lab}” in the course “{course}” was opened again.',
  'message.course_completed': 'You have completed the course “{course}”.',
} as const
