/** What every installation begins with: the roles that ship, organisations, and a way to lay down an account. */
import { insertAccounts } from '../areas/session/account.ts'
import { type DataOf, documents, type Hand } from '../crud/documents.ts'
import type { Queryable } from '../db/db.ts'
import type { OrgSeed } from './orgs.ts'
import { type RoleKey, roles } from './roles.ts'
import { keysOf, recordOf } from '#src/contract/lib/typed.ts'

export type IdsByKey<K extends string> = Readonly<Record<K, string>>

/** @returns ids of the roles by key */
export async function layRoles(q: Queryable, newId: () => string, hand: Hand): Promise<IdsByKey<RoleKey>> {
  const keys = keysOf(roles)
  const ids = recordOf(keys, newId)
  await documents('role').insertMany(
    q,
    keys.map((key, n) => {
      const { permissions, ...role } = roles[key]
      const data = { ...role, key, built_in: true, permissions: [...permissions] }
      // one after the other, so that lists by age keep the order from above
      return { id: ids[key], data, hand: { ...hand, at: new Date(hand.at.getTime() + n) } }
    }),
    hand,
  )
  return ids
}

/** @returns ids of the organisations by key */
export async function layOrgs(q: Queryable, newId: () => string, root: OrgSeed): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  const lines: { id: string; parent_id: string | null; name: string; path: string; sort: number; version: number }[] =
    []
  const walk = (
    { key, name, below = [] }: OrgSeed,
    parent: { id: string; path: string } | null,
    sort: number,
  ): void => {
    const id = newId()
    const path = `${parent?.path ?? '/'}${id}/`
    ids.set(key, id)
    lines.push({ id, parent_id: parent?.id ?? null, name, path, sort, version: 1 })
    for (const [n, org] of below.entries()) walk(org, { id, path }, n)
  }
  walk(root, null, 0)
  await q.query('insert into org select * from jsonb_populate_recordset(null::org, $1::jsonb)', [JSON.stringify(lines)])
  return ids
}

export interface NewUser {
  id: string
  data: DataOf<'user'> & { username: string; phone?: string }
  hash: string
  /** The password was given by somebody else. */
  is_default?: boolean
  hand: Hand
}

/** Users with their accounts. */
export async function layUsers(q: Queryable, users: readonly NewUser[], hand: Hand): Promise<void> {
  await documents('user').insertMany(q, users, hand)
  await insertAccounts(
    q,
    users.map((u) => ({
      user_id: u.id,
      username: u.data.username,
      hash: u.hash,
      is_default: u.is_default ?? false,
      at: u.hand.at,
    })),
    hand.at,
  )
}
