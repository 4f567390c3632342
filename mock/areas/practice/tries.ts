/** Rows of tries: every kind of practice writes them here, and whoever reads them reads only his own. */
import type { Answer } from '#src/contract/bank/answer.schema.ts'
import type { Bank } from '#src/contract/bank/question.ts'
import type { PracticeKind } from '#src/contract/practice/practice.ts'
import type { Try } from '#src/contract/practice/theory.schema.ts'
import type { Queryable } from '#mock/db/db.ts'
import { heardLearning } from '../record/time.ts'

export interface TryRow {
  id: string
  user_id: string
  kind: PracticeKind
  bank: Bank
  question_id: string
  question_version: number
  set_id: string | null
  run_id: string | null
  item: string | null
  answer: Answer | null
  share: number | null
  right: boolean | null
  own: boolean
  at: string
}
export type NewTry = Omit<TryRow, 'item' | 'own'> & Partial<Pick<TryRow, 'item' | 'own'>>
/** Of a wrong flag what is needed to find it again. */
export type NewFlagTry = Omit<NewTry, 'answer'> & { answer: { masked?: string; digest?: string } }

/** Keeps tries, in their order; an item of a run is answered once. */
export async function keepTries(q: Queryable, tries: readonly (NewTry | NewFlagTry)[]): Promise<void> {
  if (!tries.length) return
  await q.query(
    `insert into practice_try (id, user_id, kind, bank, question_id, question_version, set_id, run_id, item, answer, share, "right", own, at)
     select id, user_id, kind, bank, question_id, question_version, set_id, run_id, item, nullif(answer, 'null'::jsonb), share, "right", own, at
     from jsonb_populate_recordset(null::practice_try, $1::jsonb) on conflict do nothing`,
    [JSON.stringify(tries.map((t) => ({ item: null, own: false, ...t })))],
  )
  const heard = tries.map(({ user_id }) => ({ user_id, kind: 'practice' as const }))
  await heardLearning(q, heard, new Date(tries.at(-1)?.at ?? ''))
}

export const tryOf = (r: TryRow): Try => ({
  id: r.id,
  at: new Date(r.at).toISOString(),
  answer: r.answer,
  share: r.share,
  right: r.right,
  own: r.own,
})

/** A try at a question whose key is closed: that there was one, and nothing that tells what is right. */
export const untold = <T extends Pick<Try, 'answer' | 'share' | 'right' | 'own'>>(t: T): T => ({
  ...t,
  answer: null,
  share: null,
  right: null,
  own: false,
})
