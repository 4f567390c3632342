/** Sessions at rest: the hash of a token, never the token. */
import { createHash } from 'node:crypto'
import type { Queryable } from '../../db/db.ts'
import type { Meta, Platform, Caller } from '../../http/request/handler.ts'
import { configured } from '../../configured.ts'
import { forgetDevices, sweepDevices } from './devices.ts'
import { sessionTimes } from './settings.ts'

export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')

export interface NewSession {
  token: string
  /** What the session is called everywhere but in its owner's hands. */
  id: string
  expires_at: string
}

/** A new session with a token of 256 random bits. */
export async function startSession(q: Queryable, platform: Platform, userId: string, meta: Meta): Promise<NewSession> {
  const now = platform.now()
  const { idle, absolute } = await sessionTimes(platform.settings)
  const token = platform.random(32).toString('base64url')
  const id = tokenHash(token)
  const expires_at = new Date(now.getTime() + absolute * 1000).toISOString()
  await q.query(
    `insert into session (id_hash, user_id, created_at, seen_at, expires_at, idle_seconds, address, agent) values ($1, $2, $3, $3, $4, $5, $6, $7)`,
    [id, userId, now.toISOString(), expires_at, idle, meta.address, meta.agent],
  )
  await endOldest(q, platform, userId)
  return { token, id, expires_at }
}

/** Of more sessions than a user may have, those that were begun first end. */
async function endOldest(q: Queryable, { settings, now }: Platform, userId: string): Promise<void> {
  const { most } = await configured(settings, 'session')
  if (most === 0) return
  // those who sign in at once take turns: each would count without the others
  await q.query('select 1 as one from account where user_id = $1 for update', [userId])
  await q.query(
    `update session set ended_at = $2, ended_why = 'too-many' where id_hash in (
       select id_hash from session where user_id = $1 and ended_at is null and expires_at > $2
         and seen_at + idle_seconds * interval '1 second' >= $2
       order by created_at desc, id_hash offset $3)`,
    [userId, now().toISOString(), most],
  )
}

/** Sessions that live now follow the times that are configured, as those that begin later do. */
export async function retimeSessions(
  q: Queryable,
  times: { idle: number; absolute: number },
  now: Date,
): Promise<void> {
  await q.query(
    `update session set idle_seconds = $1, expires_at = created_at + $2 * interval '1 second'
     where ended_at is null and expires_at > $3`,
    [times.idle, times.absolute, now.toISOString()],
  )
}

export type SessionEndReason =
  | 'signed-out'
  | 'signed-out-by-another'
  | 'password-changed'
  | 'disabled'
  | 'removed'
  | 'role-changed'
  | 'too-many'
  | 'expired'

const dropCodes = (q: Queryable, userId: string) =>
  q.query(`delete from one_time_code where user_id = $1 and kind = 'session' and used_at is null`, [userId])

/** Ends one session, and what could become another: codes not used yet. */
export async function endSession(
  q: Queryable,
  { id, session }: Pick<Caller, 'id' | 'session'>,
  at: Date,
): Promise<void> {
  await dropCodes(q, id)
  await q.query(`update session set ended_at = $2, ended_why = 'signed-out' where id_hash = $1 and ended_at is null`, [
    session,
    at.toISOString(),
  ])
}

/**
 * Ends every session of a user, and what could become one: codes not used yet. His devices are strangers again. Call it in the transaction of the reason: the very next call
 * with any of the tokens is refused.
 * @returns how many sessions ended
 */
export async function endSessions(
  q: Queryable,
  userId: string,
  why: SessionEndReason | string,
  at: Date = new Date(),
): Promise<number> {
  await dropCodes(q, userId)
  await forgetDevices(q, userId)
  const { count } = await q.query(
    'update session set ended_at = $3, ended_why = $2 where user_id = $1 and ended_at is null',
    [userId, why, at.toISOString()],
  )
  return count
}

/** Forgets sessions and codes that ended long ago, as long as the settings say, and tries that count no more. */
export async function sweepSessions(q: Queryable, { settings, now }: Platform): Promise<void> {
  const ago = (days: number) => new Date(now().getTime() - days * 86_400_000).toISOString()
  const { session_days: kept } = await configured(settings, 'clearing')
  if (kept > 0) {
    await q.query('delete from session where expires_at < $1 or ended_at < $1', [ago(kept)])
    await q.query('delete from one_time_code where expires_at < $1', [ago(kept)])
  }
  await q.query('delete from attempt where at < $1', [ago(1)])
  await sweepDevices(q, now())
}
