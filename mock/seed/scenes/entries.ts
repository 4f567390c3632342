/** The scenes of the demonstration: one in every stage of a life. */
import type { StatusReason } from '#src/contract/scene/node.ts'
import type { SceneKind, SceneStatus, SceneType } from '#src/contract/scene/status.ts'

export interface SceneSeed {
  name: string
  topology: string
  owner: string
  leaders?: readonly string[]
  members?: readonly string[]
  kind: SceneKind
  type: SceneType
  status: Extract<
    SceneStatus,
    'running' | 'ongoing' | 'hang' | 'not-running' | 'error' | 'complete' | 'failed' | 'abnormal'
  >
  /** Minutes since it was made, and how long it runs. */
  ago: number
  minutes: number | null
  extensions?: number
  reason?: StatusReason
  crashed?: string
  off?: readonly string[]
}

export const seedScenes: readonly SceneSeed[] = [
  {
    name: 'Web 渗透入门 · 第 3 组',
    topology: '',
    owner: 'student_demo',
    leaders: ['teacher_demo'],
    kind: 'private',
    type: 'course',
    status: 'running',
    ago: 48,
    minutes: 120,
  },
  {
    name: 'Enterprise rehearsal 企业演练',
    topology: 'enterprise',
    owner: 'admin_demo',
    leaders: ['teacher_demo'],
    members: ['student_demo'],
    kind: 'group',
    type: 'wargame',
    status: 'ongoing',
    ago: 210,
    minutes: 480,
  },
  {
    name: '靶场自测 Router lab',
    topology: '',
    owner: 'teacher_demo',
    kind: 'private',
    type: 'range-test',
    status: 'running',
    ago: 108,
    minutes: 120,
    extensions: 1,
  },
  {
    name: 'Shared sandbox 公共沙箱',
    topology: '',
    owner: 'admin_demo',
    members: ['student_demo', 'teacher_demo'],
    kind: 'shared',
    type: 'practice',
    status: 'running',
    ago: 2900,
    minutes: null,
  },
  {
    name: '日志分析 Log hunting',
    topology: '',
    owner: 'student_demo',
    leaders: ['teacher_demo'],
    kind: 'private',
    type: 'practice',
    status: 'hang',
    ago: 65,
    minutes: 180,
  },
  {
    name: 'Red team base 红队据点',
    topology: '',
    owner: 'teacher_demo',
    kind: 'group',
    type: 'team',
    status: 'not-running',
    ago: 1500,
    minutes: null,
  },
  {
    name: '工控安全实验 ICS bench',
    topology: '',
    owner: 'admin_demo',
    kind: 'private',
    type: 'individual',
    status: 'abnormal',
    ago: 95,
    minutes: 240,
    crashed: 'first',
  },
  {
    name: 'O&M drill 运维排障',
    topology: '',
    owner: 'teacher_demo',
    kind: 'group',
    type: 'operation',
    status: 'error',
    ago: 26,
    minutes: 120,
    reason: { code: 'deadline', params: { status: 'start', seconds: 600 } },
  },
  {
    name: 'CFS warm-up',
    topology: '',
    owner: 'admin_demo',
    kind: 'private',
    type: 'cfs',
    status: 'failed',
    ago: 300,
    minutes: 90,
    reason: { code: 'driver_refused', params: { code: 'no_space' } },
  },
  {
    name: '课堂演示 Monday class',
    topology: '',
    owner: 'teacher_demo',
    members: ['student_demo'],
    kind: 'shared',
    type: 'schedule',
    status: 'complete',
    ago: 4400,
    minutes: 90,
  },
  {
    name: '控制器联调 PLC lesson',
    topology: 'bench',
    owner: 'teacher_demo',
    members: ['student_demo'],
    kind: 'group',
    type: 'course',
    status: 'running',
    ago: 22,
    minutes: 180,
  },
]

/** Its nodes are there and on. */
export const hasRunningNodes = ({ status }: SceneSeed): boolean =>
  status === 'running' || status === 'ongoing' || status === 'hang' || status === 'abnormal'
/** Milliseconds. */
export const minute = 60_000
