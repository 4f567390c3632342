export default {
  'message.account_approved': 'Your registration was approved. Welcome.',
  'message.role_changed': 'Your role is now “{role}”.',
  'message.team_added': 'You are now a member of the team “{team}”.',
  'message.import_ready':
    '“{name}” was read: {rows, plural, =0 {there is nothing new in it.} one {# entry waits for your decision.} other {# entries wait for your decision.}}',
  'message.import_failed': '“{name}” could not be imported.',
  'message.reply': '{by} answered you: {text}',
  'message.letter_answered': 'The administrators answered you: {text}',
  'message.letter': '{by} wrote to the administrators: {text}',
  'message.question_reported': '{by} reported “{title}”: {text}',
  'message.report_fixed': 'What you reported about “{title}” was put right. {text}',
  'message.report_declined': 'Your report about “{title}” was looked at; nothing was changed. {text}',
  'message.content_given':
    '{n, plural, one {{by} handed “{name}” over to you: it is yours now.} other {{by} handed # entries over to you, “{name}” among them: they are yours now.}}',
  'message.exam_set': '“{exam}” has been set for you.',
  'message.exam_moved': '“{exam}” has a new time.',
  'message.exam_published': 'The results of “{exam}” are out.',

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
} as const
