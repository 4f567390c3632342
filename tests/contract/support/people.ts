/** Roles, organisations and accounts that the tests of the interface know by name; laid into the database once, kept in its dump. */
import { randomBytes } from 'node:crypto'
import { makeHashing } from '#mock/areas/session/hashing.ts'
import { insertAccount } from '#mock/areas/session/account.ts'
import { documents } from '#mock/crud/documents.ts'
import { prepareTables } from '#mock/crud/prepare.ts'
import type { Db } from '#mock/db/db.ts'
import { type RoleKey, roles } from '#mock/seed/roles.ts'
import type { UserStatus } from '#src/contract/session/status.ts'

export { roles }

/** When the tests' clock starts. */
export const began = new Date('2026-11-05T08:00:00.000Z')
export const password = 'Marble-Staircase7'

interface Line {
  role: RoleKey
  status?: UserStatus
  expires_on?: string
  is_default?: boolean
}
/** One account per role, and one per reason for which an account may do less. */
export const accounts = {
  super: { role: 'super' },
  admin: { role: 'admin' },
  teacher: { role: 'teacher' },
  student: { role: 'student' },
  referee: { role: 'referee' },
  normal: { role: 'normal' },
  'second-super': { role: 'super' },
  'second-admin': { role: 'admin' },
  'second-student': { role: 'student' },
  disabled: { role: 'admin', status: 'disabled' },
  expired: { role: 'admin', expires_on: '2026-11-04' },
  'to-audit': { role: 'admin', status: 'to-audit' },
  rejected: { role: 'admin', status: 'rejected' },
  'default-password': { role: 'admin', is_default: true },
} as const satisfies Record<string, Line>
export type AccountName = keyof typeof accounts

export const userId = (name: AccountName): string => `user-${name}`
export const roleId = (key: RoleKey): string => `role-${key}`
export const username = (name: AccountName): string => name.replace('-', '_')

/** Raise it when what follows changes. */
const edition = 4

export const peopled = {
  key: `people ${edition} ${JSON.stringify([roles, accounts])}`,
  async prepare(db: Db): Promise<void> {
    // the embedded one has them already
    await prepareTables(db)
    const hash = await makeHashing(randomBytes).hash(password)
    const hand = { at: began, by: 'tests' }
    await db.tx(async (q) => {
      await q.query(`insert into org (id, parent_id, name, path, sort) values
        ('org-root', null, 'Academy', '/org-root/', 0), ('org-red', 'org-root', 'Red class', '/org-root/org-red/', 0)`)
      for (const [key, { is_admin, permissions }] of Object.entries(roles))
        await documents('role').insert(
          q,
          {
            id: roleId(key as RoleKey),
            data: {
              key,
              name: `Role ${key}`,
              description: '',
              permissions: [...permissions],
              is_admin,
              built_in: true,
            },
          },
          hand,
        )
      for (const [name, line] of Object.entries(accounts) as [AccountName, Line][]) {
        const data = {
          username: username(name),
          name: `User ${name.replace('-', ' ')}`,
          role_id: roleId(line.role),
          org_id: name === 'student' ? 'org-red' : 'org-root',
          expires_on: line.expires_on ?? null,
          status: line.status ?? ('normal' as const),
        }
        await documents('user').insert(q, { id: userId(name), data }, hand)
        await insertAccount(
          q,
          { user_id: userId(name), username: data.username, hash, is_default: line.is_default ?? false },
          began,
        )
      }
    })
  },
}
