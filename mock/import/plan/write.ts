/** Rows of a library written some hundred at a time: made, overwritten, put back, taken away. */
import type { NamedResourceSpec } from '#src/contract/lib/resource.ts'
import type { Audience } from '#src/contract/lib/crud.ts'
import type { Queryable } from '#mock/db/db.ts'
import { addAudience, forgetAudiences } from '#mock/crud/audience.ts'
import type { Hand } from '#mock/crud/documents.ts'
import { forgetPeople, ownedBy } from '#mock/crud/ownership.ts'
import { writable } from '#mock/crud/pack.ts'
import { type Data, type Shape, shapeOf } from '#mock/crud/shape.ts'

const packed = (s: Shape, rows: readonly { data: Data }[]): string =>
  JSON.stringify(rows.map((r) => ({ ...r, ...writable(s, r.data) })))
const keysOf = (s: Shape) => ['find', ...s.keys.map((k) => k.column)]

export async function insertRows(
  q: Queryable,
  line: NamedResourceSpec,
  rows: readonly { id: string; data: Data }[],
  { at, by }: Hand,
  audience: Audience,
): Promise<void> {
  const s = shapeOf(line)
  const stamps = {
    version: 1,
    created_at: at,
    updated_at: at,
    created_by: by,
    updated_by: by,
    ...(s.audience ? { open: audience.all } : {}),
    ...(s.owned ? ownedBy(by) : {}),
  }
  const columns = ['id', 'data', ...Object.keys(stamps), ...keysOf(s)].join(', ')
  await q.query(
    `insert into ${s.table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${s.table}, $1::jsonb)`,
    [
      packed(
        s,
        rows.map((r) => ({ ...r, ...stamps })),
      ),
    ],
  )
  if (s.audience)
    await addAudience(
      q,
      s.name,
      rows.map((r) => r.id),
      audience,
    )
}

export interface Overwrite {
  id: string
  /** The version that is overwritten; a row at another one stays as it is. */
  version: number
  data: Data
  updated_at: string | Date
  updated_by: string
}

/**
 * The version only ever goes up, also where an older text comes back: a form that is open on the text in between must not pass for
 * up to date.
 * @returns ids of the rows that were at their version
 */
export async function overwriteRows(
  q: Queryable,
  line: NamedResourceSpec,
  rows: readonly Overwrite[],
): Promise<Set<string>> {
  const s = shapeOf(line)
  const sets = ['data', 'updated_at', 'updated_by', ...keysOf(s)].map((c) => `${c} = n.${c}`).join(', ')
  const done = await q.query<{ id: string }>(
    `update ${s.table} t set ${sets}, version = t.version + 1
     from jsonb_populate_recordset(null::${s.table}, $1::jsonb) n
     where t.id = n.id and t.version = n.version returning t.id`,
    [packed(s, rows)],
  )
  return new Set(done.rows.map((r) => r.id))
}

/**
 * Which of the rows other rows name. Holds them until the transaction ends, so that nobody begins to name one meanwhile.
 * @param without of a look ahead, which holds nothing: by resource the rows that would not name them any more
 */
export async function inUse(
  q: Queryable,
  line: NamedResourceSpec,
  ids: readonly string[],
  lineOf: (resource: string) => NamedResourceSpec,
  without?: ReadonlyMap<string, readonly string[]>,
): Promise<Set<string>> {
  const used = new Set<string>()
  if (!line.usedBy?.length) return used
  if (!without)
    await q.query(`select 1 from ${shapeOf(line).table} where id = any($1::text[]) order by id for update`, [ids])
  for (const place of line.usedBy) {
    const [resource = '', field = ''] = place.split('.')
    const { table } = shapeOf(lineOf(resource))
    const kind = lineOf(resource).fields[field]
    const column = kind?.kind === 'ref' && kind.many ? `unnest(k_${field})` : `k_${field}`
    const { rows } = await q.query<{ id: string }>(
      `select distinct u.id from (select id as by, ${column} as id from ${table}) u
       where u.id = any($1::text[]) and u.by <> all($2::text[])`,
      [ids, without?.get(resource) ?? []],
    )
    for (const { id } of rows) used.add(id)
  }
  return used
}

/** @returns ids of the rows that were at their version and are gone */
export async function removeRows(
  q: Queryable,
  line: NamedResourceSpec,
  rows: readonly { id: string; version: number }[],
): Promise<Set<string>> {
  const { table, name, audience, owned } = shapeOf(line)
  const done = await q.query<{ id: string }>(
    `delete from ${table} t using jsonb_to_recordset($1::jsonb) as n(id text, version integer)
     where t.id = n.id and t.version = n.version returning t.id`,
    [JSON.stringify(rows)],
  )
  const gone = done.rows.map((r) => r.id)
  if (audience) await forgetAudiences(q, name, gone)
  if (owned) await forgetPeople(q, name, gone)
  return new Set(gone)
}
