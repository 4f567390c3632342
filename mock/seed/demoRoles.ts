/** Roles that somebody at the invented centre made for his own people. */
import type { FolderName, ScreenName } from '#src/contract/screens/index.ts'
import type { RoleKey } from './roles.ts'

export interface DemoRole {
  name: string
  description: string
  permissions: readonly (FolderName | ScreenName)[]
  /** Who has it: that many of those who would have another. */
  members: readonly [from: RoleKey, count: number]
  days_ago: number
}

export const demoRoles: readonly DemoRole[] = [
  {
    name: '课程助教 Teaching assistant',
    description:
      '协助教师带课、评阅并维护课程与题库，不能发布考试。 Leads class hours, marks, and helps with courses and questions; publishes no exams.',
    permissions: [
      'personal',
      'courses',
      'practice',
      'resources',
      'course-manage',
      'course-report',
      'course-monitor',
      'class-card',
      'classroom-monitor',
      'exercise-bank',
    ],
    members: ['normal', 4],
    days_ago: 210,
  },
  {
    name: '赛事运营 Contest operations',
    description: '筹备竞赛、管理参赛队伍和大屏展示。 Prepares contests, their teams and displays.',
    permissions: [
      'personal',
      'contests',
      'resources',
      'dashboard',
      'contest-management',
      'contest-statistics',
      'notice-manage',
      'system-team',
      'flag-display',
      'cfs-display',
    ],
    members: ['teacher', 2],
    days_ago: 140,
  },
  {
    name: '审计员 Auditor',
    description: '只读查看审计与系统日志。 Reads the logs and nothing else.',
    permissions: ['dashboard', 'audit-log', 'system-log'],
    members: ['normal', 1],
    days_ago: 90,
  },
  {
    name: '暑期访客 Summer guests 2025',
    description: '',
    permissions: ['personal', 'tool-magazine'],
    members: ['normal', 0],
    days_ago: 60,
  },
]
