/**
 * Where the data of each entry lies. The header before the data repeats what the list said; readers that go through the file from the
 * front believe that one, so both have to agree, and no two entries may share bytes (a bomb of 42 kB unpacks to petabytes that way:
 * https://www.bamsoftware.com/hacks/zipbomb/).
 */
import type { Accepted } from './gate.ts'
import { ZipProblem, printableName } from './problem.ts'
import type { Directory, ReadAt } from './tail.ts'

export interface Placed extends Accepted {
  dataAt: number
}

const header = { signature: 0x04034b50, length: 30 }
const zip64 = 0xffffffff

export async function locateEntries(
  entries: readonly Accepted[],
  read: ReadAt,
  directory: Directory,
): Promise<Placed[]> {
  const inOrder = [...entries].sort((a, b) => a.headerAt - b.headerAt)
  // something before the first entry makes the file two things at once: a page or a program with a zip behind it
  if ((inOrder[0]?.headerAt ?? directory.offset) !== 0) throw new ZipProblem('zip_prepended')
  const placed = new Map<Accepted, Placed>()
  for (const [n, entry] of inOrder.entries()) {
    const next = inOrder[n + 1]?.headerAt ?? directory.offset
    const fail = (code: 'zip_header' | 'zip_overlap'): never => {
      throw new ZipProblem(code, { entry: printableName(entry.name || entry.raw.toString('latin1')) })
    }
    const named = entry.headerAt + header.length + entry.raw.length
    if (named > next) fail('zip_overlap')
    const head = await read(entry.headerAt, header.length + entry.raw.length)
    if (head.readUInt32LE(0) !== header.signature) fail('zip_header')
    if (!head.subarray(header.length).equals(entry.raw) || head.readUInt16LE(26) !== entry.raw.length)
      fail('zip_header')
    if (head.readUInt16LE(8) !== (entry.deflated ? 8 : 0) || head.readUInt16LE(6) & 1) fail('zip_header')
    // written while the size was not known: sizes and checksum follow the data
    const described = (head.readUInt16LE(6) & 8) !== 0
    const says = { crc: head.readUInt32LE(14), packed: head.readUInt32LE(18), size: head.readUInt32LE(22) }
    if (!described && says.crc !== entry.crc) fail('zip_header')
    for (const key of ['packed', 'size'] as const)
      if (!described && says[key] !== entry[key] && says[key] !== zip64) fail('zip_header')
    const dataAt = named + head.readUInt16LE(28)
    if (dataAt + entry.packed > next) fail('zip_overlap')
    placed.set(entry, { ...entry, dataAt })
  }
  return entries.flatMap((e) => placed.get(e) ?? [])
}
