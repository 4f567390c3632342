import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Db, Tx } from './db.ts'

/** Beside this file in the source, and beside the bundle in a build. */
export const ownMigrations = (): string => path.join(path.dirname(fileURLToPath(import.meta.url)), 'migrations')

export interface MigrateOptions {
  dir?: string
  now?: () => Date
}

/** Servers that start together take turns on it. */
const turn = 727001

export interface MigrationFile {
  name: string
  sum: string
  text: string
}

/** The migrations this program knows, in their order. */
export function migrationFiles(dir = ownMigrations()): MigrationFile[] {
  return fs
    .readdirSync(dir)
    .filter((name) => /^\d{3}-.+\.sql$/.test(name))
    .sort()
    .map((name) => {
      // a checkout with other line ends is the same migration
      const text = fs.readFileSync(path.join(dir, name), 'utf8').replaceAll('\r\n', '\n')
      return { name, text, sum: createHash('sha256').update(text).digest('hex') }
    })
}

/** Runs a migration and writes down that it ran. */
export async function runMigration(q: Tx, { name, sum, text }: MigrationFile, at: Date): Promise<void> {
  await q.script(text)
  await q.query('insert into migration (name, sum, at) values ($1, $2, $3)', [name, sum, at.toISOString()])
}

/** For a database that others begin with: its migrations count as run at the first start there, not when it was made. */
export const unpacked = (db: Db): Promise<unknown> => db.query(`update migration set at = '-infinity'`)

/**
 * Runs the `NNN-name.sql` files that have not run yet, in order, each in a transaction of its own.
 * @returns names of the files that ran
 * @throws Error when a file changed after it ran, or when the database knows one that this program does not
 */
export async function migrate(
  db: Db,
  { dir = ownMigrations(), now = () => new Date() }: MigrateOptions = {},
): Promise<string[]> {
  const files = migrationFiles(dir)
  if (files.length === 0) throw new Error(`no migrations in ${dir}`)

  const known = await db.tx(async (q) => {
    await q.query('select pg_advisory_xact_lock($1)', [turn])
    await q.query(
      `create table if not exists migration (name text collate "C" primary key, sum text not null, at timestamptz not null)`,
    )
    const { rows } = await q.query<{ name: string; sum: string; unpacked: boolean }>(
      `select name, sum, at = '-infinity' as unpacked from migration order by name`,
    )
    const unknown = rows.filter((r) => !files.some((f) => f.name === r.name)).map((r) => r.name)
    if (unknown.length) throw new Error(`the database was made by a newer version: it has ${unknown.join(', ')}`)
    if (rows.some((r) => r.unpacked))
      await q.query(`update migration set at = $1 where at = '-infinity'`, [now().toISOString()])
    return new Map(rows.map((r) => [r.name, r.sum]))
  })

  const ran: string[] = []
  for (const file of files) {
    if (known.get(file.name) === file.sum) continue
    await db.tx(async (q) => {
      await q.query('select pg_advisory_xact_lock($1)', [turn])
      const before = await q.query<{ sum: string }>('select sum from migration where name = $1', [file.name])
      const had = before.rows[0]
      if (had && had.sum !== file.sum) throw new Error(`${file.name} was changed after it ran`)
      if (had) return
      await runMigration(q, file, now())
      ran.push(file.name)
    })
  }
  return ran
}
