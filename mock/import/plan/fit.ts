/** Rows in the words of what stands for them, before they are compared: ids of parts, which no file knows and people's answers name. */
import { fold } from '#mock/crud/fold.ts'
import type { StoredDocument } from '#mock/crud/documents.ts'
import type { Data } from '#mock/crud/shape.ts'
import type { Importable, Look } from './importable/importable.ts'
import { isRecord } from '#src/contract/lib/typed.ts'

/** Changes the data of those rows that something stands for. */
export async function fittedTo<R extends { data: Data | null; extra: Data | null }>(
  look: Look,
  by: Importable,
  rows: readonly R[],
  standing: (row: R) => StoredDocument | undefined,
): Promise<void> {
  if (!by.fit) return
  const pairs = rows.flatMap((row) => {
    const now = standing(row)
    return now && row.data ? [{ row, id: now.id, data: row.data, standing: now.data, extra: row.extra ?? {} }] : []
  })
  const fitted = pairs.length ? await by.fit(look, pairs) : []
  pairs.forEach(({ row }, i) => Object.assign(row, { data: fitted[i] }))
}

const parts = (value: unknown): Data[] => (Array.isArray(value) ? value.filter(isRecord) : [])
const read = (part: Data | undefined): string =>
  typeof part?.['text'] === 'string' ? fold(part['text']).replace(/\s+/g, ' ').trim() : ''
const exact = (part: Data | undefined): string => (typeof part?.['text'] === 'string' ? part['text'] : '')

/**
 * The parts of a list with the ids of those that stand: the same text, then the same text as it is read, then the same place. A part that is
 * new takes an id that no part has or had.
 */
export function withIds(given: unknown, standing: unknown): unknown {
  const [now, before] = [parts(given), parts(standing)]
  if (!now.length || !before.length) return given
  const ids = now.map((): string | undefined => undefined)
  const free = new Set(before)
  const take = (n: number, part: Data | undefined) => {
    if (!part) return
    free.delete(part)
    ids[n] = String(part['id'])
  }
  for (const textOf of [exact, read])
    for (const [n, part] of now.entries())
      if (ids[n] === undefined && textOf(part))
        take(
          n,
          [...free].find((b) => textOf(b) === textOf(part)),
        )
  for (const n of now.keys()) {
    const there = before[n]
    if (ids[n] === undefined && there && free.has(there)) take(n, there)
  }
  const taken = new Set(before.map((b) => b['id']))
  return now.map((part, n) => {
    let id = ids[n] ?? String(part['id'])
    if (ids[n] === undefined) for (let more = n + 1; taken.has(id); more++) id = `o${more}`
    taken.add(id)
    return { ...part, id }
  })
}

/** Those fields of a row that are lists of parts. */
export const fitParts = (data: Data, standing: Data, fields: readonly string[]): Data => ({
  ...data,
  ...Object.fromEntries(fields.filter((f) => f in data).map((f) => [f, withIds(data[f], standing[f])])),
})
