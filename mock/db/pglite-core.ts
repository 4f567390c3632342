/** PGlite with real fsync and the shared parsers. Runs in the worker, in the child of the first start, or in-process for tests. */
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import fs from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { parsers } from './db.ts'
import { syncPath } from './fsync.ts'
import { ImageFS } from './image.ts'

interface Stream {
  nfd?: number
  node: unknown
}
interface Emscripten {
  NODEFS: { stream_ops: { fsync?(stream: Stream): number }; realPath(node: unknown): string }
}

/** Emscripten's NODEFS has no fsync, so a commit would be safe from a killed process but not from a power cut. */
class DurableNodeFS extends NodeFS {
  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const made = await super.init(...given)
    const before = (made.emscriptenOpts.preRun ?? []) as unknown[]
    const patch = ({ NODEFS }: Emscripten): void => {
      NODEFS.stream_ops.fsync = (stream) => {
        if (stream.nfd !== undefined) fs.fsyncSync(stream.nfd)
        else syncPath(NODEFS.realPath(stream.node))
        return 0
      }
    }
    made.emscriptenOpts.preRun = [...before, patch] as never
    return made
  }
}

/**
 * PGlite itself starts with `-F`, which is `fsync=off`; and one connection may sort in more memory than each of a server's many. A new segment of
 * the log is not filled with zeros first: nobody does that in the background here, and everybody would wait for 16 MB on the disk.
 */
const durable = [
  ...PGlite.defaultStartParams.filter((p) => p !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
  '-c',
  'work_mem=16MB',
  '-c',
  'wal_init_zero=off',
]

/** The usual 128 MB of buffers take longer to clear than a small database takes to start. */
const small = [...PGlite.defaultStartParams, '-c', 'shared_buffers=8MB']

/**
 * V8 optimises a WebAssembly function after so many bytes of it have run (its default is a tenth). A start runs many functions a little:
 * optimising those took more processor time than all the rest of it. https://v8.dev/docs/wasm-compilation-pipeline#tier-up
 */
const tiering = '--wasm-tiering-budget=18000000'

/**
 * @param dir directory of the cluster; in memory without one
 * @param from dump of a database to begin with, instead of an empty one
 */
export async function startPglite(dir: string | undefined, from?: Uint8Array<ArrayBuffer>): Promise<PGlite> {
  setFlagsFromString(tiering)
  const db = new PGlite({
    parsers,
    ...(dir === undefined
      ? { startParams: small, ...(from && { fs: new ImageFS(from) }) }
      : { fs: new DurableNodeFS(dir), startParams: durable, ...(from && { loadDataDir: new Blob([from]) }) }),
  })
  await db.waitReady
  return db
}
