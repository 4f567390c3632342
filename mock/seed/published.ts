/**
 * The passwords of the demonstration are in the source, so they open nothing where anybody but this machine may come: not in production, not
 * on an address others reach, not through a proxy. Whoever wants the demonstration there gives its accounts others.
 */
import { forgetAttempts } from '../areas/session/attempts.ts'
import { giveHash, nameKey } from '../areas/session/account.ts'
import type { Hashing } from '../areas/session/hashing.ts'
import { madePassword } from '../areas/session/madePassword.ts'
import { endSessions } from '../areas/session/sessions.ts'
import type { Platform } from '../http/request/handler.ts'
import { type DemoAccount, demoAccounts } from './accounts.ts'

const passwords = new Map(demoAccounts.map((a) => [nameKey(a.username), a.password]))

/** Whether this is an account of the demonstration with the password everybody knows. */
export const isPublished = (username: string, password: string): boolean =>
  passwords.get(nameKey(username)) === password

/** Accounts of the demonstration that still have the password everybody knows. */
export async function stillPublished({ db }: Pick<Platform, 'db'>, hashing: Hashing): Promise<DemoAccount[]> {
  const { rows } = await db.query<{ username_key: string; hash: string }>(
    'select username_key, hash from account where username_key = any($1::text[])',
    [[...passwords.keys()]],
  )
  const hashes = new Map(rows.map((r) => [r.username_key, r.hash]))
  const still = await Promise.all(
    demoAccounts.map(async (a) => {
      const hash = hashes.get(nameKey(a.username))
      return hash !== undefined && (await hashing.verify(hash, a.password)) ? [a] : []
    }),
  )
  return still.flat()
}

/** Gives those accounts passwords of their own; they are nowhere else than in the answer. */
export async function renewPublished(platform: Platform, hashing: Hashing): Promise<DemoAccount[]> {
  const { db, now, random } = platform
  const still = await stillPublished(platform, hashing)
  const made = await Promise.all(
    still.map(async (a) => {
      const password = madePassword((n) => random(n))
      return { ...a, password, hash: await hashing.hash(password) }
    }),
  )
  await db.tx(async (q) => {
    for (const { username, hash } of made) {
      const { rows } = await q.query<{ user_id: string; is_default: boolean }>(
        'select user_id, is_default from account where username_key = $1',
        [nameKey(username)],
      )
      const [account] = rows
      if (!account) continue
      await giveHash(q, account.user_id, hash, now())
      // they are printed for whoever runs the server, who is asked for no others
      await q.query('update account set is_default = $2 where user_id = $1', [account.user_id, account.is_default])
      await forgetAttempts(q, account.user_id)
      await endSessions(q, account.user_id, 'password-changed', now())
    }
  })
  return made.map(({ role, username, name, password }) => ({ role, username, name, password }))
}
