/** All message keys, from the English dictionaries; one line each. */
interface Dictionaries {
  screen: typeof import('./en-US/screen.ts').default
  shell: typeof import('./en-US/shell.ts').default
  problem: typeof import('./en-US/problem.ts').default
  refusal: typeof import('./en-US/refusal.ts').default
  kit: typeof import('./en-US/kit.ts').default
  session: typeof import('./en-US/session.ts').default
  user: typeof import('./en-US/user.ts').default
  personal: typeof import('./en-US/personal.ts').default
  dashboard: typeof import('./en-US/dashboard.ts').default
  library: typeof import('./en-US/library.ts').default
  topology: typeof import('./en-US/topology.ts').default
  import: typeof import('./en-US/import.ts').default
  config: typeof import('./en-US/config.ts').default
  operation: typeof import('./en-US/operation.ts').default
  backup: typeof import('./en-US/backup.ts').default
  role: typeof import('./en-US/role.ts').default
  license: typeof import('./en-US/license.ts').default
  audit: typeof import('./en-US/audit.ts').default
  log: typeof import('./en-US/log.ts').default
  notice: typeof import('./en-US/notice.ts').default
  message: typeof import('./en-US/message.ts').default
  menu: typeof import('./en-US/menu.ts').default
  image: typeof import('./en-US/image.ts').default
  device: typeof import('./en-US/device.ts').default
  upload: typeof import('./en-US/upload.ts').default
  team: typeof import('./en-US/team.ts').default
  editor: typeof import('./en-US/editor.ts').default
  scene: typeof import('./en-US/scene.ts').default
  console: typeof import('./en-US/console.ts').default
  bank: typeof import('./en-US/bank.ts').default
  practice: typeof import('./en-US/practice.ts').default
  paper: typeof import('./en-US/paper.ts').default
  keep: typeof import('./en-US/keep.ts').default
  flag: typeof import('./en-US/flag.ts').default
  classroom: typeof import('./en-US/classroom.ts').default
  course: typeof import('./en-US/course.ts').default
  learn: typeof import('./en-US/learn.ts').default
  record: typeof import('./en-US/record.ts').default
  homework: typeof import('./en-US/homework.ts').default
  exam: typeof import('./en-US/exam.ts').default
  marking: typeof import('./en-US/marking.ts').default
  result: typeof import('./en-US/result.ts').default
  watch: typeof import('./en-US/watch.ts').default
}
export type MessageArea = keyof Dictionaries
export type MessageKey = { [A in MessageArea]: keyof Dictionaries[A] }[MessageArea]
