/** PGlite with real fsync and the shared parsers. Runs in the worker, in the child of the first start, or in-process for tests. */
import fs from 'node:fs'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { parsers } from './db.ts'
import { syncFileSystem, syncPath } from './fsync.ts'
import { ImageFS } from './image.ts'

interface FileNode {
  name: string
}
interface Stream {
  nfd?: number
  node: FileNode
}
type Operation = (of: Stream & FileNode, name?: unknown, ...more: unknown[]) => unknown
interface Emscripten {
  NODEFS: {
    stream_ops: Record<string, Operation>
    node_ops: Record<string, Operation>
    realPath(node: unknown): string
  }
}

/** What changes files and folders, by where it says which. */
const changes = {
  stream_ops: {
    write: (s: Stream) => s.node.name,
    msync: (s: Stream) => s.node.name,
    setattr: (s: Stream) => s.node.name,
  },
  node_ops: {
    setattr: (n: FileNode) => n.name,
    rename: (n: FileNode) => n.name,
    mknod: (_in: FileNode, name: unknown) => name,
    symlink: (_in: FileNode, name: unknown) => name,
    unlink: (_in: FileNode, name: unknown) => name,
    rmdir: (_in: FileNode, name: unknown) => name,
  },
}
/** It says only that a process is there, which no power cut outlives. */
const lockFile = 'postmaster.pid'

/**
 * Emscripten's NODEFS has no fsync, so a commit would be safe from a killed process but not from a power cut.
 *
 * After a crash PostgreSQL first syncs every file there is, each twice: some seconds of waiting for the disk. It can be told to do so in one
 * call (`recovery_init_sync_method`), which this build of it lacks; so that call is made here before it starts, and until it changes the
 * first file whatever it wants synced is on the disk. https://www.postgresql.org/docs/18/runtime-config-error-handling.html
 */
class DurableNodeFS extends NodeFS {
  private readonly dir: string

  constructor(dir: string) {
    super(dir)
    this.dir = dir
  }
  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    // a database that ended in order has taken its lock away
    const crashed = fs.existsSync(path.join(this.dir, lockFile))
    const made = await super.init(...given)
    const before = made.emscriptenOpts.preRun ?? []
    const patch = (machine: object): void => {
      if (hasNodeFiles(machine)) addFsync(machine, crashed && syncFileSystem(this.dir))
    }
    made.emscriptenOpts.preRun = [...before, patch]
    return made
  }
}

/** Its types leave out what a file system does. */
const hasNodeFiles = (machine: object): machine is Emscripten => 'NODEFS' in machine

/** @param settled everything is on the disk until something changes */
function addFsync({ NODEFS }: Emscripten, settled: boolean): void {
  NODEFS.stream_ops['fsync'] = ({ nfd, node }) => {
    if (settled) return 0
    if (nfd !== undefined) fs.fsyncSync(nfd)
    else syncPath(NODEFS.realPath(node))
    return 0
  }
  if (!settled) return
  for (const kind of ['stream_ops', 'node_ops'] as const)
    for (const [op, nameOf] of Object.entries<Operation>(changes[kind])) {
      const plain = NODEFS[kind][op]
      if (!plain) throw new Error(`the engine's file system has no ${op}`)
      NODEFS[kind][op] = (of, name, ...more) => {
        if (nameOf(of, name) !== lockFile) settled = false
        return plain(of, name, ...more)
      }
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

/** @param where directory of the cluster; in memory without */
export async function startPglite(where: string | ImageFS = new ImageFS()): Promise<PGlite> {
  setFlagsFromString(tiering)
  const db = new PGlite({
    parsers,
    ...(typeof where === 'string'
      ? { fs: new DurableNodeFS(where), startParams: durable }
      : { fs: where, startParams: small }),
  })
  await db.waitReady
  return db
}
