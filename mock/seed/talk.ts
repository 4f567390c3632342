/** What the people of the demonstration say to each other, and what the platform told those whose accounts can be tried. */
import type { MessageKind, MessageLink, MessageParams } from '#src/contract/notice/message.ts'
import type { CommentState } from '#src/contract/notice/status.ts'

interface Words {
  /** User name. */
  by: string
  text: string
}
interface Comment extends Words {
  hours_ago: number
  state?: CommentState
  answers?: readonly Words[]
}

/** Comments on announcements, by their key. */
export const said: readonly (Comment & { on: string })[] = [
  {
    on: 'contest',
    by: 'student_demo',
    text: '请问可以跨班组队吗？还是只能个人参赛？',
    hours_ago: 70,
    answers: [
      { by: 'referee_demo', text: '本次只设个人赛，练习题可以一起讨论。' },
      { by: 'student_demo', text: '明白了，谢谢老师。' },
    ],
  },
  {
    on: 'contest',
    by: 'teacher_demo',
    text: 'Will the practice tasks stay open after the contest? I would like to use two of them in class.',
    hours_ago: 52,
    answers: [{ by: 'referee_demo', text: 'They stay open until the end of the term.' }],
  },
  {
    on: 'contest',
    by: 'student_demo',
    text: '练习环境的靶机启动有点慢，是正常的吗？',
    hours_ago: 3,
    state: 'to-review',
  },
  { on: 'maintenance', by: 'guest_demo', text: 'Are exports that run on Saturday evening kept?', hours_ago: 20 },
  {
    on: 'maintenance',
    by: 'teacher_demo',
    text: '周日上午的考试会受影响吗？',
    hours_ago: 30,
    answers: [{ by: 'admin_demo', text: '不会。维护若延迟，周六 23:30 前会再发公告。' }],
  },
  { on: 'welcome', by: 'guest_demo', text: '加微信领题库答案，速来！！', hours_ago: 200, state: 'hidden' },
  { on: 'welcome', by: 'student_demo', text: '界面很清爽，深色主题晚上看着舒服。', hours_ago: 240 },
  { on: 'class', by: 'student_demo', text: '三号机房的投影能提前开吗？', hours_ago: 26, state: 'to-review' },
]

/** Letters to the administrators. */
export const adminLetters: readonly Comment[] = [
  {
    by: 'student_demo',
    text: '我的姓名显示少了一个字，学生证上是“陈一帆舟”，可以帮忙改一下吗？',
    hours_ago: 44,
    answers: [{ by: 'keeper_demo', text: '已核对学籍，稍后更新，请重新登录查看。' }],
  },
  { by: 'teacher_demo', text: '希望给信安 2401 班增加两台靶机的配额，第 10 周实验要用。', hours_ago: 5 },
  { by: 'guest_demo', text: 'I was promised access to the course library. Who decides about that?', hours_ago: 12 },
]

interface Told {
  to: string
  kind: MessageKind
  params: MessageParams
  hours_ago: number
  read?: true
  link?: MessageLink
  /** An announcement it leads to. */
  on?: string
}
const desk: MessageLink = { screen: 'message-manage', query: { entity: 'letter' } }
const own: MessageLink = { screen: 'personal', query: { tab: 'messages' } }

export const demoMessages: readonly Told[] = [
  { to: 'student_demo', kind: 'account_approved', params: {}, hours_ago: 5000, read: true },
  {
    to: 'student_demo',
    kind: 'reply',
    params: { by: '吴静姝 @referee_demo', text: '本次只设个人赛，练习题可以一起讨论。' },
    hours_ago: 68,
    on: 'contest',
    read: true,
  },
  {
    to: 'student_demo',
    kind: 'letter_answered',
    params: { text: '已核对学籍，稍后更新，请重新登录查看。' },
    hours_ago: 42,
    link: own,
  },
  {
    to: 'teacher_demo',
    kind: 'reply',
    params: { by: '吴静姝 @referee_demo', text: 'They stay open until the end of the term.' },
    hours_ago: 50,
    on: 'contest',
  },
  {
    to: 'teacher_demo',
    kind: 'reply',
    params: { by: 'Grace Holloway @admin_demo', text: '不会。维护若延迟，周六 23:30 前会再发公告。' },
    hours_ago: 28,
    on: 'maintenance',
    read: true,
  },
  ...['super_demo', 'admin_demo', 'keeper_demo'].flatMap((to): Told[] => [
    {
      to,
      kind: 'letter',
      params: { by: '林知远 @teacher_demo', text: '希望给信安 2401 班增加两台靶机的配额，第 10 周实验要用。' },
      hours_ago: 5,
      link: desk,
    },
    {
      to,
      kind: 'letter',
      params: {
        by: 'Oliver Marsh @guest_demo',
        text: 'I was promised access to the course library. Who decides about that?',
      },
      hours_ago: 12,
      link: desk,
    },
  ]),
  { to: 'guest_demo', kind: 'role_changed', params: { role: '普通用户 Normal user' }, hours_ago: 900, read: true },
]
