/** Versions of questions: each edit keeps what it left behind, in its own transaction. */
import type { Bank } from '#src/contract/bank/question.ts'
import type { Queryable } from '#mock/db/db.ts'
import { picturesIn } from './pictures.ts'

export interface QuestionBeforeEdit {
  id: string
  version: number
  data: object
  updated_at: string
  updated_by: string
}

/** Keeps rows as they stand now. */
export async function keepVersions(q: Queryable, bank: Bank, rows: readonly QuestionBeforeEdit[]): Promise<void> {
  if (!rows.length) return
  const lines = rows.map((r) => ({
    question_id: r.id,
    version: r.version,
    bank,
    data: r.data,
    at: new Date(r.updated_at).toISOString(),
    by: r.updated_by,
  }))
  await q.query(
    'insert into question_version select * from jsonb_populate_recordset(null::question_version, $1::jsonb)',
    [JSON.stringify(lines)],
  )
}

/** Names of pictures that a question shows in any of its versions. */
export async function picturesOfVersions(q: Queryable, id: string): Promise<string[]> {
  const { rows } = await q.query<{ data: object }>(
    `select data from question_version where question_id = $1 and strpos(data::text, '/pictures/') > 0`,
    [id],
  )
  return picturesIn(rows.map((r) => r.data))
}

export const forgetVersions = async (q: Queryable, ...ids: string[]): Promise<void> =>
  void (await q.query('delete from question_version where question_id = any($1::text[])', [ids]))

/** Which kept version each asked one means: the newest that is not newer; undefined where the question is not there or had none yet. */
export async function keptVersions(
  q: Queryable,
  asked: readonly { bank: Bank; id: string; version: number }[],
): Promise<(number | undefined)[]> {
  const { rows } = await q.query<{ n: number; version: number | null }>(
    `select w.n, (select max(v.version) from question_version v where v.question_id = w.id and v.bank = w.bank and v.version <= w.version) as version
     from jsonb_to_recordset($1::jsonb) as w(n integer, bank text, id text, version integer)`,
    [JSON.stringify(asked.map((a, n) => ({ n, ...a })))],
  )
  const out: (number | undefined)[] = asked.map(() => undefined)
  for (const r of rows) out[r.n] = r.version ?? undefined
  return out
}
