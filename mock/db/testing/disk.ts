/**
 * A disk whose power is cut: a journal of what a process asked of the file system becomes the folder that is found afterwards. What was
 * synced is there; of what was not, each sector of 512 bytes and each change of a name is there or not, names of one folder in their order.
 * Source of the model: Pillai et al., "All File Systems Are Not Created Equal", OSDI 2014.
 */
import fs from 'node:fs'
import path from 'node:path'
import { ownJson } from '#src/contract/lib/typed.ts'

export interface Step {
  op: 'create' | 'folder' | 'write' | 'size' | 'sync' | 'rename' | 'remove' | 'acknowledged'
  file: string
  /** Of a write: its place in the file. */
  at?: number
  /** Of a rename: the new name; of a size: bytes; of an acknowledgement: the row. */
  to?: string | number
}
export type Entry = Step & { data: Buffer }

export function readJournal(file: string): Entry[] {
  const all = fs.readFileSync(file)
  const out: Entry[] = []
  for (let at = 0; at + 4 <= all.length; ) {
    const head = all.readUInt32LE(at)
    const { bytes, ...step } = ownJson<Step & { bytes: number }>(all.toString('utf8', at + 4, at + 4 + head))
    at += 4 + head
    out.push({ ...step, data: all.subarray(at, at + bytes) })
    at += bytes
  }
  return out
}

const sector = 512

type Piece = { at: number; data: Buffer } | { size: number }
/** Contents as a run of pieces that may be lost one by one. */
interface File {
  durable: Buffer
  pending: Piece[]
}

/** The contents after those pieces. A file grows by doubling: a segment of the log grows by thousands of sectors. */
function written(before: Buffer, pieces: Iterable<Piece>): Buffer {
  let [whole, size] = [before, before.length]
  for (const piece of pieces) {
    const end = 'size' in piece ? piece.size : Math.max(size, piece.at + piece.data.length)
    if (end > whole.length) whole = Buffer.concat([whole, Buffer.alloc(Math.max(end, 2 * whole.length) - whole.length)])
    if (end < size) whole.fill(0, end, size)
    size = end
    if ('data' in piece) piece.data.copy(whole, piece.at)
  }
  return whole.subarray(0, size)
}

/**
 * Lays down in `dir` what a power cut after `cut` steps of the journal leaves of `base`.
 * @param keep whether the next piece that was not synced reached the disk
 * @param lying a disk that says it synced and did not: what a test has to notice
 */
export function cutPower(
  { base, dir, journal, cut }: { base: string; dir: string; journal: readonly Entry[]; cut: number },
  keep: () => boolean,
  lying = false,
): void {
  fs.cpSync(base, dir, { recursive: true })
  const files = new Map<string, File>()
  /** Changes of names that are not on the disk yet, by folder. */
  const names = new Map<string, Entry[]>()
  const placed = (file: string): string => path.join(dir, path.relative(root, file))
  const root = journal.find((e) => e.op !== 'acknowledged')?.file.replace(/(\/cluster)\/.*$/s, '$1') ?? ''
  const open = (name: string): File => {
    const had = files.get(name)
    if (had) return had
    const at = placed(name)
    const file: File = {
      durable: fs.existsSync(at) && fs.statSync(at).isFile() ? fs.readFileSync(at) : Buffer.alloc(0),
      pending: [],
    }
    files.set(name, file)
    return file
  }
  const settle = (file: File): void => {
    file.durable = written(file.durable, file.pending.splice(0))
  }
  const done = (step: Entry): void => {
    const at = placed(step.file)
    switch (step.op) {
      case 'create':
        fs.writeFileSync(at, '')
        break
      case 'folder':
        fs.mkdirSync(at, { recursive: true })
        break
      case 'rename':
        if (fs.existsSync(at)) fs.renameSync(at, placed(String(step.to)))
        break
      case 'remove':
        fs.rmSync(at, { force: true, recursive: true })
        break
      default:
    }
  }
  const later = (step: Entry): void => {
    const folder = path.dirname(step.file)
    const list = names.get(folder) ?? []
    names.set(folder, list)
    list.push(step)
  }
  /** Names of a folder up to the one that made this file, or all of them. */
  const settleNames = (folder: string, upTo?: string): void => {
    const list = names.get(folder) ?? []
    const last = upTo === undefined ? list.length - 1 : list.findLastIndex((n) => n.file === upTo || n.to === upTo)
    for (const n of list.splice(0, last + 1)) done(n)
  }

  for (const step of journal.slice(0, cut)) {
    switch (step.op) {
      case 'create':
        later(step)
        files.set(step.file, { durable: Buffer.alloc(0), pending: [] })
        break
      case 'folder':
        later(step)
        break
      case 'rename': {
        later(step)
        const file = files.get(step.file) ?? open(step.file)
        files.delete(step.file)
        files.set(String(step.to), file)
        break
      }
      case 'remove':
        later(step)
        files.delete(step.file)
        break
      case 'write':
        open(step.file).pending.push({ at: step.at ?? 0, data: step.data })
        break
      case 'size':
        open(step.file).pending.push({ size: Number(step.to) })
        break
      case 'sync':
        if (lying) break
        // a folder's own sync puts its names down; a file's sync puts down its contents and the name it has
        if (names.has(step.file)) settleNames(step.file)
        else if (files.has(step.file) || fs.existsSync(placed(step.file))) {
          settleNames(path.dirname(step.file), step.file)
          if (!fs.existsSync(placed(step.file)) || fs.statSync(placed(step.file)).isFile()) settle(open(step.file))
        }
        break
      case 'acknowledged':
    }
  }
  // the cut: the first of what waits of each folder, and any of the sectors that wait
  for (const list of names.values())
    for (const n of list) {
      if (!keep()) break
      done(n)
    }
  for (const [name, file] of files) {
    const sectors = file.pending.flatMap((piece): Piece[] =>
      'size' in piece
        ? [piece]
        : Array.from({ length: Math.ceil(piece.data.length / sector) }, (_, n) => ({
            at: piece.at + n * sector,
            data: piece.data.subarray(n * sector, (n + 1) * sector),
          })),
    )
    file.durable = written(
      file.durable,
      sectors.filter(() => keep()),
    )
    const at = placed(name)
    if (fs.existsSync(at) && fs.statSync(at).isFile()) fs.writeFileSync(at, file.durable)
  }
}
