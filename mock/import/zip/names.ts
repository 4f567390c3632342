/** Names that mean one file in one place on every system, whatever the archive says. */
import type { ZipLimits } from './limits.ts'
import { type ZipCode, ZipProblem, printableName } from './problem.ts'

/** What a name may hold, in the order it is checked. The reader sees these before the path is taken apart. */
const refused: [ZipCode, RegExp][] = [
  ['zip_name_control', /[\p{Cc}\p{Cs}\u2028\u2029]/u],
  // marks and overrides of direction, and what has no width: two names that look the same, or `gpj.exe` shown as `exe.jpg`
  ['zip_name_bidi', /[\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u],
  ['zip_backslash', /\\/],
  ['zip_absolute', /^\/|^[a-z]:\//i],
  ['zip_traversal', /(^|\/)\.\.(\/|$)/],
  ['zip_name_stream', /:/],
  ['zip_name_reserved', /[<>"|?*]/],
  // Windows drops these, so that `a.txt.` writes `a.txt`
  ['zip_name_trailing', /[. ](\/|$)/],
]
/** Devices of Windows whatever their extension. Source: https://learn.microsoft.com/windows/win32/fileio/naming-a-file */
const device = /^(con|prn|aux|nul|clock\$|conin\$|conout\$|(com|lpt)[0-9¹²³])\s*(\.|$)/i

/** The path as NFC without `.` parts; throws when it is none. A folder's name comes without its final slash. */
export function safePath(name: string, limits: ZipLimits): string {
  const fail = (code: ZipCode, limit?: number) => {
    throw new ZipProblem(code, { entry: printableName(name), ...(limit === undefined ? {} : { limit }) })
  }
  const path = name.normalize('NFC')
  if (Buffer.byteLength(path) > limits.name) fail('zip_name_length', limits.name)
  // `./` in front is what `tar` and `bsdtar` write for the current folder
  const plain = path.replace(/^(\.\/)+/, '')
  for (const [code, pattern] of refused) if (pattern.test(plain)) fail(code)
  const parts = plain.replace(/\/$/, '').split('/')
  if (plain !== '' && parts.some((p) => p === '')) fail('zip_name_empty')
  if (name === '') fail('zip_name_empty')
  if (parts.some((p) => device.test(p))) fail('zip_name_reserved')
  if (parts.length > limits.depth) fail('zip_depth', limits.depth)
  return parts.join('/')
}

/** What systems add to a folder on their own. */
export const isClutter = (path: string): boolean =>
  /^__MACOSX(\/|$)|(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(path)

/** How a system without upper and lower case tells names apart. Lower first: the Kelvin sign is K only in lower case. */
const folded = (path: string): string => path.toLowerCase().toUpperCase().normalize('NFC')

/** Keeps the names given out apart: nothing twice, nothing that another system would write over, no file where a folder is. */
export class ZipEntryNames {
  /** Every path and every folder above it, by its folded form; `raw` is the listed spelling, absent while only implied. */
  readonly #paths = new Map<string, { path: string; folder: boolean; raw?: string }>()

  /** @param raw the name before normalising: one spelling twice is a duplicate, two spellings of one path are a collision */
  add(path: string, folder: boolean, raw: string): void {
    const parts = path.split('/')
    for (let n = 1; n < parts.length; n++) this.#at(parts.slice(0, n).join('/'), true, raw)
    const place = this.#at(path, folder, raw)
    if (place.raw === raw) throw new ZipProblem('zip_duplicate', { entry: printableName(raw) })
    if (place.raw !== undefined) throw new ZipProblem('zip_collision', { entry: printableName(raw) })
    place.raw = raw
  }

  #at(path: string, folder: boolean, raw: string): { raw?: string } {
    const key = folded(path)
    const stands = this.#paths.get(key)
    if (stands && (stands.path !== path || stands.folder !== folder))
      throw new ZipProblem('zip_collision', { entry: printableName(raw) })
    if (stands) return stands
    const place: { path: string; folder: boolean; raw?: string } = { path, folder }
    this.#paths.set(key, place)
    return place
  }
}
