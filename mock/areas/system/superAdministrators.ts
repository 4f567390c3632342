/** The last person who may do everything must stay able to. */
import type { Queryable } from '#mock/db/db.ts'
import { remembered } from '#mock/db/remember.ts'
import { documents } from '#mock/crud/documents.ts'
import { shipped } from '#mock/crud/holders.ts'

const roles = documents('role')
const users = documents('user')
const turn = 727003

/** Super administrators who can sign in now. */
export async function liveSupers(q: Queryable, now: Date): Promise<number> {
  const rows = await remembered<{ n: number }>(
    q,
    `select count(*) as n from ${users.table} u join ${roles.table} r on r.id = u.k_role_id
     where ${shipped('super')} and u.k_status = 'normal' and coalesce(u.k_expires_on, '9999') >= $1`,
    [now.toISOString().slice(0, 10)],
  )
  return Number(rows[0]?.n ?? 0)
}

/** Makes whoever takes a super administrator away wait for the others who do, until their transactions end. */
export async function oneAtATime(q: Queryable): Promise<void> {
  await q.query(`select pg_advisory_xact_lock(${turn})`)
}
