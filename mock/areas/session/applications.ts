/** Applications for accounts: so many of one network an hour, so many that wait at once, and none that waits for review for ever. */
import { Fail, type Platform } from '../../http/request/handler.ts'
import { callerNetworkOf } from '../../http/guard/network.ts'
import type { Queryable } from '../../db/db.ts'
import { documents } from '../../crud/documents.ts'
import { configured } from '../../configured.ts'
import { screenManagersOf } from '../notice/holders.ts'
import { notify } from '../notice/notify.ts'
import { removeAccount } from './account.ts'

const users = documents('user')
/** Who registered himself is the author of his own row. */
export const himself = 'registration'
const hour = 3_600_000
const day = 24 * hour

/**
 * Counts one more of a network, or refuses it with the moment of the next: so many an hour, whatever became of those before. A limit of those
 * that wait would stay used up by whoever reached it first until somebody reviews them. Those who come at once take turns.
 */
export async function countApplication(q: Queryable, platform: Platform, address: string): Promise<void> {
  const { register_most: most } = await configured(platform.settings, 'registration')
  if (most === 0) return
  const place = callerNetworkOf(address)
  const now = platform.now()
  if (platform.db.engine === 'postgres')
    await q.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`apply ${place}`])
  const { rows } = await q.query<{ at: string }>(
    'select at from application where place = $1 and at > $2 order by at desc offset $3 limit 1',
    [place, new Date(now.getTime() - hour).toISOString(), most - 1],
  )
  if (rows[0]) throw new Fail('registration_later', { at: new Date(Date.parse(rows[0].at) + hour).toISOString() })
  await q.query('insert into application (place, at) values ($1, $2)', [place, now.toISOString()])
}

const waiting = async (q: Queryable): Promise<number> => {
  const { rows } = await q.query<{ n: number }>(
    `select count(*)::integer as n from ${users.table} where k_status = 'to-audit'`,
  )
  return rows[0]?.n ?? 0
}

/**
 * Refuses one more that would wait for review where as many wait as may. Those who come at once take turns. The one that takes the last place
 * is told to whoever reviews, unless he has not read the last message of that yet.
 * @returns what is to be done once the application is there
 */
export async function admitApplication(q: Queryable, platform: Platform): Promise<() => Promise<void>> {
  const { register_waiting: most } = await configured(platform.settings, 'registration')
  if (most === 0) return async () => {}
  if (platform.db.engine === 'postgres')
    await q.query(`select pg_advisory_xact_lock(hashtextextended('applications', 0))`)
  if ((await waiting(q)) >= most) throw new Fail('registration_waiting')
  return async () => {
    if ((await waiting(q)) < most) return
    const { rows } = await q.query<{ user_id: string }>(
      `select user_id from message where kind = 'applications_full' and read_at is null`,
    )
    const told = new Set(rows.map((r) => r.user_id))
    const to = (await screenManagersOf(q, 'user-check')).filter((id) => !told.has(id))
    const link = { screen: 'user-check' } as const
    await notify(q, platform, { to, kind: 'applications_full', params: { n: most }, link })
  }
}

/** Removes applications nobody reviewed for as long as the settings say. @returns how many */
export async function sweepApplications(q: Queryable, platform: Platform): Promise<number> {
  const now = platform.now().getTime()
  const { register_days: days } = await configured(platform.settings, 'registration')
  const { rows } =
    days === 0
      ? { rows: [] }
      : await q.query<{ id: string }>(
          `delete from ${users.table} where k_status = 'to-audit' and created_by = $1 and updated_at < $2 returning id`,
          [himself, new Date(now - days * day).toISOString()],
        )
  if (rows.length)
    await removeAccount(
      q,
      rows.map((r) => r.id),
    )
  await q.query('delete from application where at < $1', [new Date(now - hour).toISOString()])
  return rows.length
}
