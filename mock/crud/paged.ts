import type { Queryable } from '../db/db.ts'
import { totalOf } from './total.ts'
import type { Where } from './where.ts'

export interface Paged<Row> {
  rows: Row[]
  total: number
  page: number
  page_size: number
}
interface Asked {
  select: string
  /** `table t join …` */
  from: string
  /** Where the rows shown need more than the rows that are counted. */
  shownFrom?: string
  w: Where
  order: string
  /** `page` and `page_size`, among others. */
  query: Readonly<Record<string, unknown>>
  /** Whose rows they are, where they are a person's: see `remembered`. */
  owner?: string
}

/** One page of rows, and how many there are in all. */
export async function paged<Row extends object>(
  q: Queryable,
  { select, from, shownFrom = from, w, order, query, owner }: Asked,
): Promise<Paged<Row>> {
  const [page, page_size] = [Number(query['page']), Number(query['page_size'])]
  const [total, { rows }] = await Promise.all([
    totalOf(q, `from ${from}`, w, owner),
    q.query<Row>(
      `select ${select} from ${shownFrom} ${w.text()} order by ${order} limit ${w.add(page_size)} offset ${w.add((page - 1) * page_size)}`,
      w.params,
    ),
  ])
  return { rows, total, page, page_size }
}
