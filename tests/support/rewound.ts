/**
 * An embedded database in memory that goes back to a moment of its own: its memory, its files and what it holds open. PGlite answers before
 * it returns, so between two statements nothing of it is anywhere else; going back takes a tenth of a start.
 */
import type { PGlite } from '@electric-sql/pglite'

interface Operations {
  write(
    stream: { node: FileNode },
    bytes: Uint8Array,
    from: number,
    length: number,
    at: number,
    ...more: unknown[]
  ): number
  msync(stream: { node: FileNode }, bytes: Uint8Array, at: number, length: number, ...more: unknown[]): number
}
interface FileNode {
  name: string
  parent: FileNode
  mode: number
  name_next?: FileNode | undefined
  /** Bytes of a file, entries of a folder; nothing of anything else. */
  contents?: Uint8Array | Record<string, FileNode>
  usedBytes: number
  stream_ops: Operations
}
interface Stream {
  node: FileNode
  stream_ops: Operations
  shared: { flags: number; position: number }
}
interface Files {
  nameTable: (FileNode | undefined)[]
  streams: (Stream | null)[]
  writeFile(path: string, text: string): void
  lookupPath(path: string): { node: FileNode }
  unlink(path: string): void
}
interface Machine {
  HEAPU8: Uint8Array
  FS: Files
}

const piece = 65_536
const nothing = Buffer.alloc(piece)
/** A database that a test made grow as far is let go: to clear all that takes as long as a start. */
const mostGrown = 64 * 2 ** 20

const bytesOf = (memory: Uint8Array): Buffer => Buffer.from(memory.buffer, memory.byteOffset, memory.byteLength)

/** A page of the database. */
const page = 8192

/** A file's bytes while it is written to, and which pages of them are not as they were. They stay for the next who writes to it. */
interface Copy {
  bytes: Uint8Array
  changed: Set<number>
}

/** What the files were, and what they are written to instead, so that what they were is never written to. */
class Begun {
  private readonly copies = new Map<FileNode, Copy>()
  private readonly files = new Map<FileNode, { contents: Uint8Array; usedBytes: number }>()

  add(node: FileNode, contents: Uint8Array): void {
    this.files.set(node, { contents, usedBytes: node.usedBytes })
  }

  /** @param at first byte that is going to be written, of `length` */
  write(node: FileNode, at: number, length: number): void {
    const was = this.files.get(node)
    if (!was) return
    if (node.contents === was.contents) node.contents = this.copyOf(node, was).bytes
    const copy = this.copies.get(node)
    if (!copy || node.contents !== copy.bytes) return
    for (let n = Math.floor(at / page); n * page < at + length; n++) copy.changed.add(n)
  }

  /** Brings the copies back to what the files were. */
  back(): void {
    for (const [node, { bytes, changed }] of this.copies) {
      const { contents } = this.files.get(node) ?? {}
      if (contents)
        for (const n of changed)
          bytes.set(contents.subarray(n * page, Math.min((n + 1) * page, bytes.length)), n * page)
      changed.clear()
    }
  }

  private copyOf(node: FileNode, { contents, usedBytes }: { contents: Uint8Array; usedBytes: number }): Copy {
    const copy = this.copies.get(node) ?? { bytes: contents.slice(0, usedBytes), changed: new Set() }
    this.copies.set(node, copy)
    return copy
  }
}

/** What writes to a file in memory; what stood in for it at an image's files is for whoever has no copy of them. */
function plainOps(FS: Files): Operations {
  const probe = '/probe'
  FS.writeFile(probe, '')
  const { node } = FS.lookupPath(probe)
  FS.unlink(probe)
  return node.stream_ops
}

function memoryOf(machine: Machine): () => boolean {
  const begun = bytesOf(machine.HEAPU8)
  const kept: (Buffer | undefined)[] = []
  for (let at = 0; at < begun.length; at += piece) {
    const part = begun.subarray(at, at + piece)
    kept.push(part.equals(nothing) ? undefined : Buffer.from(part))
  }
  return () => {
    const now = bytesOf(machine.HEAPU8)
    if (now.length > begun.length + mostGrown) return false
    for (let at = 0; at < now.length; at += piece) {
      const part = now.subarray(at, at + piece)
      const was = kept[at / piece] ?? nothing
      // what was never touched is not touched now either
      if (!part.equals(was)) part.set(was)
    }
    return true
  }
}

function filesOf({ FS }: Machine): () => void {
  const plain = plainOps(FS)
  const begun = new Begun()
  const careful: Operations = {
    ...plain,
    write(stream, bytes, from, length, at, ...more) {
      begun.write(stream.node, at, length)
      return plain.write(stream, bytes, from, length, at, ...more)
    },
    msync(stream, bytes, at, length, ...more) {
      begun.write(stream.node, at, length)
      return plain.msync(stream, bytes, at, length, ...more)
    },
  }
  const chains = Array.from(FS.nameTable, (head) => {
    const all: FileNode[] = []
    for (let node = head; node; node = node.name_next) all.push(node)
    return all
  })
  const nodes = chains.flat().map((node) => {
    const { name, parent, mode, contents, usedBytes } = node
    const file = contents instanceof Uint8Array
    if (file) begun.add(node, contents)
    return { node, name, parent, mode, contents, usedBytes, file }
  })
  const streams = Array.from(
    FS.streams,
    (stream) =>
      stream && {
        stream,
        node: stream.node,
        shared: stream.shared,
        flags: stream.shared.flags,
        position: stream.shared.position,
        file: stream.node.contents instanceof Uint8Array,
      },
  )
  const folders = new Map(
    nodes.flatMap((n) =>
      n.contents && !(n.contents instanceof Uint8Array) ? [[n.node, { ...n.contents }] as const] : [],
    ),
  )
  const back = (): void => {
    begun.back()
    FS.nameTable.length = 0
    for (const [n, all] of chains.entries()) {
      FS.nameTable[n] = all[0]
      for (const [i, node] of all.entries()) node.name_next = all[i + 1]
    }
    for (const { node, name, parent, mode, contents, usedBytes, file } of nodes) {
      Object.assign(node, { name, parent, mode })
      const entries = folders.get(node)
      if (entries) node.contents = { ...entries }
      else if (file) Object.assign(node, { contents, usedBytes, stream_ops: careful })
    }
    FS.streams.length = 0
    for (const [fd, one] of streams.entries()) {
      FS.streams[fd] = one && one.stream
      if (!one) continue
      Object.assign(one.shared, { flags: one.flags, position: one.position })
      Object.assign(one.stream, { fd, node: one.node, shared: one.shared }, one.file && { stream_ops: careful })
    }
  }
  // from here on nothing writes into what is kept
  back()
  return back
}

/** @returns brings the database back to this moment; false when it cannot */
export function momentOf(pglite: PGlite): () => boolean {
  const machine = pglite.Module as unknown as Machine
  const files = filesOf(machine)
  const memory = memoryOf(machine)
  return () => {
    if (!memory()) return false
    files()
    return true
  }
}
