/** The roles that ship. A grant is the name of a screen or of a folder of screens, with `:read` for reading alone. */
import { folders, type FolderName, type ScreenName } from '#src/contract/screens/index.ts'
import type { roleKeys } from '#src/contract/system/role.schema.ts'
import { keysOf } from '#src/contract/lib/typed.ts'

export type RoleKey = (typeof roleKeys)[number]

export interface RoleSeed {
  name: string
  description: string
  is_admin: boolean
  permissions: readonly (FolderName | ScreenName | `${ScreenName}:read`)[]
}

const names = keysOf(folders)
const learner = names.filter((n) => folders[n].layout === 'learner')
/** The settings of the system itself, its licence and its own log stay with the super administrator. */
const administration: readonly ScreenName[] = [
  'audit-log',
  'user-manage',
  'role-manage',
  'message-manage',
  'notice-manage',
  'resource-import',
  'resource-import-screen',
  'system-team',
  'system-alarm',
  'system-business-service',
  'scene-recording-admin',
]

export const roles: Readonly<Record<RoleKey, RoleSeed>> = {
  super: {
    name: '超级管理员 Super administrator',
    description: '拥有全部权限，不可编辑。 May do everything; cannot be edited.',
    is_admin: true,
    permissions: [],
  },
  admin: {
    name: '管理员 Administrator',
    description:
      '管理用户、资源与教学，不含系统配置和许可。 Runs the platform day by day, without its configuration and licence.',
    is_admin: true,
    permissions: [...names.filter((n) => n !== 'system-management'), ...administration],
  },
  teacher: {
    name: '教师 Teacher',
    description:
      '备课、组卷、带训与查看统计。 Prepares and leads courses, exams and trainings, and reads their statistics.',
    is_admin: false,
    permissions: [
      ...learner,
      'dashboard',
      'statistics',
      'course-management',
      'question-banks',
      'contest-management',
      'training-management',
      'assessment',
      'resource-management',
      'topology',
      'career-system',
      'notice-manage',
    ],
  },
  student: {
    name: '学生 Student',
    description: '学习课程，参加考试、竞赛与训练。 Learns, sits exams, takes part in contests and trainings.',
    is_admin: false,
    permissions: learner.filter((n) => n !== 'range-test' && n !== 'software-test'),
  },
  referee: {
    name: '裁判 Referee',
    description: '主持竞赛与对抗，评判成绩。 Runs contests and exercises and judges them.',
    is_admin: false,
    permissions: [
      'personal',
      'contests',
      'training',
      'red-blue',
      'resources',
      'dashboard',
      'exam-manage:read',
      'exam-scoring',
      'exam-score-person',
      'exam-rapid-marking',
      'flag-manage',
      'attack-defense-manage',
      'operation-manage',
      'cfs-manage',
      'contest-team',
      'red-blue-manage',
    ],
  },
  normal: {
    name: '普通用户 Normal user',
    description: '注册后的默认角色。 What everybody gets at registration.',
    is_admin: false,
    permissions: ['personal', 'tool-magazine', 'ghdb-library'],
  },
}
