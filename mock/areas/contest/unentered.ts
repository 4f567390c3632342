import type { Queryable } from '#mock/db/db.ts'
import { Fail } from '#mock/http/request/handler.ts'

interface Within {
  q: Queryable
}
/**
 * Hooks of every kind of contest: one that nobody has entered may go, with what the engine made of it; without entries nothing is in its ledger.
 * @param along tables, each with the column that names the contest, in the order in which they are written
 */
export const goesUnentered = <T extends readonly (readonly [table: string, column: string])[]>(along: T) => ({
  along,
  /** @throws Fail `in_use` */
  async unused({ id }: { id: string }, { q }: Within): Promise<void> {
    const { rows } = await q.query<{ n: number }>(
      'select count(*)::integer as n from contest_participant where contest_id = $1',
      [id],
    )
    const n = rows[0]?.n ?? 0
    if (n > 0) throw new Fail('in_use', { by: { entry: n }, n })
  },
  async removed({ id }: { id: string }, { q }: Within): Promise<void> {
    for (const [table, column] of along) await q.query(`delete from ${table} where ${column} = $1`, [id])
  },
})
