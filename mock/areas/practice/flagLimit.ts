/**
 * Ten wrong flags a minute and account, of all challenges together. A place is taken before anything is judged, in a transaction of its own
 * under a lock of the account: however many tries come at once, no more are looked at. A place of a try that is being judged counts as
 * wrong, so that a server that ends meanwhile gives none away; a right one gives its place back.
 */
import { flagLimits } from '#src/contract/bank/question.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Platform } from '#mock/http/request/handler.ts'

/** How long a place is kept after it stopped counting. */
const kept = 3600_000

export interface FlagAllowance {
  /** Wrong answers left. */
  left: number
  /** Seconds until there is one again, where none is left. */
  wait: number
}
export async function flagAllowanceOf(q: Queryable, user: string, now: Date): Promise<FlagAllowance> {
  const { rows } = await q.query<{ at: string }>(
    'select at from flag_attempt where user_id = $1 and at > $2 order by at desc limit $3',
    [user, new Date(now.getTime() - flagLimits.per * 1000).toISOString(), flagLimits.wrong],
  )
  const left = flagLimits.wrong - rows.length
  const oldest = rows.at(-1)
  if (left > 0 || !oldest) return { left, wait: 0 }
  const free = Date.parse(new Date(oldest.at).toISOString()) + flagLimits.per * 1000
  return { left, wait: Math.max(1, Math.ceil((free - now.getTime()) / 1000)) }
}

/** @returns the place. @throws Fail `too_many` with the seconds until there is one again */
export async function reserveFlagAttempt({ db, now, newId }: Pick<Platform, 'db' | 'now' | 'newId'>, user: string) {
  return db.tx(async (q) => {
    await q.query('select 1 from account where user_id = $1 for update', [user])
    const at = now()
    const { left, wait } = await flagAllowanceOf(q, user, at)
    if (left <= 0) throw new Fail('too_many', { seconds: wait })
    const id = newId()
    await q.query('delete from flag_attempt where user_id = $1 and at < $2', [
      user,
      new Date(at.getTime() - kept).toISOString(),
    ])
    await q.query('insert into flag_attempt (id, user_id, at) values ($1, $2, $3)', [id, user, at.toISOString()])
    return id
  })
}
export const givePlaceBack = async (q: Queryable, id: string): Promise<void> =>
  void (await q.query('delete from flag_attempt where id = $1', [id]))
