/** Files and folders of a tar as PGlite writes it (POSIX ustar), in their order; the bytes are those of the tar itself. */

const block = 512

export interface TarEntry {
  /** Without a slash at either end; empty for the root. */
  path: string
  /** Of a file. */
  body: Uint8Array<ArrayBuffer> | undefined
}

export function* tarEntries(tar: Uint8Array<ArrayBuffer>): Generator<TarEntry> {
  const at = Buffer.from(tar.buffer, tar.byteOffset, tar.byteLength)
  const text = (from: number, length: number): string => {
    const end = at.indexOf(0, from)
    return at.toString('latin1', from, end < 0 || end > from + length ? from + length : end)
  }
  for (let from = 0; at[from]; ) {
    const size = Number.parseInt(text(from + 124, 12), 8) || 0
    const path = [text(from + 345, 155), text(from, 100)].join('/').replaceAll(/^\/+|\/+$/g, '')
    const isFile = text(from + 156, 1) !== '5'
    yield {
      path,
      body: isFile ? tar.subarray(from + block, from + block + size) : undefined,
    }
    from += block * (1 + Math.ceil(size / block))
  }
}
