/** Names of what a try was asked in: sets of questions, papers, sets of flags. */
import { type Bank, setOf } from '#src/contract/bank/question.ts'
import { tableOf } from '#mock/crud/shape.ts'
import type { Queryable } from '#mock/db/db.ts'

export async function practiceSetName(q: Queryable, bank: Bank, id: string): Promise<string | undefined> {
  const { rows } = await q.query<{ name: string }>(
    `select data->>'name' as name from ${tableOf(setOf[bank])} where id = $1`,
    [id],
  )
  return rows[0]?.name
}

/** A statement with rows `id, name` of everything tries are asked in. */
export const everySet = ['theory-set', 'exercise-set', 'flag-set', 'paper']
  .map((name) => `select id, data->>'name' as name from ${tableOf(name)}`)
  .join(' union all ')
