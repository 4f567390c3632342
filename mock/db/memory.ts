/** The embedded database without a directory, in this thread: for tests and for trying things. */
import type { Db } from './db.ts'
import { startPglite } from './pglite-core.ts'
import { pgliteWire } from './pglite-wire.ts'
import { queueOf } from './queue.ts'

export interface MemoryDb extends Db {
  /** The whole database as a tar file, for `openMemory`. */
  dump(): Promise<Uint8Array<ArrayBuffer>>
}

export async function openMemory(from?: Uint8Array<ArrayBuffer>): Promise<MemoryDb> {
  const pglite = await startPglite(undefined, from)
  const wire = pgliteWire(pglite, (channel, payload) => notify(channel, payload))
  const { db, notify } = queueOf({
    query: async (sql, params) => wire.query(sql, params),
    script: async (sql) => wire.script(sql),
    close: () => pglite.close(),
  })
  const dump = async (): Promise<Uint8Array<ArrayBuffer>> => {
    // what the log holds would be done again at each start
    await pglite.exec('checkpoint')
    return new Uint8Array(await (await pglite.dumpDataDir('none')).arrayBuffer())
  }
  return { ...db, dump }
}
