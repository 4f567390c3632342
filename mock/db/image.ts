/**
 * The files of an embedded database as one tar. In memory a database begins on them at once: PGlite would read the same tar through streams
 * and look every path up, which takes five times as long as starting on it.
 */
import { MemoryFS } from '@electric-sql/pglite'
import { tarEntries } from './tar.ts'

interface Operations {
  write(stream: { node: Node }, ...what: unknown[]): number
  msync(stream: { node: Node }, ...what: unknown[]): number
}
interface Node {
  contents: Uint8Array
  usedBytes: number
  stream_ops: Operations
  node_ops: { mknod(parent: Node, name: string, mode: number, device: number): Node }
}
interface Files {
  lookupPath(path: string): { node: Node }
  mkdirTree(path: string): void
}

const inside = '/pglite/data'
const directory = 0o040700
const file = 0o100600

/** What writes to a file: it gets bytes of its own before the first of them changes. Most files of a database are only ever read. */
function ownOnWrite(plain: Operations): Operations {
  const own = (node: Node): void => {
    if (node.stream_ops === plain) return
    node.contents = node.contents.slice(0, node.usedBytes)
    node.stream_ops = plain
  }
  return {
    ...plain,
    write(stream, ...what) {
      own(stream.node)
      return plain.write(stream, ...what)
    },
    msync(stream, ...what) {
      own(stream.node)
      return plain.msync(stream, ...what)
    },
  }
}

/** Puts the files of a tar below a directory, without copying them. */
function place(tar: Uint8Array<ArrayBuffer>, fs: Files): void {
  fs.mkdirTree(inside)
  const folders = new Map([['', fs.lookupPath(inside).node]])
  let shared: Operations | undefined
  for (const { path, body } of tarEntries(tar)) {
    if (path === '') continue
    const cut = path.lastIndexOf('/')
    const parent = folders.get(path.slice(0, Math.max(0, cut)))
    if (!parent) throw new Error(`${path} comes before its folder`)
    const node = parent.node_ops.mknod(parent, path.slice(cut + 1), body ? file : directory, 0)
    if (body) {
      node.contents = body
      node.usedBytes = body.length
      node.stream_ops = shared ??= ownOnWrite(node.stream_ops)
    } else folders.set(path, node)
  }
}

/** Files of a database in memory: of a new one, or of one that begins as the tar has it. */
export class ImageFS extends MemoryFS {
  private readonly tar: Uint8Array<ArrayBuffer> | undefined
  /** Keep the files when the database ends, see `left`. */
  private readonly keep: boolean
  /** The files as the database left them at its end, as a tar. */
  left: Uint8Array<ArrayBuffer> | undefined

  /** @param tar of a data directory; it stays as it is */
  constructor(tar?: Uint8Array<ArrayBuffer>, keep = false) {
    super()
    // of a Buffer a slice is no copy
    this.tar = tar && new Uint8Array(tar.buffer, tar.byteOffset, tar.byteLength)
    this.keep = keep
  }
  override async initialSyncFs(): Promise<void> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what Emscripten's file system has and its types leave out
    if (this.tar) place(this.tar, this.pg?.Module.FS as Files)
  }
  override async closeFs(): Promise<void> {
    // now and not before: the database has done its last checkpoint, so that who begins with these files has nothing to repair
    if (this.keep) this.left = new Uint8Array(await (await this.dumpTar('database', 'none')).arrayBuffer())
    await super.closeFs()
  }
}
