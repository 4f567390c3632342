/** All message keys, from the English dictionaries; one line per area. */
type Messages = typeof import('./en-US/screen.ts').default &
  typeof import('./en-US/shell.ts').default &
  typeof import('./en-US/problem.ts').default &
  typeof import('./en-US/refusal.ts').default &
  typeof import('./en-US/kit.ts').default &
  typeof import('./en-US/session.ts').default &
  typeof import('./en-US/user.ts').default &
  typeof import('./en-US/personal.ts').default &
  typeof import('./en-US/dashboard.ts').default &
  typeof import('./en-US/library.ts').default &
  typeof import('./en-US/topology.ts').default &
  typeof import('./en-US/import.ts').default &
  typeof import('./en-US/config.ts').default &
  typeof import('./en-US/operation.ts').default &
  typeof import('./en-US/backup.ts').default &
  typeof import('./en-US/role.ts').default &
  typeof import('./en-US/license.ts').default &
  typeof import('./en-US/audit.ts').default &
  typeof import('./en-US/log.ts').default &
  typeof import('./en-US/notice.ts').default &
  typeof import('./en-US/message.ts').default &
  typeof import('./en-US/menu.ts').default &
  typeof import('./en-US/image.ts').default &
  typeof import('./en-US/device.ts').default &
  typeof import('./en-US/upload.ts').default &
  typeof import('./en-US/team.ts').default &
  typeof import('./en-US/editor.ts').default &
  typeof import('./en-US/scene.ts').default &
  typeof import('./en-US/console.ts').default &
  typeof import('./en-US/bank.ts').default &
  typeof import('./en-US/practice.ts').default &
  typeof import('./en-US/paper.ts').default &
  typeof import('./en-US/keep.ts').default &
  typeof import('./en-US/flag.ts').default &
  typeof import('./en-US/exam.ts').default &
  typeof import('./en-US/marking.ts').default &
  typeof import('./en-US/result.ts').default &
  typeof import('./en-US/watch.ts').default
export type MessageKey = keyof Messages
export type MessageArea =
  | 'screen'
  | 'shell'
  | 'problem'
  | 'refusal'
  | 'kit'
  | 'session'
  | 'user'
  | 'personal'
  | 'dashboard'
  | 'library'
  | 'topology'
  | 'import'
  | 'config'
  | 'operation'
  | 'backup'
  | 'role'
  | 'license'
  | 'audit'
  | 'log'
  | 'notice'
  | 'message'
  | 'menu'
  | 'image'
  | 'device'
  | 'upload'
  | 'team'
  | 'editor'
  | 'scene'
  | 'console'
  | 'bank'
  | 'practice'
  | 'paper'
  | 'keep'
  | 'flag'
  | 'exam'
  | 'marking'
  | 'result'
  | 'watch'
