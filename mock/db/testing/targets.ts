/** The engines a suite runs on, each with an empty, migrated database. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fillFolder, memoryDb } from '#tests/support/database.ts'
import { type Postgres, postgresOrWhyNot } from '#tests/support/postgres.ts'
import type { Db } from '../db.ts'
import { migrate } from '../migrate.ts'
import { openPg } from '../pg.ts'
import { openPglite } from '../pglite.ts'

export interface Opened {
  db: Db
  close(): Promise<void>
}

/** A new directory below the temporary one. */
export function temporary(name: string): { dir: string; remove: () => void } {
  const dir = mkdtempSync(path.join(tmpdir(), `range-${name}-`))
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) }
}

/** A data directory with an empty database, without the seconds initdb takes. */
export async function filledDir(name: string): Promise<{ dir: string; remove: () => void }> {
  const made = temporary(name)
  await fillFolder(made.dir)
  return made
}

async function memory(): Promise<Opened> {
  const db = await memoryDb()
  return { db, close: () => db.close() }
}

async function worker(): Promise<Opened> {
  const { dir, remove } = await filledDir('worker')
  const db = await openPglite(dir).catch((e: unknown) => {
    remove()
    throw e
  })
  return {
    db,
    async close() {
      await db.close()
      remove()
    },
  }
}

export async function onPostgres(server: Postgres, name: string): Promise<Opened & { url: string }> {
  const url = await server.createDatabase(name)
  const db = await openPg(url)
  await migrate(db)
  return { db, url, close: () => db.close() }
}

export interface Target {
  name: string
  skip: boolean
  open: () => Promise<Opened>
}

/** All engines; without a PostgreSQL its tests are skipped under a name that says why. Call `end()` after the last test. */
export async function targets(): Promise<{ all: Target[]; server: Postgres | undefined; end: () => Promise<void> }> {
  const found = await postgresOrWhyNot()
  const server = typeof found === 'string' ? undefined : found
  let n = 0
  const postgres: Target =
    typeof found === 'string'
      ? { name: `PostgreSQL (skipped: ${found})`, skip: true, open: () => Promise.reject(new Error(found)) }
      : { name: `PostgreSQL ${found.version}`, skip: false, open: () => onPostgres(found, `test_${++n}`) }
  return {
    all: [
      { name: 'PGlite in memory', skip: false, open: memory },
      { name: 'PGlite in its worker', skip: false, open: worker },
      postgres,
    ],
    server,
    end: async () => server?.stop(),
  }
}
