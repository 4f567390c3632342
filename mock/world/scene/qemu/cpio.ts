/** Archives in the "new ASCII" cpio format, which the Linux kernel unpacks as its first file system (Documentation/driver-api/early-userspace/buffer-format). */
import { Buffer } from 'node:buffer'

export interface CpioEntry {
  /** Without a leading slash. */
  path: string
  /** Type and permissions as in `stat(2)`: `0o040755` a folder, `0o100644` a file, `0o120777` a link whose target are the bytes. */
  mode: number
  bytes: Uint8Array
}

export const folder = (path: string, mode = 0o755): CpioEntry => ({
  path,
  mode: 0o040000 | mode,
  bytes: new Uint8Array(),
})
export const file = (path: string, text: string | Uint8Array, mode = 0o644): CpioEntry => ({
  path,
  mode: 0o100000 | mode,
  bytes: typeof text === 'string' ? Buffer.from(text) : text,
})

const four = (n: number): Buffer => Buffer.alloc((4 - (n % 4)) % 4)

function record({ path, mode, bytes }: CpioEntry, inode: number): Buffer[] {
  const name = Buffer.from(`${path}\0`)
  const hex = [inode, mode, 0, 0, 1, 0, bytes.length, 0, 0, 0, 0, name.length, 0]
    .map((n) => n.toString(16).padStart(8, '0').toUpperCase())
    .join('')
  const head = Buffer.concat([Buffer.from(`070701${hex}`), name])
  return [head, four(head.length), Buffer.from(bytes), four(bytes.length)]
}

/** The folders a path lies in, outermost first. */
function above(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'))
}

/** An archive of the entries and of the folders they lie in, ready to be put behind another one. */
export function cpio(entries: readonly CpioEntry[]): Buffer {
  const known = new Set(entries.map((e) => e.path))
  const all: CpioEntry[] = []
  for (const e of entries) {
    for (const path of above(e.path))
      if (!known.has(path)) {
        known.add(path)
        all.push(folder(path))
      }
    all.push(e)
  }
  const blocks = all.flatMap((e, i) => record(e, i + 1))
  blocks.push(...record({ path: 'TRAILER!!!', mode: 0, bytes: new Uint8Array() }, 0))
  const whole = Buffer.concat(blocks)
  return Buffer.concat([whole, Buffer.alloc((512 - (whole.length % 512)) % 512)])
}
