/** Questions that read alike: a digest of the text of each, kept with every edit. */
import { createHash } from 'node:crypto'
import type { Bank } from '#src/contract/bank/question.ts'
import type { Queryable } from '#mock/db/db.ts'

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

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

export const forgetText = async (q: Queryable, id: string): Promise<void> =>
  void (await q.query('delete from question_text where question_id = $1', [id]))
