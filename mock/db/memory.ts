/** The embedded database without a directory, in this thread: for tests and for trying things. */
import type { Db } from './db.ts'
import { startPglite } from './pglite-core.ts'
import { pgliteWire } from './pglite-wire.ts'
import { queueOf } from './queue.ts'

export interface MemoryDb extends Db {
  /** The whole database as a tar file, for `openMemory`. */
  dump(): Promise<Blob>
}

export async function openMemory(from?: Blob): Promise<MemoryDb> {
  const pglite = await startPglite(undefined, from)
  const wire = pgliteWire(pglite, (channel, payload) => notify(channel, payload))
  const { db, notify } = queueOf({
    query: async (sql, params) => wire.query(sql, params),
    script: async (sql) => wire.script(sql),
    close: () => pglite.close(),
  })
  return { ...db, dump: async () => await pglite.dumpDataDir('none') }
}
