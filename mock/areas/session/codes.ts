/** One-time codes: the short-lived one of the `/:token` page and the administrator's for a forgotten password. Stored as hashes, used once. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { sessionDefaults as times } from '#src/contract/limits.ts'
import type { Queryable } from '../../db/db.ts'
import type { Platform } from '../../http/request/handler.ts'

export interface Issued {
  code: string
  expires_at: string
}
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

async function keep(
  q: Queryable,
  kind: string,
  hash: string,
  userId: string,
  seconds: number,
  now: Date,
): Promise<string> {
  const expires_at = new Date(now.getTime() + seconds * 1000).toISOString()
  await q.query('insert into one_time_code (hash, kind, user_id, expires_at) values ($1, $2, $3, $4)', [
    hash,
    kind,
    userId,
    expires_at,
  ])
  return expires_at
}

const signature = (secret: Uint8Array, id: string): Buffer =>
  createHmac('sha256', secret).update(`one-time code ${id}`).digest()

/** A signed code that becomes a session once, within a minute. */
export async function issueSessionCode(q: Queryable, platform: Platform, userId: string): Promise<Issued> {
  const id = platform.random(32).toString('base64url')
  const code = `${id}.${signature(await platform.secret(), id).toString('base64url')}`
  return { code, expires_at: await keep(q, 'session', sha256(id), userId, times.oneTimeCode, platform.now()) }
}

/** Whether we signed it: a made-up code is refused without asking the database. */
export async function signedByUs(platform: Platform, code: string): Promise<string | undefined> {
  const [id, given, ...rest] = code.split('.')
  if (!id || !given || rest.length) return undefined
  const [a, b] = [signature(await platform.secret(), id), Buffer.from(given, 'base64url')]
  return a.length === b.length && timingSafeEqual(a, b) ? id : undefined
}

/** Uses the code up and says whose it was; undefined when it is unknown, used or too old. */
export async function spendSessionCode(q: Queryable, id: string, now: Date): Promise<string | undefined> {
  const { rows } = await q.query<{ user_id: string }>(
    `update one_time_code set used_at = $2 where hash = $1 and kind = 'session' and used_at is null and expires_at > $2 returning user_id`,
    [sha256(id), now.toISOString()],
  )
  return rows[0]?.user_id
}

/** Letters and digits that nobody confuses on the telephone. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

function spelled(random: (bytes: number) => Buffer): string {
  let out = ''
  while (out.length < 16)
    for (const byte of random(32)) if (byte < 248 && out.length < 16) out += alphabet[byte % alphabet.length]
  return out
}
const plain = (code: string): string => code.toUpperCase().replace(/[^A-Z0-9]/g, '')
const resetHash = (userId: string, code: string): string => sha256(`reset ${userId} ${plain(code)}`)

/** A code with which the user sets a new password within a day; earlier ones of his stop working. About 79 random bits. */
export async function issueResetCode(q: Queryable, platform: Platform, userId: string): Promise<Issued> {
  await q.query(`delete from one_time_code where user_id = $1 and kind = 'reset' and used_at is null`, [userId])
  const code = spelled((n) => platform.random(n))
  const expires_at = await keep(q, 'reset', resetHash(userId, code), userId, times.resetCode, platform.now())
  return { code: grouped(code), expires_at }
}

const grouped = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-')

/** Codes for many at once, each the only one of its user. */
export async function issueFirstCodes(q: Queryable, platform: Platform, userIds: readonly string[]) {
  const expires_at = new Date(platform.now().getTime() + times.firstCode * 1000).toISOString()
  const made = userIds.map((user_id) => ({ user_id, code: spelled((n) => platform.random(n)) }))
  await q.query(`delete from one_time_code where user_id = any($1::text[]) and kind = 'reset' and used_at is null`, [
    userIds,
  ])
  await q.query(
    `insert into one_time_code (hash, kind, user_id, expires_at)
     select r.hash, 'reset', r.user_id, $2 from jsonb_to_recordset($1::jsonb) as r(hash text, user_id text)`,
    [JSON.stringify(made.map(({ user_id, code }) => ({ user_id, hash: resetHash(user_id, code) }))), expires_at],
  )
  return { codes: new Map(made.map((m) => [m.user_id, grouped(m.code)])), expires_at }
}

export async function resetCodeWorks(q: Queryable, userId: string, code: string, now: Date): Promise<boolean> {
  const { rows } = await q.query(
    `select 1 as one from one_time_code where hash = $1 and kind = 'reset' and used_at is null and expires_at > $2`,
    [resetHash(userId, code), now.toISOString()],
  )
  return rows.length === 1
}

export async function useResetCode(q: Queryable, userId: string, code: string, now: Date): Promise<boolean> {
  const { count } = await q.query(
    `update one_time_code set used_at = $2 where hash = $1 and kind = 'reset' and used_at is null and expires_at > $2`,
    [resetHash(userId, code), now.toISOString()],
  )
  return count === 1
}
