/**
 * An embedded database in memory that begins as a copy of another. PGlite would read the same tar through streams and look every path up,
 * which takes five times as long as starting on it.
 */
import { MemoryFS, type PGlite } from '@electric-sql/pglite'

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

const block = 512
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
function unpack(tar: Uint8Array, fs: Files): void {
  const at = Buffer.from(tar.buffer, tar.byteOffset, tar.byteLength)
  const text = (from: number, length: number): string => {
    const end = at.indexOf(0, from)
    return at.toString('latin1', from, end < 0 || end > from + length ? from + length : end)
  }
  fs.mkdirTree(inside)
  const folders = new Map([['', fs.lookupPath(inside).node]])
  let shared: Operations | undefined
  for (let from = 0; at[from]; ) {
    const name = text(from, 100)
    const size = Number.parseInt(text(from + 124, 12), 8) || 0
    const path = [text(from + 345, 155), name].join('/').replaceAll(/^\/+|\/+$/g, '')
    const cut = path.lastIndexOf('/')
    const parent = folders.get(path.slice(0, Math.max(0, cut)))
    if (!parent) throw new Error(`${path} comes before its folder`)
    const isFile = text(from + 156, 1) !== '5'
    if (path !== '') {
      const node = parent.node_ops.mknod(parent, path.slice(cut + 1), isFile ? file : directory, 0)
      if (isFile) {
        node.contents = tar.subarray(from + block, from + block + size)
        node.usedBytes = size
        node.stream_ops = shared ??= ownOnWrite(node.stream_ops)
      } else folders.set(path, node)
    }
    from += block * (1 + Math.ceil(size / block))
  }
}

export class ImageFS extends MemoryFS {
  private readonly tar: Uint8Array
  /** @param tar of a data directory, as PGlite dumps it; it stays as it is */
  constructor(tar: Uint8Array) {
    super()
    // of a Buffer a slice is no copy
    this.tar = new Uint8Array(tar.buffer, tar.byteOffset, tar.byteLength)
  }
  override initialSyncFs(): Promise<void> {
    unpack(this.tar, (this.pg as PGlite).Module.FS as unknown as Files)
    return Promise.resolve()
  }
}
