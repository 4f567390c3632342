import type { Queryable } from '../db/db.ts'
import { rememberedBriefly, remembered } from '../db/remember.ts'
import type { Where } from './where.ts'

/**
 * How many rows meet the conditions. All of a table are counted in a millisecond, from an index; conditions have to look at each row, so
 * what came out is kept until it may be another.
 */
export async function totalOf(q: Queryable, from: string, w: Where, owner?: string): Promise<number> {
  const conditions = w.text()
  const sql = `select count(*) as n ${from} ${conditions}`
  const params = [...w.params]
  const rows = conditions
    ? await remembered<{ n: number }>(q, sql, params, owner)
    : (await q.query<{ n: number }>(sql)).rows
  return Number(rows[0]?.n ?? 0)
}

/**
 * The same for a long list whose every page says how many there are: where nothing tells when that changes, it is counted again after some
 * seconds, and not for each page.
 */
export async function roughTotalOf(q: Queryable, from: string, w: Where, owner: string): Promise<number> {
  const rows = await rememberedBriefly<{ n: number }>(
    q,
    `select count(*) as n ${from} ${w.text()}`,
    [...w.params],
    owner,
  )
  return Number(rows[0]?.n ?? 0)
}
