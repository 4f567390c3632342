/** Hints and what they cost. A hint is known by its text: wherever it stands later, who paid for it reads it. */
import { createHash } from 'node:crypto'
import { inLanguage, type TextLanguage } from '#src/contract/bank/shown.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Practised } from './practisable.ts'

export const digestOf = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 32)

type Of = Pick<Practised, 'id' | 'data'>

export interface Paid {
  has(digest: string): boolean
  /** Points in all, hints among them that are not there any more. */
  spent: number
}
export async function paidHints(q: Queryable, user: string, question: string): Promise<Paid> {
  const { rows } = await q.query<{ digest: string; cost: number }>(
    'select digest, cost from question_hint where user_id = $1 and question_id = $2',
    [user, question],
  )
  const own = new Set(rows.map((r) => r.digest))
  return { has: (digest) => own.has(digest), spent: rows.reduce((sum, r) => sum + r.cost, 0) }
}

/** What a right answer is worth after hints: never less than nothing. */
export const worthAfter = (score: number, spent: number): number => Math.max(0, Math.round((score - spent) * 100) / 100)

/** Hints as their learner sees them; `all`: those he did not pay for as well. */
export function shownHints({ data }: Of, paid: Paid, language: TextLanguage, all = false) {
  const said = inLanguage(data, language).hints ?? []
  return (data.hints ?? []).map(({ cost, text }, n) => ({
    cost,
    text: all || cost <= 0 || paid.has(digestOf(text)) ? (said[n]?.text ?? text) : null,
  }))
}
