/** One kind of thing that is cleared: how much of it is old enough, and taking it away a piece at a time. */
import type { Bounds } from '#src/contract/system/clearing.ts'
import type { Platform } from '#mock/http/request/handler.ts'

export interface Amount {
  count: number
  bytes: number
}
export interface Category {
  look: (platform: Platform, bounds: Bounds) => Promise<Amount>
  /** Takes a piece; nothing when all is gone. */
  take(platform: Platform, bounds: Bounds): Promise<Amount>
}

export const zeroAmount: Amount = { count: 0, bytes: 0 }
/** Rows of one statement. */
const piece = 500

/**
 * Rows of a table.
 * @param old says which are old enough; `$1` is the instant
 * @param bytes size of a row `t`, in SQL
 */
export function tableCategoryOf(table: string, old: string, bytes = 'pg_column_size(t.*)'): Category {
  const sum = `count(*)::int as count, coalesce(sum(bytes), 0)::bigint as bytes`
  const run = async ({ db }: Platform, sql: string, { before }: Bounds): Promise<Amount> => {
    if (before === null) return zeroAmount
    // a part of the product that is not there yet has nothing to clear
    const there = await db.query<{ here: boolean }>('select to_regclass($1) is not null as here', [table])
    if (!there.rows[0]?.here) return zeroAmount
    const { rows } = await db.query<Amount>(sql, [before.toISOString()])
    return rows[0] ?? zeroAmount
  }
  return {
    look: (p, b) => run(p, `select ${sum} from (select ${bytes} as bytes from ${table} t where ${old}) x`, b),
    take: (p, b) =>
      run(
        p,
        `with picked as (select ctid as c, ${bytes} as bytes from ${table} t where ${old} limit ${piece}),
           gone as (delete from ${table} d using picked where d.ctid = picked.c returning picked.bytes)
         select ${sum} from gone`,
        b,
      ),
  }
}
