/** What there is of what a licence limits. */
import { documents } from '../../crud/documents.ts'
import type { Queryable } from '../../db/db.ts'

const users = documents('user')

/** Accounts that were approved. Applications take no place: anybody may make them. */
export async function userCount(q: Queryable): Promise<number> {
  const { rows } = await q.query<{ n: number }>(
    `select count(*) as n from ${users.table} where k_status is distinct from 'rejected' and k_status is distinct from 'to-audit'`,
  )
  return rows[0]?.n ?? 0
}
