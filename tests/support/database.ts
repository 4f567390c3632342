/** Databases for tests: migrated once, kept as a dump, opened from it once for each worker, and put back to that. */
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PGlite } from '@electric-sql/pglite'
import { type Db, quoteName } from '#mock/db/db.ts'
import { onPglite, openMemory } from '#mock/db/memory.ts'
import { startPglite } from '#mock/db/pglite-core.ts'
import { migrate, ownMigrations } from '#mock/db/migrate.ts'
import { momentOf } from './rewound.ts'

/** What a test needs beyond the migrations, made once. */
export interface Prepared {
  /** Changes when what `prepare` makes changes. */
  key: string
  prepare(db: Db): Promise<unknown>
}

const cache = fileURLToPath(new URL('../../node_modules/.cache/range-database', import.meta.url))
const old = 24 * 3_600_000

function engineVersion(): string {
  const main = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const text = fs.readFileSync(path.join(path.dirname(main), '../package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

function digest(prepared: Prepared | undefined): string {
  const sum = createHash('sha256').update(engineVersion())
  const dir = ownMigrations()
  for (const name of fs.readdirSync(dir).sort()) sum.update(`\n${name}\n`).update(fs.readFileSync(path.join(dir, name)))
  return sum
    .update(`\n${prepared?.key ?? ''}`)
    .digest('hex')
    .slice(0, 32)
}

function forgetOld(): void {
  for (const name of fs.readdirSync(cache)) {
    const file = path.join(cache, name)
    const seen = fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - seen > old) fs.rmSync(file, { recursive: true, force: true })
  }
}

/** The cached file or folder of that name; made under another name and renamed when whole, because several may make it at once. */
export async function cached(name: string, make: (file: string) => Promise<void>): Promise<string> {
  const file = path.join(cache, name)
  if (!fs.existsSync(file)) {
    fs.mkdirSync(cache, { recursive: true })
    forgetOld()
    const part = `${file}.${randomBytes(4).toString('hex')}`
    await make(part)
    try {
      fs.renameSync(part, file)
    } catch (e) {
      fs.rmSync(part, { recursive: true, force: true })
      if (!fs.existsSync(file)) throw e
    }
  }
  const now = new Date()
  fs.utimesSync(file, now, now)
  return file
}

/** By what was prepared: the files of one worker open the same dump. */
const read = new Map<string | undefined, Promise<Uint8Array<ArrayBuffer>>>()

/** The dump of a migrated, prepared database. */
export function migratedDump(prepared?: Prepared): Promise<Uint8Array<ArrayBuffer>> {
  const dump = read.get(prepared?.key) ?? readDump(prepared)
  read.set(prepared?.key, dump)
  return dump
}

async function readDump(prepared: Prepared | undefined): Promise<Uint8Array<ArrayBuffer>> {
  const file = await cached(`${digest(prepared)}.tar`, async (part) => {
    const db = await openMemory()
    await migrate(db)
    await prepared?.prepare(db)
    fs.writeFileSync(part, await db.dump())
    await db.close()
  })
  return fs.readFileSync(file)
}

/** The same as the embedded engine keeps it on disk: copy it to `<data directory>/db`. */
export const migratedCluster = (prepared?: Prepared): Promise<string> =>
  cached(`${digest(prepared)}.cluster`, async (part) => {
    const pglite = await startPglite(part, await migratedDump(prepared))
    await pglite.close()
  })

interface Kept {
  pglite: PGlite
  /** See `momentOf`. */
  back(): boolean
  libraries: string
}

/** What a server asks of every table before it can plan a statement over it, asked once for all who go back to it. */
const lookAround = `do $$ declare t text; begin
  for t in select quote_ident(relname) from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace
  loop execute 'select from ' || t || ' limit 0'; end loop; end $$`

async function librariesOf(pglite: PGlite): Promise<string> {
  const { rows } = await pglite.query<{ name: string }>(
    'select file_name as name from pg_get_loaded_modules() order by 1',
  )
  return rows.map((r) => r.name).join()
}

async function begin(prepared: Prepared | undefined): Promise<Kept> {
  const pglite = await startPglite(undefined, await migratedDump(prepared))
  await pglite.exec(lookAround)
  return { pglite, libraries: await librariesOf(pglite), back: momentOf(pglite) }
}

/** Databases that were closed, by what was prepared. */
const closed = new Map<string | undefined, Kept[]>()
const mostClosed = 2

async function again(free: Kept[]): Promise<Kept | undefined> {
  const kept = free.pop()
  if (kept?.back()) return kept
  await kept?.pglite.close()
  return undefined
}

/** A migrated database in memory; `close()` it. The next one goes back to its beginning, which takes a tenth of a start. */
export async function memoryDb(prepared?: Prepared): Promise<Db> {
  const free = closed.get(prepared?.key) ?? []
  closed.set(prepared?.key, free)
  const kept = (await again(free)) ?? (await begin(prepared))
  return onPglite(kept.pglite, async () => {
    // one that was loaded meanwhile is known outside of the database's memory too
    const same = (await librariesOf(kept.pglite).catch(() => undefined)) === kept.libraries
    if (same && free.length < mostClosed) free.push(kept)
    else await kept.pglite.close()
  })
}

/** Empties every table but the record of migrations, the append-only ones too. */
export async function truncateAll(db: Db): Promise<void> {
  await db.tx(async (q) => {
    const { rows } = await q.query<{ name: string }>(
      `select relname as name from pg_class
       where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname <> 'migration'`,
    )
    if (rows.length === 0) return
    // triggers do not fire for a replica
    await q.query('set local session_replication_role = replica')
    await q.query(`truncate ${rows.map((r) => quoteName(r.name)).join(', ')} restart identity cascade`)
  })
}
