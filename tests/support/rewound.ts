/**
 * An embedded database in memory that goes back to a moment of its own: its memory, its files and what it holds open. PGlite answers before
 * it returns, so between two statements nothing of it is anywhere else; going back takes a tenth of a start.
 */
import type { PGlite } from '@electric-sql/pglite'

interface Operations {
  write(stream: { node: FileNode }, ...what: unknown[]): number
  msync(stream: { node: FileNode }, ...what: unknown[]): number
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

/** What writes to a file, by what stands in for it until then: the file gets bytes of its own before the first of them changes. */
type Plain = WeakMap<Operations, Operations>

function ownOnWrite(ops: Operations, plain: Plain): Operations {
  const own = (node: FileNode): void => {
    const writing = plain.get(node.stream_ops)
    if (!writing || !(node.contents instanceof Uint8Array)) return
    node.contents = node.contents.slice(0, node.usedBytes)
    node.stream_ops = writing
  }
  return {
    ...ops,
    write(stream, ...what) {
      own(stream.node)
      return ops.write(stream, ...what)
    },
    msync(stream, ...what) {
      own(stream.node)
      return ops.msync(stream, ...what)
    },
  }
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
  const plain: Plain = new WeakMap()
  const careful = new Map<Operations, Operations>()
  const carefully = (ops: Operations): Operations => {
    const made = careful.get(ops) ?? ownOnWrite(ops, plain)
    careful.set(ops, made)
    plain.set(made, ops)
    return made
  }
  const chains = Array.from(FS.nameTable, (head) => {
    const all: FileNode[] = []
    for (let node = head; node; node = node.name_next) all.push(node)
    return all
  })
  const nodes = chains.flat().map((node) => {
    const { name, parent, mode, contents, usedBytes } = node
    const file = contents instanceof Uint8Array
    return { node, name, parent, mode, contents, usedBytes, ops: file ? carefully(node.stream_ops) : undefined }
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
        ops: stream.node.contents instanceof Uint8Array ? carefully(stream.stream_ops) : undefined,
      },
  )
  const folders = new Map(
    nodes.flatMap((n) =>
      n.contents && !(n.contents instanceof Uint8Array) ? [[n.node, { ...n.contents }] as const] : [],
    ),
  )
  const back = (): void => {
    FS.nameTable.length = 0
    for (const [n, all] of chains.entries()) {
      FS.nameTable[n] = all[0]
      for (const [i, node] of all.entries()) node.name_next = all[i + 1]
    }
    for (const { node, name, parent, mode, contents, usedBytes, ops } of nodes) {
      Object.assign(node, { name, parent, mode })
      const entries = folders.get(node)
      if (entries) node.contents = { ...entries }
      else if (ops && contents) Object.assign(node, { contents, usedBytes, stream_ops: ops })
    }
    FS.streams.length = 0
    for (const [fd, one] of streams.entries()) {
      FS.streams[fd] = one && one.stream
      if (!one) continue
      Object.assign(one.shared, { flags: one.flags, position: one.position })
      Object.assign(one.stream, { fd, node: one.node, shared: one.shared }, one.ops && { stream_ops: one.ops })
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
