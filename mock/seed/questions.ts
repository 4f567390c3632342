/** Questions of the demonstration as they were laid, for whoever is to have practised them. */
import { type Bank, resourceOf } from '#src/contract/bank/question.ts'
import type { Practised } from '../areas/practice/practisable.ts'
import { tableOf } from '../crud/shape.ts'
import type { Queryable } from '../db/db.ts'

export type Question<B extends Bank = Bank> = Pick<Practised, 'id' | 'version' | 'data' | 'created_by'> & { bank: B }

/** All of a bank, by the order in which they were added. */
export async function questionsOf<B extends Bank>(q: Queryable, bank: B): Promise<Question<B>[]> {
  const { rows } = await q.query<Omit<Question<B>, 'bank'>>(
    `select id, version, data, created_by from ${tableOf(resourceOf[bank])} order by id`,
  )
  return rows.map((r) => ({ ...r, bank }))
}
