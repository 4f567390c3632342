/** Names of question sets from what foreign files call them. */
import { fold } from '#mock/crud/fold.ts'
import { cut, wide } from '#src/contract/lib/text.ts'
import { baseName } from '../source.ts'

const width = 60
const between = ' / '

/** The way to a set as one name; a way that is too long loses its beginning. */
export function setName(way: readonly string[]): string {
  const parts = way.map((p) => p.replace(/\s+/g, ' ').trim()).filter(Boolean)
  // a part is a character at least, so no more of them fit
  for (let from = Math.max(0, parts.length - width); from < parts.length; from++) {
    const name = (from ? ['…', ...parts.slice(from)] : parts).join(between)
    if (wide(name) <= width) return name
  }
  return cut(parts.at(-1) ?? '', width)
}

/** Moodle writes the way from a context: `$course$/top/Default for C1/Networks`. A slash inside a name is written twice. */
export const moodleCategory = (path: string): string =>
  setName(
    path
      .replaceAll('//', '\u0000')
      .split('/')
      .map((p) => p.replaceAll('\u0000', '/').trim())
      .filter((p, n) => !(n < 2 && /^(\$[a-z]+\d*\$|top)$/i.test(p))),
  )

/** A file without categories is one set of its name. */
export const setOfFile = (name: string): string =>
  setName([
    baseName(name)
      .replace(/(\.[a-z\d]{1,10}){1,2}$/i, '')
      .replace(/[_-]+/g, ' '),
  ]) || 'Imported'

const categories: Readonly<Record<string, string>> = {
  pwn: 'Pwn',
  pwning: 'Pwn',
  'binary exploitation': 'Pwn',
  web: 'Web',
  'web exploitation': 'Web',
  crypto: 'Cryptography',
  cryptography: 'Cryptography',
  rev: 'Reverse engineering',
  reverse: 'Reverse engineering',
  reversing: 'Reverse engineering',
  'reverse engineering': 'Reverse engineering',
  forensic: 'Forensics',
  forensics: 'Forensics',
  misc: 'Misc',
  miscellaneous: 'Misc',
  osint: 'OSINT',
  'general skills': 'General skills',
}
/** The same subject in many spellings is one set: `PWN`, `pwn`, `Pwn`. */
export function ctfCategory(given: string): string {
  const plain = fold(given)
    .replace(/[_\s]+/g, ' ')
    .trim()
  if (Object.hasOwn(categories, plain)) return categories[plain] ?? ''
  return setName([given]) || 'Misc'
}
