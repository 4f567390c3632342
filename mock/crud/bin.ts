/** What was removed, for a while: kept with its audience and with what went along, and put back as it stood under its own id. */
import { limits } from '#src/contract/limits.ts'
import type { Queryable } from '../db/db.ts'
import { Fail, type Caller } from '../http/request/handler.ts'
import type { StoredDocument } from './documents.ts'

/** Table and the column that names the row. */
export type Along = readonly (readonly [table: string, column: string])[]

interface Removed {
  row: StoredDocument<object>
  audience: object[]
  along: Record<string, object[]>
  /** What other rows lost with it. */
  left: object[]
  removed_by: string
}
const since = (now: Date) => new Date(now.getTime() - limits.binHours * 3_600_000).toISOString()

const rowsOf = async (q: Queryable, table: string, column: string, id: string): Promise<object[]> =>
  (
    await q.query<{ rows: object[] }>(
      `select coalesce(jsonb_agg(to_jsonb(t)), '[]') as rows from ${table} t where ${column} = $1`,
      [id],
    )
  ).rows[0]?.rows ?? []

/** What nobody may put back any more is not kept: a removed account's words and password least of all. */
export const emptyBin = (q: Queryable, now: Date): Promise<unknown> =>
  q.query('delete from removed_row where removed_at < $1', [since(now)])

/** Before anything of the row is gone. */
export async function throwInBin(
  q: Queryable,
  resource: string,
  row: StoredDocument<object>,
  along: Along,
  left: readonly object[],
  hand: { at: Date; by: string },
): Promise<void> {
  await emptyBin(q, hand.at)
  const { rows: audience } = await q.query<object>('select * from audience where resource = $1 and entity_id = $2', [
    resource,
    row.id,
  ])
  const went: Record<string, object[]> = {}
  for (const [table, column] of along) went[table] = await rowsOf(q, table, column, row.id)
  await q.query(
    `insert into removed_row (resource, id, row, audience, along, removed_at, removed_by, "left") values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (resource, id) do update set row = excluded.row, audience = excluded.audience, along = excluded.along,
       removed_at = excluded.removed_at, removed_by = excluded.removed_by, "left" = excluded."left"`,
    [
      resource,
      row.id,
      JSON.stringify(row),
      JSON.stringify(audience),
      JSON.stringify(went),
      hand.at.toISOString(),
      hand.by,
      JSON.stringify(left),
    ],
  )
}

/** The row, for whoever removed it or an administrator. Throws `not_found` when it is in no bin, or not any more. */
export async function takeFromBin(
  q: Queryable,
  resource: string,
  id: string,
  who: Caller,
  now: Date,
): Promise<Removed> {
  const { rows } = await q.query<Removed>(
    `delete from removed_row where resource = $1 and id = $2 and removed_at >= $3 returning row, audience, along, "left", removed_by`,
    [resource, id, since(now)],
  )
  const [found] = rows
  if (!found) throw new Fail('not_found')
  if (found.removed_by !== who.id && !who.is_admin) throw new Fail('no_operation_permission')
  return found
}

/** After the row stands again. */
export async function bringAlong(q: Queryable, along: Along, { audience, along: went }: Removed): Promise<void> {
  const put = (table: string, rows: readonly object[]) =>
    rows.length === 0
      ? undefined
      : q.query(
          `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb) on conflict do nothing`,
          [JSON.stringify(rows)],
        )
  await put('audience', audience)
  for (const [table] of along) await put(table, went[table] ?? [])
}
