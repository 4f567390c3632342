/** Pages of a log by place: each is one walk along an index, however many rows lie before it. */
import type { Queryable } from '../db/db.ts'
import type { Where } from '../crud/where.ts'
import type { LogTable, LogConditions } from './table.ts'

type Table = Pick<LogTable<object, unknown>, 'table' | 'id' | 'columns'>
export interface LogPageQuery {
  page_size: number
  after?: string | undefined
  before?: string | undefined
  oldest?: boolean
}
type Placed<Raw> = Raw & { place: string }

const micros = '(extract(epoch from t.at) * 1000000)::bigint'

/** The instant and number a cursor stands for, as a row value. */
function placeOf(w: Pick<Where, 'add'>, cursor: string): string {
  const [at = '', id = ''] = cursor.split('-')
  // an interval keeps the microseconds, a floating-point epoch would not
  return `(timestamptz 'epoch' + ${w.add(at)}::bigint * interval '1 microsecond', ${w.add(id)}::bigint)`
}

function copy({ w, each }: LogConditions): {
  params: unknown[]
  parts: string
  add: Where['add']
  each: LogConditions['each']
} {
  const params = [...w.params]
  return { params, parts: w.text(), add: (value) => `$${params.push(value)}`, each }
}

/** Rows on one side of a place, the nearest first. */
async function walk<Raw extends object>(
  q: Queryable,
  { table, id, columns }: Table,
  narrowed: LogConditions,
  way: 'older' | 'newer',
  from: string | undefined,
  most: number,
): Promise<Placed<Raw>[]> {
  const { params, parts, add, each } = copy(narrowed)
  const conditions = parts ? [parts.slice('where '.length)] : []
  if (from !== undefined) conditions.push(`(t.at, t.${id}) ${way === 'older' ? '<' : '>'} ${placeOf({ add }, from)}`)
  if (each) conditions.push(`t.${each.column} = v.value`)
  const order = way === 'older' ? 'desc' : 'asc'
  const one = `select ${columns}, t.at as place_at, ${micros} || '-' || t.${id} as place from ${table} t
    ${conditions.length ? `where ${conditions.join(' and ')}` : ''} order by t.at ${order}, t.${id} ${order} limit ${add(most)}`
  const sql = each
    ? `select t.* from unnest(${add(each.values)}::text[]) as v(value) cross join lateral (${one}) t
       order by t.place_at ${order}, t.${id} ${order} limit ${add(most)}`
    : one
  const { rows } = await q.query<Placed<Raw>>(sql, params)
  return rows
}

export interface KeysetPage<Raw> {
  rows: Placed<Raw>[]
  top: string | null
  newer: string | null
  older: string | null
}

/** A page that lies closer to the newest row than a whole page is the first page. */
export async function logPageOf<Raw extends object>(
  q: Queryable,
  table: Table,
  narrowed: LogConditions,
  { page_size, after, before, oldest }: LogPageQuery,
): Promise<KeysetPage<Raw>> {
  const some = page_size + 1
  if (after === undefined && (before !== undefined || oldest)) {
    const found = await walk<Raw>(q, table, narrowed, 'newer', oldest ? undefined : before, some)
    if (found.length > page_size || oldest) {
      const rows = found.slice(0, page_size).reverse()
      const top = rows[0]?.place ?? null
      const newer = found.length > page_size ? top : null
      return { rows, top, newer, older: oldest ? null : (rows.at(-1)?.place ?? null) }
    }
  }
  const found = await walk<Raw>(q, table, narrowed, 'older', after, some)
  const rows = found.slice(0, page_size)
  return {
    rows,
    top: rows[0]?.place ?? null,
    newer: after === undefined ? null : (rows[0]?.place ?? null),
    older: found.length > page_size ? (rows.at(-1)?.place ?? null) : null,
  }
}

/** Batches of everything that matches, newest first. */
export async function* batchesOf<Raw extends object>(
  q: Queryable,
  table: Table,
  narrowed: LogConditions,
  size: number,
): AsyncGenerator<Placed<Raw>[]> {
  for (let after: string | undefined; ; ) {
    const rows = await walk<Raw>(q, table, narrowed, 'older', after, size)
    if (rows.length) yield rows
    if (rows.length < size) return
    after = rows.at(-1)?.place
  }
}

/** Rows that are newer than a place, as far as `most`. */
export async function newsOf(
  q: Queryable,
  table: Table,
  narrowed: LogConditions,
  since: string,
  most: number,
): Promise<{ count: number; more: boolean }> {
  const rows = await walk(q, { ...table, columns: `t.${table.id}` }, narrowed, 'newer', since, most + 1)
  return { count: Math.min(rows.length, most), more: rows.length > most }
}
