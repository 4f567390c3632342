/**
 * Makes and mends the tables of the resources at every start: a new field gets its column, its index and its keys, nothing is taken away
 * but indexes nobody asks for any more. Two servers that start together take turns on an advisory lock; the second finds nothing to do.
 */
import type { NamedResourceSpec } from '#src/contract/lib/resource.ts'
import { createHash } from 'node:crypto'
import { usualSharing } from '#src/contract/lib/ownership.ts'
import { resources } from '#src/contract/resources.ts'
import type { Db, Queryable, Tx } from '../db/db.ts'
import { type Data, quoted, type Shape, shapeOf } from './shape.ts'
import { writable } from './pack.ts'

const turn = 727002
const batch = 500

const tableSql = (s: Shape) => `create table if not exists ${s.table} (
  id text collate "C" primary key,
  data jsonb not null,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by text not null,
  updated_by text not null,
  find text collate "C" not null
)`

/** Writes the keys of every row again, in batches, from the documents themselves. */
async function rekey(q: Queryable, s: Shape): Promise<void> {
  const columns = ['find', ...s.keys.map((k) => k.column)]
  for (let after = ''; ; ) {
    const { rows } = await q.query<{ id: string; data: Data }>(
      `select id, data from ${s.table} where id > $1 order by id limit ${batch}`,
      [after],
    )
    const last = rows.at(-1)
    if (!last) return
    await q.query(
      `update ${s.table} t set ${columns.map((c) => `${c} = n.${c}`).join(', ')}
       from jsonb_populate_recordset(null::${s.table}, $1::jsonb) n where t.id = n.id`,
      [JSON.stringify(rows.map((r) => ({ id: r.id, ...writable(s, r.data) })))],
    )
    after = last.id
  }
}

/** What a table of that shape has beside its first columns; may be said again. */
const columnsSql = (s: Shape): string[] => [
  ...(s.audience ? [`alter table ${s.table} add column if not exists open boolean not null default false`] : []),
  ...(s.owned
    ? [
        `alter table ${s.table} add column if not exists owner_id text collate "C",
      add column if not exists share_scope text not null default ${quoted(usualSharing.scope)},
      add column if not exists share_level text not null default ${quoted(usualSharing.level)},
      add column if not exists share_org text collate "C"`,
        // rows from before there were owners are their makers'
        `update ${s.table} set owner_id = created_by where owner_id is null`,
        `alter table ${s.table} alter column owner_id set not null`,
      ]
    : []),
  ...s.keys.map((k) => `alter table ${s.table} add column if not exists ${k.column} ${k.type}`),
]
/** Indexes and rules; rows from before a rule stay as they are until they are written again. */
const rulesSql = (s: Shape): string[] => [
  ...s.indexes.map((index) => index.sql),
  ...s.fits.map(({ name, check }) => `alter table ${s.table} add constraint ${name} check (${check}) not valid`),
  `comment on table ${s.table} is '${s.mark}'`,
]

/** One that is not there: in one go, a round trip instead of twenty. */
const makeTable = (q: Tx, s: Shape): Promise<void> =>
  q.script([tableSql(s), ...columnsSql(s), ...rulesSql(s)].join(';\n'))

/** One of another shape. */
async function mendTable(q: Tx, s: Shape): Promise<void> {
  await q.script(columnsSql(s).join(';\n'))
  await rekey(q, s)
  const wanted = new Set(s.indexes.map((i) => i.name))
  const { rows } = await q.query<{ name: string }>(
    `select indexname as name from pg_indexes where schemaname = current_schema() and tablename = $1`,
    [s.table],
  )
  for (const { name } of rows)
    if (name.startsWith(`${s.table}__`) && !wanted.has(name)) await q.query(`drop index if exists ${name}`)
  const { rows: held } = await q.query<{ name: string }>(
    `select conname as name from pg_constraint where conrelid = $1::text::regclass and contype = 'c'`,
    [s.table],
  )
  for (const { name } of held)
    if (name.startsWith(`${s.table}__`)) await q.query(`alter table ${s.table} drop constraint ${name}`)
  await q.script(rulesSql(s).join(';\n'))
}

const lines: readonly NamedResourceSpec[] = Object.values(resources).map((r) => r.line)

/** Changes whenever a start would change the tables. */
export const tablesKey = createHash('sha256')
  .update(lines.map((l) => shapeOf(l).mark).join())
  .digest('hex')

/**
 * Makes the tables of all documents, or of the given lines, in a migrated database.
 * @returns names of the tables that were made or changed
 */
export async function prepareTables(
  db: Pick<Db, 'tx'>,
  which: readonly NamedResourceSpec[] = lines,
): Promise<string[]> {
  return db.tx(async (q) => {
    await q.query(`select pg_advisory_xact_lock(${turn})`)
    const { rows } = await q.query<{ name: string; mark: string | null }>(
      `select relname as name, obj_description(oid, 'pg_class') as mark from pg_class
       where relkind = 'r' and relnamespace = current_schema()::regnamespace`,
    )
    const marks = new Map(rows.map((r) => [r.name, r.mark]))
    const done: string[] = []
    for (const s of which.map(shapeOf)) {
      if (marks.get(s.table) === s.mark) continue
      await (marks.has(s.table) ? mendTable : makeTable)(q, s)
      done.push(s.table)
    }
    return done
  })
}
