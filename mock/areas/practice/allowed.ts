/**
 * What may be practised: what the caller's audience allows, in sets that are open for practice, and nothing that an exam asks that
 * somebody may still write. Whoever keeps a bank practises all of it, save what is withheld.
 */
import { type Bank, resourceOf, setOf } from '#src/contract/bank/question.ts'
import { resources } from '#src/contract/resources.ts'
import { tableOf } from '#mock/crud/shape.ts'
import { seenText } from '#mock/crud/ownership.ts'
import { type Add, where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Who } from '#mock/http/handler.ts'
import { questions } from '../bank/banks.ts'
import { closedOf, isClosed, papersInUse } from '../bank/keyAccess.ts'

/** Banks whose questions are practised as exercises; flags have a desk of their own. */
export const exerciseBanks = ['theory', 'exercise'] as const satisfies readonly Bank[]
export type ExerciseBank = (typeof exerciseBanks)[number]

/** What an exam asks stays out of practice as long as its key is closed. */
export const withheld = isClosed
export const withheldOf = closedOf

/** Ids of sets that are open for practice, and of those below them. */
const openSets = (bank: Bank): string => {
  const table = tableOf(setOf[bank])
  return `select s.id from (with recursive open_set as (
    select id from ${table} where (data->>'practice')::boolean
    union select s.id from ${table} s join open_set o on s.k_parent_id = o.id) select id from open_set) s`
}

/** A condition on row `t` of a bank's questions. */
export function practisable(bank: Bank, who: Who, now: Date, add: Add): string {
  const seen = seenText(resources[resourceOf[bank]].line, who, add)
  return `${seen} and t.k_set_id in (${openSets(bank)}) and not (${withheld('t.id', now, add)})`
}

/** A condition on row `t` of the papers. */
export function practisablePaper(who: Who, now: Date, add: Add): string {
  const seen = seenText(resources.paper.line, who, add)
  return `${seen} and (t.data->>'practice')::boolean and t.id not in (${papersInUse(now, add)})`
}

export interface OpenQuestion {
  bank: ExerciseBank
  id: string
  version: number
  data: Record<string, unknown>
}
/** A question of either bank that the caller may practise now. Throws `not_found` otherwise: what is withheld is not there. */
export async function openQuestion(q: Queryable, who: Who, id: string, now: Date): Promise<OpenQuestion> {
  for (const bank of exerciseBanks) {
    const w = where()
    const { rows } = await q.query<Omit<OpenQuestion, 'bank'>>(
      `select t.id, t.version, t.data from ${questions[bank].table} t where t.id = ${w.add(id)} and ${practisable(bank, who, now, w.add)}`,
      w.params,
    )
    if (rows[0]) return { bank, ...rows[0] }
  }
  throw new Fail('not_found')
}
