/** So many candidates with sessions: an exam hall before anybody opened the sheet. And what its saves cost the database at the least. */
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

/** Saves of a tenth of a second of a thousand candidates. */
const group = 20

/**
 * What the saves of the hall cost as nothing but rows: those that it left are inserted once more, into tables like theirs, so many in a
 * transaction. A save that asks nobody for anything and answers nobody.
 * @returns milliseconds of this process for a save
 */
export async function bareSaves(db: Db): Promise<number> {
  const { rows } = await db.query<{ save: object; answers: object[] }>(
    `select to_jsonb(s) as save, (select jsonb_agg(jsonb_build_object('attempt_id', s.attempt_id, 'item', w->'item', 'answer', w->'answer',
       'marked', w->'marked', 'epoch', s.epoch, 'seq', s.seq, 'at', s.at)) from jsonb_array_elements(s.answers) w) as answers
     from (select * from exam_save order by at desc limit 4500) s order by s.at`,
  )
  await db.script(
    'create table bare_save (like exam_save including all); create table bare_answer (like exam_answer including defaults including constraints, primary key (attempt_id, item, seq))',
  )
  const groups = Array.from({ length: Math.floor(rows.length / group) }, (_, n) => {
    const some = rows.slice(n * group, (n + 1) * group)
    return [some.map((r) => r.save), some.flatMap((r) => r.answers)].map((r) => JSON.stringify(r))
  })
  const write = async (some: readonly string[][]): Promise<void> => {
    for (const [saves = '', answers = ''] of some)
      await db.tx(async (q) => {
        await q.query('insert into bare_save select * from jsonb_populate_recordset(null::bare_save, $1::jsonb)', [
          saves,
        ])
        await q.query('insert into bare_answer select * from jsonb_populate_recordset(null::bare_answer, $1::jsonb)', [
          answers,
        ])
      })
  }
  // the first are for the engine to get warm
  const cold = Math.floor(groups.length / 4)
  await write(groups.slice(0, cold))
  const from = process.cpuUsage()
  await write(groups.slice(cold))
  const { user, system } = process.cpuUsage(from)
  return (user + system) / 1000 / ((groups.length - cold) * group)
}
