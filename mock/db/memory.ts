/** The embedded database without a directory, in this thread: for tests and for trying things. */
import type { PGlite } from '@electric-sql/pglite'
import { type Db, DbError } from './db.ts'
import { startPglite } from './pglite-core.ts'
import { pgliteWire } from './pglite-wire.ts'
import { queueOf } from './queue.ts'

export interface MemoryDb extends Db {
  /** The whole database as a tar file, for `openMemory`. */
  dump(): Promise<Uint8Array<ArrayBuffer>>
}

export const openMemory = async (from?: Uint8Array<ArrayBuffer>): Promise<MemoryDb> =>
  onPglite(await startPglite(undefined, from))

/** @param end what closing it does, once nobody uses it any more */
export function onPglite(pglite: PGlite, end: () => Promise<void> = () => pglite.close()): MemoryDb {
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
  const dump = async (): Promise<Uint8Array<ArrayBuffer>> => {
    // what the log holds would be done again at each start
    await pglite.exec('checkpoint')
    return new Uint8Array(await (await pglite.dumpDataDir('none')).arrayBuffer())
  }
  return { ...db, dump }
}
