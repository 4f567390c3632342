/** What tells a file from others of its name and size without reading all of it: its ends, its size, when it was changed. */
import { sha256OfFile } from '../../lib/sha256.ts'

const end = 1_048_576

/** Undefined where the browser has no digests: then two files of one name and size are taken for one. */
export function fileFingerprintOf(file: File): Promise<string | undefined> {
  const about = `${file.name}\n${file.size}\n${file.lastModified}\n`
  return sha256OfFile(new Blob([about, file.slice(0, end), file.slice(Math.max(end, file.size - end))]))
}
