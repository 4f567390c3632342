/**
 * Devices that have signed in to an account before (OWASP's device cookies, without a cookie: the client keeps the token and shows it with
 * the next sign-in). A token opens nothing and counts for one account only: wrong passwords of others do not count against its holder, and
 * its own are limited as anybody's. All of an account's tokens go with `endSessions`: a new password, signing out everywhere, an account
 * that is closed.
 */
import { createHash } from 'node:crypto'
import { devices } from '#src/contract/limits.ts'
import type { Queryable } from '../../db/db.ts'
import type { Platform } from '../../http/request/handler.ts'
import { nameKey } from './account.ts'

const deviceHash = (token: string): string => createHash('sha256').update(`device ${token}`).digest('hex')

/** What the device is called here, when it signed in to the account of that name before. */
export async function knownDevice(
  q: Queryable,
  token: string | undefined,
  username: string,
): Promise<string | undefined> {
  if (token === undefined) return undefined
  const { rows } = await q.query<{ token_hash: string }>(
    `select d.token_hash from known_device d join account a on a.user_id = d.user_id
     where d.token_hash = $1 and a.username_key = $2`,
    [deviceHash(token), nameKey(username)],
  )
  return rows[0]?.token_hash
}

/** Notes that the device signed in. @returns the token of a device that was not known, to be kept by it */
export async function rememberDevice(
  q: Queryable,
  { random, now }: Pick<Platform, 'random' | 'now'>,
  userId: string,
  known: string | undefined,
): Promise<string | undefined> {
  const at = now().toISOString()
  if (known !== undefined) {
    const { count } = await q.query('update known_device set used_at = $3 where token_hash = $1 and user_id = $2', [
      known,
      userId,
      at,
    ])
    if (count === 1) return undefined
  }
  const token = random(32).toString('base64url')
  await q.query('insert into known_device (token_hash, user_id, created_at, used_at) values ($1, $2, $3, $3)', [
    deviceHash(token),
    userId,
    at,
  ])
  await q.query(
    `delete from known_device where token_hash in (
       select token_hash from known_device where user_id = $1 order by used_at desc, token_hash offset $2)`,
    [userId, devices.most],
  )
  return token
}

export async function forgetDevices(q: Queryable, userId: string): Promise<void> {
  await q.query('delete from known_device where user_id = $1', [userId])
}

/** Devices nobody used for long are strangers again. */
export async function sweepDevices(q: Queryable, now: Date): Promise<void> {
  await q.query('delete from known_device where used_at < $1', [
    new Date(now.getTime() - devices.days * 86_400_000).toISOString(),
  ])
}
