/** Databases for tests: the one every installation begins with, opened once for each worker, and put back to that. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PGlite } from '@electric-sql/pglite'
import { cached } from '#config/cache.ts'
import { type Db, quoteName } from '#mock/db/db.ts'
import { ImageFS } from '#mock/db/image.ts'
import { type DatabaseImage, databaseImageOf, onPglite } from '#mock/db/memory.ts'
import { startPglite } from '#mock/db/pglite-core.ts'
import { unpackDatabase } from '#mock/db/prepared.ts'
import { emptyDatabase, emptyKey } from '#mock/emptyDatabase.ts'
import { momentOf } from './rewound.ts'

/** What a test needs beyond the empty database, made once. */
export interface Prepared {
  /** Changes when what `prepare` makes changes. */
  key: string
  prepare: (db: Db) => Promise<unknown>
}

const cache = fileURLToPath(new URL('../../node_modules/.cache/range-database', import.meta.url))

/** By what was prepared: the files of one worker open the same image. */
const read = new Map<string | undefined, Promise<DatabaseImage>>()

/** The image of an empty, or of a prepared database. */
export function imageWith(prepared?: Prepared): Promise<DatabaseImage> {
  const image = read.get(prepared?.key) ?? (prepared ? readImage(prepared) : emptyDatabase(cache))
  read.set(prepared?.key, image)
  return image
}

async function readImage({ key, prepare }: Prepared): Promise<DatabaseImage> {
  const sum = createHash('sha256').update(`${emptyKey}\n${key}`).digest('hex').slice(0, 32)
  const file = await cached(cache, `${sum}.tar`, async (part) =>
    fs.writeFileSync(part, await databaseImageOf(prepare, await imageWith())),
  )
  return fs.readFileSync(file)
}

/** Puts it where a server with that data directory finds it. */
export async function fillFolder(data: string, prepared?: Prepared): Promise<void> {
  fs.mkdirSync(data, { recursive: true })
  unpackDatabase(await imageWith(prepared), path.join(data, 'db'))
}

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
  const pglite = await startPglite(new ImageFS(await imageWith(prepared)))
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

/** A database in memory, empty or as it was prepared; `close()` it. The next one goes back to its beginning, which takes a tenth of a start. */
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
