/**
 * Wrong passwords per account. A try is written down before it is judged, under a lock of its name, so that a hundred at once are a hundred;
 * one that succeeds is taken off again. Names nobody has are counted like any other: the answers do not tell which names exist.
 */
import { Fail, type Platform } from '../../http/handler.ts'
import { triesOf } from './settings.ts'

export type AttemptKind = 'sign-in' | 'password' | 'reset'

/**
 * Judges a try. Throws `too_many` with the seconds to wait once there were too many failures, without judging.
 * @param right says whether the try was good; when it cannot say (the server is busy), the try does not count
 */
export async function attempt(
  { db, settings, now: clock }: Platform,
  { kind, key }: { kind: AttemptKind; key: string },
  right: () => Promise<boolean>,
): Promise<boolean> {
  const { max, per } = await triesOf(settings)
  const now = clock()
  const at = now.toISOString()
  const since = new Date(now.getTime() - per * 1000).toISOString()
  const wait = await db.tx(async (q) => {
    if (db.engine === 'postgres')
      await q.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`attempt ${kind} ${key}`])
    const { rows } = await q.query(
      `insert into attempt (kind, key, at)
       select $1, $2, $3 where (select count(*) from attempt where kind = $1 and key = $2 and at > $4) < $5
       returning key`,
      [kind, key, at, since, max],
    )
    if (rows.length) return 0
    const held = await q.query<{ at: string }>(
      'select at from attempt where kind = $1 and key = $2 and at > $3 order by at desc offset $4 limit 1',
      [kind, key, since, max - 1],
    )
    const oldest = new Date(held.rows[0]?.at ?? at).getTime()
    return Math.max(1, Math.ceil((oldest + per * 1000 - now.getTime()) / 1000))
  })
  if (wait > 0) throw new Fail('too_many', { seconds: wait })
  const forgive = () =>
    db.query(
      'delete from attempt where ctid = (select ctid from attempt where kind = $1 and key = $2 and at = $3 limit 1)',
      [kind, key, at],
    )
  try {
    const good = await right()
    if (good) await forgive()
    return good
  } catch (e) {
    await forgive()
    throw e
  }
}
