/** The embedded database without a directory, in this thread: for tests and for trying things. */
import type { Db } from './db.ts'
import { queryPglite, scriptPglite, startPglite } from './pglite-core.ts'
import { queueOf } from './queue.ts'

export interface MemoryDb extends Db {
  /** The whole database as a tar file, for `openMemory`. */
  dump(): Promise<Blob>
}

export async function openMemory(from?: Blob): Promise<MemoryDb> {
  const pglite = await startPglite(undefined, from)
  const { db, notify } = queueOf({
    query: (sql, params) => queryPglite(pglite, sql, params),
    script: (sql) => scriptPglite(pglite, sql),
    close: () => pglite.close(),
  })
  pglite.onNotification(notify)
  return { ...db, dump: async () => await pglite.dumpDataDir('none') }
}
