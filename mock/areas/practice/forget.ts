/** What goes with a question: what was said about it and who collected it. Notes stay their writers'; attempts at flags count on. */
import type { resourceOf } from '#src/contract/bank/question.ts'
import type { Queryable } from '#mock/db/db.ts'

const tables = ['question_collected', 'question_report', 'question_hint', 'flag_solve', 'flag_shared', 'flag_scene']

export async function forgetKept(
  q: Queryable,
  resource: (typeof resourceOf)[keyof typeof resourceOf],
  id: string,
): Promise<void> {
  for (const table of tables) await q.query(`delete from ${table} where question_id = $1`, [id])
  await q.query('delete from r_comment where k_entity = $1 and k_entity_id = $2', [resource, id])
}
