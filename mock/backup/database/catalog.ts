/** Which tables a backup holds, with their columns and keys, as the database itself says. */
import { type Queryable, quoteName } from '#mock/db/db.ts'
import { type MigrationFile, migrationFiles } from '#mock/db/migrate.ts'
import { ownTables } from '#mock/db/own-tables.ts'

/** Where these are, they stay: the list of backups is that of this machine, and the migrations are told in the manifest. */
export const localTables: ReadonlySet<string> = new Set(['backup', 'restore', 'backup_before', 'migration'])

interface Column {
  name: string
  /** As SQL writes it, to read a text back into it. */
  type: string
  /** Its values are counted by the database. */
  identity: boolean
}
export interface DatabaseTable {
  name: string
  mark: string | null
  /** Without those the database works out itself. */
  columns: Column[]
  /** Of the primary key; empty when the table has none. */
  key: string[]
  /** Rows, as the database guesses. */
  about: number
}

/** Migrations that ran here, in their order. */
export async function migrationsOf(q: Queryable): Promise<MigrationFile[]> {
  const { rows } = await q.query<{ name: string }>('select name from migration')
  const ran = new Set(rows.map((r) => r.name))
  return migrationFiles().filter((f) => ran.has(f.name))
}

/** All tables of the platform but those that stay, by name. */
export async function backedUpTables(q: Queryable, migrations: readonly MigrationFile[]): Promise<DatabaseTable[]> {
  const own = await ownTables(
    q,
    migrations.map((m) => m.text),
  )
  const marks = new Map(own.tables.filter((t) => !localTables.has(t.name)).map((t) => [t.name, t.mark]))
  const { rows } = await q.query<{
    tab: string
    about: number
    name: string
    type: string
    identity: boolean
    key: number | null
  }>(
    `select c.relname as tab, greatest(c.reltuples, 0)::float8 as about, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
       a.attidentity <> '' as identity, array_position(i.indkey::int2[], a.attnum) as key
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       left join pg_index i on i.indrelid = c.oid and i.indisprimary
     where c.relnamespace = current_schema()::regnamespace and c.relname = any($1::text[])
     order by c.relname, a.attnum`,
    [[...marks.keys()]],
  )
  const tables = new Map<string, DatabaseTable & { keys: [number, string][] }>()
  for (const { tab, about, name, type, identity, key } of rows) {
    const t = tables.get(tab) ?? { name: tab, mark: marks.get(tab) ?? null, columns: [], key: [], keys: [], about }
    t.columns.push({ name, type, identity })
    if (key !== null) t.keys.push([key, name])
    tables.set(tab, t)
  }
  return [...tables.values()].map(({ keys, ...t }) => ({
    ...t,
    key: keys.sort(([a], [b]) => a - b).map(([, name]) => name),
  }))
}

/** A row as one line: its values as texts, in the order of the columns. Every type comes back as it was. */
export const rowJsonSql = ({ columns }: DatabaseTable, alias: string): string =>
  `json_build_array(${columns.map((c) => `${alias}.${quoteName(c.name)}::text`).join(', ')})::text`
