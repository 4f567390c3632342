/** So many candidates with sessions, and an exam of forty choices that has begun: an exam hall before anybody opened the sheet. */
import { insertAccounts, noPassword } from '#mock/areas/session/account.ts'
import { startSession } from '#mock/areas/session/sessions.ts'
import { documents } from '#mock/crud/documents.ts'
import type { Db } from '#mock/db/db.ts'
import type { Platform } from '#mock/http/request/handler.ts'

/** @returns tokens of the candidates */
export async function layCandidates(db: Db, platform: Platform, candidates: number): Promise<string[]> {
  const at = platform.now()
  const { rows: roles } = await db.query<{ id: string }>(`select id from r_role where data ->> 'key' = 'student'`)
  const meta = { request_id: 'bench', address: '127.0.0.1', agent: 'bench', origin: undefined }
  const hand = { at, by: 'user-super' }
  const people = Array.from({ length: candidates }, (_, n) => ({
    id: platform.newId(),
    data: {
      username: `candidate_${n}`,
      name: `Candidate ${n}`,
      role_id: roles[0]?.id ?? '',
      org_id: null,
      status: 'normal' as const,
    },
    hand,
  }))
  return db.tx(async (q) => {
    const tokens: string[] = []
    for (let from = 0; from < people.length; from += 500) {
      const some = people.slice(from, from + 500)
      await documents('user').insertMany(q, some, hand)
      await insertAccounts(
        q,
        some.map(({ id, data: { username } }) => ({ user_id: id, username, hash: noPassword, is_default: false })),
        at,
      )
      for (const p of some) tokens.push((await startSession(q, platform, p.id, meta)).token)
    }
    return tokens
  })
}
