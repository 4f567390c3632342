import type en from '../en-US/message.ts'

export default {
  'message.account_approved': '您的注册已通过审核，欢迎加入。',
  'message.role_changed': '您的角色已变更为“{role}”。',
  'message.team_added': '您已加入团队“{team}”。',
  'message.import_ready': '“{name}”已读取，{rows, plural, =0 {没有新的内容。} other {# 条数据等待您确认。}}',
  'message.import_failed': '“{name}”无法导入。',
  'message.reply': '{by} 回复了您：{text}',
  'message.letter_answered': '管理员回复了您：{text}',
  'message.letter': '{by} 写信给管理员：{text}',
  'message.question_reported': '{by} 反馈了题目“{title}”的问题：{text}',
  'message.report_fixed': '您反馈的题目“{title}”已修正。{text}',
  'message.report_declined': '您对题目“{title}”的反馈已查看，题目未作修改。{text}',
  'message.content_given':
    '{n, plural, =1 {{by} 已将“{name}”移交给您，现在归您所有。} other {{by} 已将“{name}”等 # 项内容移交给您，现在归您所有。}}',
  'message.exam_set': '您有新的考试“{exam}”。',
  'message.exam_moved': '考试“{exam}”的时间有变动。',
  'message.exam_published': '“{exam}”的成绩已公布。',

  'bell.label': '消息与公告',
  'bell.unread': '{n, plural, =0 {消息与公告，没有未读} other {消息与公告，# 条未读}}',
  'bell.announcements': '公告',
  'bell.messages': '消息',
  'bell.none': '没有新内容',
  'bell.none_text': '与您有关的消息会第一时间出现在这里。',
  'bell.all_read': '全部标为已读',
  'bell.see_announcements': '全部公告',
  'bell.see_messages': '全部消息',
  'bell.new': '未读',
} as const satisfies Record<keyof typeof en, string>
