/** Who may read and write a discussion of a question, and how much is said in it. */
import { type Bank, resourceOf } from '#src/contract/bank/question.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Platform, type Caller } from '#mock/http/request/handler.ts'
import { type Practised, questionFor } from './practisable.ts'

/** A flag challenge gives nothing away before it is solved; its keepers read along. */
export async function mayTalk(q: Queryable, who: Pick<Caller, 'id'>, { id, bank, keeps }: Practised): Promise<boolean> {
  if (keeps || bank !== 'flag') return true
  const { rows } = await q.query('select 1 from flag_solve where question_id = $1 and user_id = $2', [id, who.id])
  return rows.length > 0
}

/** @returns who wrote the question: his words are marked. Throws for whoever may not read along. */
export async function talkOf(
  c: { q: Queryable; who: Caller; platform: Pick<Platform, 'now'> },
  bank: Bank,
  id: string,
): Promise<string | undefined> {
  const question = await questionFor(c, id)
  if (question.bank !== bank) throw new Fail('not_found')
  if (!(await mayTalk(c.q, c.who, question))) throw new Fail('solve_first')
  return question.created_by
}

/** Comments that others may see, answers among them. */
export async function commentsOn(q: Queryable, { id, bank }: Pick<Practised, 'id' | 'bank'>): Promise<number> {
  const { rows } = await q.query<{ n: number }>(
    `select count(*)::integer as n from r_comment where k_entity = $1 and k_entity_id = $2 and k_state = 'visible'`,
    [resourceOf[bank], id],
  )
  return rows[0]?.n ?? 0
}
