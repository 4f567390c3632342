/** The three banks of questions as the server keeps them: their tables, and what stands beside a question. */
import { signedName } from '#mock/crud/signed.ts'
import { type Bank, resourceOf, setOf } from '#src/contract/bank/question.ts'
import { documents } from '#mock/crud/documents.ts'
import type { Queryable } from '#mock/db/db.ts'

export const questions = {
  theory: documents('theory-question'),
  exercise: documents('exercise'),
  flag: documents('flag-challenge'),
} as const satisfies Record<Bank, unknown>

export type QuestionResource = (typeof resourceOf)[Bank]
export type SetResource = (typeof setOf)[Bank] | 'paper-set'

/** People by their id, each by name and account; whoever is gone has none. */
export async function namesOf(q: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (!ids.length) return new Map()
  const { rows } = await q.query<{ id: string; name: string | null }>(
    `select u.id, ${signedName('u')} as name from r_user u where u.id = any($1::text[])`,
    [[...new Set(ids)]],
  )
  return new Map(rows.map((r) => [r.id, r.name ?? '']))
}
