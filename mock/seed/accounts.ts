/** Accounts anybody may try the demonstration with. Their passwords are public, so a real installation is seeded without them. */
import type { UserStatus } from '#src/contract/session/status.ts'
import type { RoleKey } from './roles.ts'

export interface DemoAccount {
  role: RoleKey
  username: string
  password: string
  name: string
}
interface Line extends DemoAccount {
  org: string
  status?: UserStatus
  /** Still has the password somebody else gave: the first sign-in asks for another. */
  is_default?: true
}

export const demoLines: readonly Line[] = [
  { role: 'super', username: 'super_demo', password: 'Harbour-Lantern-41', name: '沈若溪', org: 'centre' },
  { role: 'admin', username: 'admin_demo', password: 'Copper-Meadow-27', name: 'Grace Holloway', org: 'centre' },
  { role: 'admin', username: 'keeper_demo', password: 'Velvet-Compass-63', name: '苏明澈', org: 'centre' },
  { role: 'teacher', username: 'teacher_demo', password: 'Quiet-Orchard-58', name: '林知远', org: 'yunling-cs' },
  { role: 'student', username: 'student_demo', password: 'Silver-Kite-7304', name: '陈一帆', org: 'yunling-class' },
  { role: 'referee', username: 'referee_demo', password: 'Amber-Whistle-16', name: '吴静姝', org: 'northfield-lab' },
  { role: 'normal', username: 'guest_demo', password: 'Paper-Boat-3904', name: 'Oliver Marsh', org: 'centre' },
  {
    role: 'student',
    username: 'newcomer_demo',
    password: 'First-Morning-2026',
    name: '周子墨',
    org: 'yunling-class',
    is_default: true,
  },
  {
    role: 'normal',
    username: 'waiting_demo',
    password: 'Garden-Gate-5512',
    name: 'Nadia Ferreira',
    org: 'centre',
    status: 'to-audit',
  },
]

/** For the banner of the start: role, name and password of each. */
export const demoAccounts: readonly DemoAccount[] = demoLines.map(({ role, username, password, name }) => ({
  role,
  username,
  password,
  name,
}))
