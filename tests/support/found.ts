/** Reads files through the registry, as the server and the CLI do, and sorts what is found. */
import type { FileProblem, FoundRow, ImportedRow, RowProblem, UnreadColumns } from '#mock/import/formats/found.ts'
import type { Format } from '#mock/import/formats/format.ts'
import { detect, readFound } from '#mock/import/formats/registry.ts'
import { bytesSource, type SourceFile } from '#mock/import/formats/source.ts'

export interface Found {
  formats: Record<string, string | null>
  rows: ImportedRow[]
  bad: RowProblem[]
  files: FileProblem[]
  unread: UnreadColumns[]
}

export async function findIn(sources: readonly SourceFile[], among?: readonly Format[]): Promise<Found> {
  const detected = await detect(sources, among)
  const out: Found = {
    formats: Object.fromEntries(detected.map((d) => [d.source.name, d.format?.id ?? null])),
    rows: [],
    bad: [],
    files: [],
    unread: [],
  }
  for (const d of detected) for await (const found of readFound(d, sources)) sort(found, out)
  return out
}
function sort(found: FoundRow, { rows, bad, files, unread }: Found): void {
  if ('unread' in found) unread.push(found)
  else if (!('problem' in found)) rows.push(found)
  else if (found.whole) files.push(found)
  else bad.push(found)
}

/** Files by name. */
export const findInTexts = (texts: Record<string, string | Uint8Array>, among?: readonly Format[]): Promise<Found> =>
  findIn(
    Object.entries(texts).map(([name, text]) => bytesSource(name, text)),
    among,
  )

/** The same bytes cut into pieces of one size. */
export const inPieces = (name: string, bytes: Uint8Array, size: number): SourceFile => ({
  name,
  size: bytes.length,
  async *open() {
    for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size)
  },
})
