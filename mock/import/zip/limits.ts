/** What an archive may be before anybody looks at what is in it. Sizes in bytes; every figure is checked against headers first and again while reading. */
import { limits } from '#src/contract/limits.ts'

const KiB = 1024
const MiB = 1024 * KiB

export interface ZipLimits {
  /** The archive as uploaded. */
  file: number
  /** Entries, folders and ignored ones included. */
  entries: number
  /** All entries together, unpacked. */
  total: number
  /** One entry, unpacked. */
  entry: number
  /** Unpacked over packed, of one entry and of the whole archive. */
  ratio: number
  /** Below these unpacked sizes the ratio says nothing: a short file of one letter packs a thousandfold. */
  ratioFrom: { entry: number; total: number }
  /** Parts of a path, the file name included. */
  depth: number
  /** UTF-8 bytes of a whole path. */
  name: number
  /** The list of entries itself: names, extra fields and comments. */
  directory: number
  /** Whether an entry may be a zip itself; it is handed out unopened then. */
  nested: boolean
}

/** A resource import: specification section 5, check D4. */
export const importLimits: ZipLimits = {
  file: limits.importZip,
  entries: 20_000,
  total: 2048 * MiB,
  entry: 512 * MiB,
  ratio: 100,
  ratioFrom: { entry: 256 * KiB, total: 8 * MiB },
  depth: 8,
  name: 255,
  directory: 16 * MiB,
  nested: false,
}
