/**
 * The platform's tables in a database that others may use too: those its migrations made, whose texts are known, and those of documents,
 * which carry the mark they were made with.
 */
import type { Queryable } from './db.ts'

const tables = /^create (?:unlogged )?table (?:if not exists )?(\w+)/gim
const functions = /^create (?:or replace )?function (\w+)/gim
/** As `prepareTables` writes it. */
const marked = /^[0-9a-f]{32}$/

export interface Own {
  tables: { name: string; mark: string | null }[]
  functions: string[]
  /** Tables of the schema that are somebody else's. */
  others: number
}

/** @param migrations texts of those that ran here; none when this was never the platform's database */
export async function ownTables(q: Queryable, migrations: readonly string[]): Promise<Own> {
  const { rows } = await q.query<{ name: string; mark: string | null }>(
    `select relname as name, obj_description(oid, 'pg_class') as mark from pg_class
     where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace order by relname`,
  )
  const made = (pattern: RegExp) => migrations.flatMap((text) => [...text.matchAll(pattern)].map((m) => m[1] ?? ''))
  const migrated = new Set(migrations.length ? ['migration', ...made(tables)] : [])
  const own = rows.filter(
    (t) => migrated.has(t.name) || (migrations.length > 0 && t.name.startsWith('r_') && marked.test(t.mark ?? '')),
  )
  return { tables: own, functions: made(functions), others: rows.length - own.length }
}
