/** Accounts: what a user signs in with. The user himself is a document of the resource `user`. */
import type { UserStatus } from '#src/contract/session/status.ts'
import { fold } from '../../crud/fold.ts'
import type { Queryable } from '../../db/db.ts'

/** Names that look alike are one: case and width of letters do not count. */
export const nameKey = (username: string): string => fold(username).replaceAll('\0', '\uffff')
const hashKind = 'argon2id'
/** In the place of a hash: nobody gets in with a password, a one-time code sets the first one. */
export const noPassword = ''

export interface Account {
  user_id: string
  username: string
  hash: string
  is_default: boolean
  changed_at: string
  history: string[]
  name: string
  status: UserStatus
}

/** `expired` is never stored: it follows from the last day of the account. */
export function statusNow(
  user: { status?: UserStatus | undefined; expires_on?: string | null | undefined },
  now: Date,
): UserStatus {
  const status = user.status ?? 'normal'
  const today = now.toISOString().slice(0, 10)
  return status === 'normal' && user.expires_on && user.expires_on < today ? 'expired' : status
}

const columns = `a.user_id, a.username, a.hash, a.is_default, a.changed_at, a.history, u.data`

async function find(q: Queryable, where: string, value: string, now: Date): Promise<Account | undefined> {
  const { rows } = await q.query<
    Omit<Account, 'name' | 'status'> & {
      data: { name: string; status?: UserStatus; expires_on?: string | null }
    }
  >(`select ${columns} from account a join r_user u on u.id = a.user_id where ${where}`, [value])
  const [row] = rows
  if (!row) return undefined
  return { ...row, name: row.data.name, status: statusNow(row.data, now) }
}
export const accountByName = (q: Queryable, username: string, now: Date): Promise<Account | undefined> =>
  find(q, 'a.username_key = $1', nameKey(username), now)
export const accountOf = (q: Queryable, userId: string, now: Date): Promise<Account | undefined> =>
  find(q, 'a.user_id = $1', userId, now)

export interface NewAccount {
  user_id: string
  username: string
  hash: string
  /** The password was given by somebody else: it must be changed at the first sign-in. */
  is_default: boolean
}

/** Throws `DbError` 23505 when the name is taken. */
export async function insertAccount(q: Queryable, a: NewAccount, now: Date): Promise<void> {
  await q.query(
    `insert into account (user_id, username, username_key, hash, hash_kind, is_default, changed_at) values ($1, $2, $3, $4, $5, $6, $7)`,
    [a.user_id, a.username, nameKey(a.username), a.hash, hashKind, a.is_default, now.toISOString()],
  )
}

/** Throws `DbError` 23505 when a name is taken. @param now when they were made that do not say it themselves */
export async function insertAccounts(
  q: Queryable,
  all: readonly (NewAccount & { at?: Date })[],
  now: Date,
): Promise<void> {
  const rows = all.map((a) => ({ at: now, ...a, username_key: nameKey(a.username) }))
  await q.query(
    `insert into account (user_id, username, username_key, hash, hash_kind, is_default, changed_at)
     select r.user_id, r.username, r.username_key, r.hash, $2, r.is_default, r.at
     from jsonb_to_recordset($1::jsonb) as r(user_id text, username text, username_key text, hash text, is_default boolean, at timestamptz)`,
    [JSON.stringify(rows), hashKind],
  )
}

/** Throws `DbError` 23505 when the name is taken. */
export async function renameAccount(q: Queryable, userId: string, username: string): Promise<void> {
  await q.query('update account set username = $2, username_key = $3 where user_id = $1', [
    userId,
    username,
    nameKey(username),
  ])
}

/** Takes away what people signed in with, and what else named them. */
export async function removeAccount(q: Queryable, userIds: readonly string[]): Promise<void> {
  await q.query('delete from account where user_id = any($1::text[])', [userIds])
  await q.query('delete from one_time_code where user_id = any($1::text[])', [userIds])
  await q.query(`delete from audience where kind = 'user' and target = any($1::text[])`, [userIds])
}

/** A password of one's own for an account that was never used. */
export async function restartAccount(q: Queryable, userId: string, hash: string, now: Date): Promise<void> {
  await q.query(
    `update account set hash = $2, hash_kind = $3, is_default = false, changed_at = $4, history = '[]', failed = 0, locked_until = null
     where user_id = $1`,
    [userId, hash, hashKind, now.toISOString()],
  )
}

/** A password given by somebody else takes the place of whatever was there. */
export async function giveHash(q: Queryable, userId: string, hash: string, now: Date): Promise<void> {
  await q.query(
    `update account set hash = $2, hash_kind = $3, is_default = true, changed_at = $4, failed = 0, locked_until = null
     where user_id = $1`,
    [userId, hash, hashKind, now.toISOString()],
  )
}

/**
 * Puts a new hash in the place of the one the caller read; false when somebody was faster.
 * @param kept how many former hashes are remembered
 */
export async function replaceHash(
  q: Queryable,
  a: Pick<Account, 'user_id' | 'hash' | 'history'>,
  hash: string,
  kept: number,
  now: Date,
): Promise<boolean> {
  const history = [a.hash, ...a.history].filter((hash) => hash !== noPassword).slice(0, kept)
  const { count } = await q.query(
    `update account set hash = $3, hash_kind = $4, is_default = false, changed_at = $5, history = $6::jsonb where user_id = $1 and hash = $2`,
    [a.user_id, a.hash, hash, hashKind, now.toISOString(), JSON.stringify(history)],
  )
  return count === 1
}
