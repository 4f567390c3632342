/** Questions that read alike: a digest of the text of each, kept with every edit. */
import { createHash } from 'node:crypto'
import { type Bank, resourceOf, setOf } from '#src/contract/bank/question.ts'
import { resources } from '#src/contract/resources.ts'
import { seenText } from '#mock/crud/ownership.ts'
import { tableOf } from '#mock/crud/shape.ts'
import { type Add, where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Caller } from '#mock/http/request/handler.ts'

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

export async function keepTexts(
  q: Queryable,
  bank: Bank,
  rows: readonly { id: string; text: string }[],
): Promise<void> {
  await q.query(
    `insert into question_text select * from jsonb_populate_recordset(null::question_text, $1::jsonb)
     on conflict (question_id) do update set digest = excluded.digest`,
    [JSON.stringify(rows.map((r) => ({ question_id: r.id, bank, digest: digestOf(r.text) })))],
  )
}

export const forgetText = async (q: Queryable, ...ids: string[]): Promise<void> =>
  void (await q.query('delete from question_text where question_id = any($1::text[])', [ids]))

export interface DuplicateQuestion {
  id: string
  title: string
  set_name: string
  updated_at: string
}
const most = 100

/** Of a bank's questions those that this caller sees, with their digest and the name of their set. */
const listed = (bank: Bank, who: Caller, add: Add): string =>
  `select t.id, t.data->>'title' as title, coalesce(s.data->>'name', '') as set_name, t.updated_at, x.digest
   from question_text x join ${tableOf(resourceOf[bank])} t on t.id = x.question_id
   left join ${tableOf(setOf[bank])} s on s.id = t.k_set_id
   where x.bank = ${add(bank)} and ${seenText(resources[resourceOf[bank]].line, who, add)}`

const shown = ({ id, title, set_name, updated_at }: DuplicateQuestion): DuplicateQuestion => ({
  id,
  title,
  set_name,
  updated_at: new Date(updated_at).toISOString(),
})

/** What reads like this text, but for the question itself, of what the caller sees. */
export async function findDuplicates(
  q: Queryable,
  who: Caller,
  bank: Bank,
  text: string,
  but: string | null,
): Promise<DuplicateQuestion[]> {
  if (text.trim() === '') return []
  const { add, params } = where()
  const { rows } = await q.query<DuplicateQuestion>(
    `${listed(bank, who, add)} and x.digest = ${add(digestOf(text))} and x.question_id <> ${add(but ?? '')}
     order by t.updated_at desc, t.id limit 20`,
    params,
  )
  return rows.map(shown)
}

/** Groups that read alike, the largest first: of several questions that the caller sees, the others neither listed nor counted. */
export async function groupsAlike(
  q: Queryable,
  who: Caller,
  bank: Bank,
): Promise<{ groups: DuplicateQuestion[][]; more: boolean }> {
  const { add, params } = where()
  const { rows } = await q.query<DuplicateQuestion & { digest: string }>(
    `with l as (${listed(bank, who, add)}), same as (select digest, count(*) as n from l group by digest having count(*) > 1
       order by n desc, digest limit ${most + 1})
     select l.*, same.n from l join same on same.digest = l.digest order by same.n desc, l.digest, l.updated_at, l.id`,
    params,
  )
  const groups = new Map<string, DuplicateQuestion[]>()
  for (const r of rows) groups.set(r.digest, [...(groups.get(r.digest) ?? []), shown(r)])
  return { groups: [...groups.values()].slice(0, most).map((g) => g.slice(0, 50)), more: groups.size > most }
}
