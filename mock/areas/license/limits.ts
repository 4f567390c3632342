/** What the licence allows to exist or run at once. */
import type { LimitName, Limits } from '#src/contract/license/licence.ts'
import type { Queryable } from '../../db/db.ts'
import { Fail, type Platform } from '../../http/request/handler.ts'

/** Null is no limit. */
export const currentLicenceLimits = async (platform: Platform): Promise<Limits> =>
  (await platform.licence.current()).limits

/**
 * Refuses what would go over a limit. Callers of the same limit take turns until their transactions end, so that two of them never take
 * the last place together.
 * @param used counts what is there now
 */
export async function takeUnderLimit(
  q: Queryable,
  platform: Platform,
  name: LimitName,
  used: (q: Queryable) => Promise<number>,
  more = 1,
): Promise<void> {
  const max = (await currentLicenceLimits(platform))[name]
  if (max === null) return
  await q.query('select pg_advisory_xact_lock(hashtext($1))', [`licence ${name}`])
  const there = await used(q)
  if (there + more > max) throw new Fail('license_limit', { limit: name, max, used: there })
}
