/** A zip that is written piece by piece: what is ready is taken while the rest is made. */
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

export function zipping(): { zip: Zip; take: () => Generator<Uint8Array> } {
  const ready: Uint8Array[] = []
  let broken: Error | undefined
  const zip = new Zip((error, piece) => {
    if (error) broken = error
    else ready.push(piece)
  })
  return {
    zip,
    *take() {
      if (broken) throw broken
      yield* ready.splice(0)
    },
  }
}

export interface ZipEntry {
  name: string
  /** Texts are packed; what people attach is mostly packed already. */
  bytes: string | Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}

/** One entry after the other: each is asked for when those before it are written. */
export async function* zipOf(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const { zip, take } = zipping()
  for await (const { name, bytes } of entries) {
    const text = typeof bytes === 'string'
    const entry = text ? new ZipDeflate(name, { level: 6 }) : new ZipPassThrough(name)
    zip.add(entry)
    for await (const chunk of text ? [Buffer.from(bytes)] : bytes) {
      entry.push(chunk)
      yield* take()
    }
    entry.push(new Uint8Array(), true)
    yield* take()
  }
  zip.end()
  yield* take()
}
