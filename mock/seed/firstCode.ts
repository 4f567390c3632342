/**
 * The way in to an installation nobody has entered yet: a one-time code in a file of the data folder that only the server's own user reads.
 * `range setup`, or the page of a forgotten password, turns it into the first password. It is there only while no super administrator has one.
 */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { firstCodeFile } from '#src/contract/session/firstCode.ts'
import { noPassword } from '../areas/session/account.ts'
import { issueFirstCodes, resetCodeWorks } from '../areas/session/codes.ts'
import type { Queryable } from '../db/db.ts'
import type { Platform } from '../http/request/handler.ts'

export interface FirstCode {
  username: string
  file: string
}

/** The super administrator who waits for a first password; undefined as soon as any has one. */
async function waiting(q: Queryable): Promise<{ user_id: string; username: string } | undefined> {
  const { rows } = await q.query<{ user_id: string; username: string; hash: string }>(
    `select a.user_id, a.username, a.hash from account a join r_user u on u.id = a.user_id
     join r_role r on r.id = u.data ->> 'role_id' where r.data ->> 'key' = 'super' order by u.id`,
  )
  return rows.some((r) => r.hash !== noPassword) ? undefined : rows[0]
}

/** Puts the code where `range setup` finds it; one that still works stays. Called at every start. */
export async function keepFirstCode(platform: Platform, data: string): Promise<FirstCode | undefined> {
  const file = path.join(data, firstCodeFile)
  const { db } = platform
  const first = await waiting(db)
  if (!first) {
    await rm(file, { force: true })
    return undefined
  }
  const { user_id, username } = first
  const kept = await readFile(file, 'utf8').catch(() => '')
  const [, code = ''] = /^code (\S+)$/m.exec(kept) ?? []
  if (code && (await resetCodeWorks(db, user_id, code, platform.now()))) return { username, file }
  const made = await db.tx((q) => issueFirstCodes(q, platform, [user_id]))
  await mkdir(data, { recursive: true })
  const draft = `${file}.new`
  await rm(draft, { force: true })
  await writeFile(draft, `user ${username}\ncode ${made.codes.get(user_id) ?? ''}\nuntil ${made.expires_at}\n`, {
    mode: 0o600,
    flag: 'wx',
  })
  await rename(draft, file)
  return { username, file }
}
