/** Applications for accounts that wait for review: so many of one network, and none for ever. */
import { Fail, type Platform } from '../../http/handler.ts'
import { networkOf } from '../../http/network.ts'
import type { Queryable } from '../../db/db.ts'
import { documents } from '../../crud/documents.ts'
import { configured } from '../../configured.ts'
import { removeAccount } from './account.ts'

const users = documents('user')
/** Who registered himself is the author of his own row. */
export const himself = 'registration'
/** Milliseconds for which an application under a name that was taken counts as if it waited: the limit does not tell which names are. */
const day = 86_400_000

/** Refuses one more of a network that has enough. Those who come at once take turns. */
export async function roomToApply(q: Queryable, platform: Platform, address: string): Promise<void> {
  const { register_most: most } = await configured(platform.settings, 'registration')
  if (most === 0) return
  const place = networkOf(address)
  if (platform.db.engine === 'postgres')
    await q.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`apply ${place}`])
  const { rows } = await q.query<{ n: number }>(
    `select count(*)::integer as n from application a left join r_user u on u.id = a.user_id
     where a.place = $1 and (u.k_status = 'to-audit' or (a.user_id is null and a.at > $2))`,
    [place, new Date(platform.now().getTime() - day).toISOString()],
  )
  if ((rows[0]?.n ?? 0) >= most) throw new Fail('registration_full')
}

/** @param userId null where the name was taken */
export async function noteApplication(
  q: Queryable,
  platform: Platform,
  { address, userId }: { address: string; userId: string | null },
): Promise<void> {
  await q.query('delete from application where user_id = $1', [userId])
  await q.query('insert into application (user_id, place, at) values ($1, $2, $3)', [
    userId,
    networkOf(address),
    platform.now().toISOString(),
  ])
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
  await q.query(
    `delete from application a where (a.user_id is null and a.at < $1)
       or (a.user_id is not null and not exists (select 1 from r_user u where u.id = a.user_id and u.k_status = 'to-audit'))`,
    [new Date(now - day).toISOString()],
  )
  return rows.length
}
