/** Who chose what: counted by the database, so that answers of thousands need not travel. */
import type { ItemReport } from '#src/contract/exam/analysis.schema.ts'
import type { Queryable } from '#mock/db/db.ts'
import { itemKeyOf } from '../sheet.ts'
import type { QuestionColumn, CountedSheet } from './sheets.ts'

export interface ChoiceCounts {
  /** By `item choice third`. */
  chosen: ReadonlyMap<string, number>
  /** Answers that are there, by item. */
  answered: ReadonlyMap<string, number>
}
/** @param third of each sheet, in the order of the sheets */
export async function countsOf(
  q: Queryable,
  sheets: readonly CountedSheet[],
  third: readonly number[],
): Promise<ChoiceCounts> {
  const given = JSON.stringify(sheets.map((s, n) => ({ id: s.id, third: third[n] ?? 1 })))
  const { rows } = await q.query<{ item: string; choice: string | null; third: number; n: number }>(
    `with sheets as (select id, third from jsonb_to_recordset($1::jsonb) as t(id text, third integer)),
     answers as (
       select w.item, w.answer->'chosen' as chosen, w.answer->>'truth' as truth, t.third, count(*)::integer as n
       from sheets t join exam_answer w on w.attempt_id = t.id and w.answer is not null group by 1, 2, 3, 4
     )
     select item, null as choice, 0 as third, sum(n)::integer as n from answers group by 1
     union all
     select item, c.choice, third, sum(n)::integer as n from answers, lateral (
       select jsonb_array_elements_text(chosen) as choice where jsonb_typeof(chosen) = 'array'
       union all select truth where truth is not null
     ) c group by 1, 2, 3`,
    [given],
  )
  const chosen = new Map<string, number>()
  const answered = new Map<string, number>()
  for (const r of rows)
    if (r.choice === null) answered.set(r.item, r.n)
    else chosen.set(`${r.item} ${r.choice} ${r.third}`, r.n)
  return { chosen, answered }
}

/** Options of a question with how many of each third chose them; none where nothing is chosen. */
export function choicesOf({ items, read }: QuestionColumn, { chosen }: ChoiceCounts): ItemReport['choices'] {
  const [first = ''] = items.values()
  const key = itemKeyOf(read, first)
  const shown = read.items.asked.get(first)
  const options =
    key.type === 'true-false'
      ? [true, false].map((truth) => ({ id: String(truth), text: '', right: key.truth === truth }))
      : (shown?.options ?? []).map((o) => ({
          ...o,
          right: key.options?.some((k) => k.id === o.id && k.correct) ?? false,
        }))
  const count = (choice: string, third: number) =>
    [...items.values()].reduce((n, item) => n + (chosen.get(`${item} ${choice} ${third}`) ?? 0), 0)
  return options.map((o) => ({ ...o, low: count(o.id, 0), middle: count(o.id, 1), high: count(o.id, 2) }))
}
