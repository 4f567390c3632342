/** The embedded database without a directory, in this thread: for tests and for trying things. */
import type { PGlite } from '@electric-sql/pglite'
import { type Db, DbError } from './db.ts'
import { ImageFS } from './image.ts'
import { startPglite } from './pglite-core.ts'
import { pgliteWire } from './pglite-wire.ts'
import { queueOf } from './queue.ts'

/** The files of a database, as a tar. */
export type DatabaseImage = Uint8Array<ArrayBuffer>

export const openMemory = async (from?: DatabaseImage): Promise<Db> => onPglite(await startPglite(new ImageFS(from)))

/**
 * What a database holds when the work on it is done and it has ended in order.
 * @param from what it begins with; empty without
 */
export async function databaseImageOf(
  work: (db: Db) => Promise<unknown>,
  from?: DatabaseImage,
): Promise<DatabaseImage> {
  const files = new ImageFS(from, true)
  const db = onPglite(await startPglite(files))
  await work(db)
  await db.close()
  if (!files.left) throw new Error('the database did not end in order')
  return files.left
}

/** @param end what closing it does, once nobody uses it any more */
export function onPglite(pglite: PGlite, end: () => Promise<void> = () => pglite.close()): Db {
  const wire = pgliteWire(pglite, (channel, payload) => notify(channel, payload))
  let open = true
  /** Who asks after the end must not reach what the engine serves then. */
  const still = (): void => {
    if (!open) throw new DbError('the database is closed', '57P01', undefined)
  }
  const { db, notify } = queueOf({
    query: async (sql, params) => {
      still()
      return wire.query(sql, params)
    },
    script: async (sql) => {
      still()
      return wire.script(sql)
    },
    async close() {
      still()
      open = false
      await end()
    },
  })
  return db
}
