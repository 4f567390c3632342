/**
 * Wrong passwords, by account and the place they come from: a network, or a device that signed in to the account before. So nobody locks an
 * owner out by typing wrong passwords elsewhere. All networks together have a slower limit, and so has one network for all names; known
 * devices are let past both. A network the account signed in from before is not held for what others typed, there or elsewhere, but by a slow
 * limit of its own: nobody shuts the class out that they sit in. A try is written down before it is judged, under a lock of its name, so that a hundred at once are a hundred; one
 * that succeeds is taken off again.
 * Names nobody has are counted like any other: the answers do not tell which names exist.
 */
import { everywhere, spraying } from '#src/contract/limits.ts'
import type { Queryable } from '../../db/db.ts'
import { Fail, type Platform } from '../../http/request/handler.ts'
import { callerNetworkOf } from '../../http/guard/network.ts'
import { triesOf } from './settings.ts'

/** A reset code has too many bits to be guessed: the right one counts whatever others typed. */
const guessable = { 'sign-in': true, password: true, reset: false } as const
export type AttemptKind = keyof typeof guessable

export interface SignInOrigin {
  /** Address of the caller. */
  address: string
  /** What `knownDevice` found. */
  device?: string | undefined
}
const devicePrefix = 'device '
const placeOf = ({ address, device }: SignInOrigin): string =>
  device === undefined ? callerNetworkOf(address) : devicePrefix + device

/** Whether the account signed in from the network before, as far as its sessions are remembered. */
async function signedInFrom(q: Queryable, kind: AttemptKind, key: string, network: string): Promise<boolean> {
  const { rows } = await q.query<{ address: string }>(
    `select distinct s.address from session s join account a on a.user_id = s.user_id
     where ${kind === 'sign-in' ? 'a.username_key' : 'a.user_id'} = $1`,
    [key],
  )
  return rows.some((r) => callerNetworkOf(r.address) === network)
}

/** Wrong passwords of a network, by the name they were tried on. */
const sprayed = 'network'
/**
 * Throws `too_many` once a network has as many of them as it may, and another came just now: from then on they are judged one by one, no faster
 * than they fall out of the count, so that one burst does not shut a whole class out for as long as it is remembered. Names that signed in from
 * the network before go on.
 * @param own of them, written down for this very try
 */
async function holdNetwork(
  q: Queryable,
  { network, key }: { network: string; key: string },
  now: Date,
  own: 0 | 1,
): Promise<void> {
  const since = new Date(now.getTime() - spraying.per * 1000).toISOString()
  const newest = async (n: number): Promise<string | undefined> => {
    const { rows } = await q.query<{ at: string }>(
      'select at from attempt where kind = $1 and key = $2 and at > $3 order by at desc offset $4 limit 1',
      [sprayed, network, since, n],
    )
    return rows[0]?.at
  }
  if ((await newest(spraying.max - 1 + own)) === undefined) return
  const last = await newest(own)
  const wait = last === undefined ? 0 : Date.parse(last) + (spraying.per / spraying.max) * 1000 - now.getTime()
  if (wait <= 0 || (await signedInFrom(q, 'sign-in', key, network))) return
  throw new Fail('too_many', { seconds: Math.ceil(wait / 1000) })
}
/**
 * Counts a try after it was judged: a class that signs in at once is not held for tries that are still being judged. Of a thousand wrong ones at
 * once no more than the limit are told, nor is a right one among them.
 */
async function countForNetwork(
  q: Queryable,
  { network, key, good }: { network: string; key: string; good: boolean },
  now: Date,
): Promise<void> {
  if (!good)
    await q.query('insert into attempt (kind, key, place, at) values ($1, $2, $3, $4)', [
      sprayed,
      network,
      key,
      now.toISOString(),
    ])
  await holdNetwork(q, { network, key }, now, good ? 0 : 1)
  if (good) await q.query('delete from attempt where kind = $1 and key = $2 and place = $3', [sprayed, network, key])
}

/**
 * Judges a try. Throws `too_many` with the seconds to wait once there were too many failures, without judging what can be guessed.
 * @param right says whether the try was good; when it cannot say (the server is busy), the try does not count
 */
export async function attempt(
  { db, settings, now: clock }: Platform,
  { kind, key, from }: { kind: AttemptKind; key: string; from: SignInOrigin },
  right: () => Promise<boolean>,
): Promise<boolean> {
  const { max, per } = await triesOf(settings)
  const now = clock()
  const at = now.toISOString()
  const place = placeOf(from)
  const network = kind === 'sign-in' && from.device === undefined ? place : undefined
  if (network !== undefined) await holdNetwork(db, { network, key }, now, 0)
  const wide = guessable[kind] && from.device === undefined
  const here = { where: 'place = $3', over: place, max, per }
  const slow = { max: max * everywhere.times, per: Math.max(per, everywhere.per) }
  const wait = await db.tx(async (q) => {
    if (db.engine === 'postgres')
      await q.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`attempt ${kind} ${key}`])
    const waitOf = async (limit: typeof here): Promise<number> => {
      const since = new Date(now.getTime() - limit.per * 1000).toISOString()
      // the failure that has to grow old before there is room for another
      const { rows } = await q.query<{ at: string }>(
        `select at from attempt where kind = $1 and key = $2 and ${limit.where} and at > $4 order by at desc offset $5 limit 1`,
        [kind, key, limit.over, since, limit.max - 1],
      )
      return rows[0] ? Math.max(1, Math.ceil((Date.parse(rows[0].at) + limit.per * 1000 - now.getTime()) / 1000)) : 0
    }
    let held = wide ? await waitOf({ ...slow, where: 'not starts_with(place, $3)', over: devicePrefix }) : 0
    if (held > 0 && (await signedInFrom(q, kind, key, place))) held = await waitOf({ ...here, ...slow })
    const longest = Math.max(held, await waitOf(here))
    if (longest === 0)
      await q.query('insert into attempt (kind, key, place, at) values ($1, $2, $3, $4)', [kind, key, place, at])
    return longest
  })
  if (wait > 0) {
    if (!guessable[kind] && (await right())) return true
    throw new Fail('too_many', { seconds: wait })
  }
  const forgive = () =>
    db.query(
      `delete from attempt where ctid = (
         select ctid from attempt where kind = $1 and key = $2 and place = $3 and at = $4 limit 1)`,
      [kind, key, place, at],
    )
  let good: boolean
  try {
    good = await right()
  } catch (e) {
    await forgive()
    throw e
  }
  if (good) await forgive()
  if (network !== undefined) await countForNetwork(db, { network, key, good }, now)
  return good
}

/** Whoever set a new password begins anew, wherever the wrong ones came from. */
export async function forgetAttempts(q: Queryable, userId: string): Promise<void> {
  await q.query(
    `delete from attempt where (kind = 'password' and key = $1)
       or (kind in ('sign-in', 'reset') and key = (select username_key from account where user_id = $1))`,
    [userId],
  )
}
