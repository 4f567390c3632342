/**
 * The headings of a table, read in one way by all that read tables: a column nobody knows is left out and told by its name, with the column
 * that is probably meant where one is spelt nearly so. Refused is only what would make every row wrong: a column that has to be there is
 * missing, or two give the same and nobody can say which counts.
 */
import type { UnreadHeading } from '#src/contract/import/import.schema.ts'
import { cut } from '#src/contract/lib/text.ts'
import { Unreadable } from './found.ts'

export interface HeadingRules<C extends string> {
  columnOf: (heading: string) => C | undefined
  /** Columns that every such table has. */
  needed: readonly C[]
  /** What a column is called, in the language of the other headings. */
  nameOf(column: C, chinese: boolean): string
  /** Every word that names a column, with that column. */
  words: readonly (readonly [word: string, column: C])[]
  /** What is passed over without a word: the server keeps it by itself. */
  passedOver?: (heading: string) => boolean
  /** Means what it says, and no other column that is spelt nearly so. */
  meansItself?: (heading: string) => boolean
}
interface HeadingsRead<C> {
  /** In their order; undefined where nothing is read. */
  columns: (C | undefined)[]
  unread: UnreadHeading[]
}

/** Headings told one by one, and characters of each. */
const most = { headings: 20, length: 60 }
const shown = (heading: string): string => cut(heading.trim().replace(/\s+/g, ' '), most.length)
const plain = (word: string): string =>
  word
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_*:-]+/g, '')

/** Letters that are missing, too many, other or in the other order. */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= a.length; i++) {
    rows[i] = [i]
    for (let j = 1; j <= b.length; j++) {
      const other = a[i - 1] === b[j - 1] ? 0 : 1
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      rows[i]?.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + other,
          ...(swapped ? [at(i - 2, j - 2) + 1] : []),
        ),
      )
    }
  }
  return at(a.length, b.length)
}

/** The nearest of some words that is spelt nearly like a heading: two letters apart at most, fewer where the word is short. */
export function nearest<C>(heading: string, words: readonly (readonly [string, C])[]): C | undefined {
  const said = plain(heading)
  let best: { column: C; away: number } | undefined
  for (const [word, column] of words) {
    const wanted = plain(word)
    const far = Math.min(2, Math.floor(wanted.length / 3))
    if (Math.abs(said.length - wanted.length) > far) continue
    const away = editDistance(said, wanted)
    if (away <= far && away < (best?.away ?? Number.POSITIVE_INFINITY)) best = { column, away }
  }
  return best?.column
}

/** Headings that are probably others, as a problem says them: `usrname → username`. */
export const meantText = (all: readonly { heading: string; meant?: string | undefined }[]): string =>
  all
    .flatMap(({ heading, meant }) => (meant === undefined ? [] : [`${heading} → ${meant}`]))
    .slice(0, most.headings)
    .join(', ')

/** @throws Unreadable csv_header where one is missing, csv_header_twice where two give the same */
export function readHeadings<C extends string>(
  cells: readonly string[],
  line: number,
  rules: HeadingRules<C>,
): HeadingsRead<C> {
  const { columnOf, needed, words, passedOver = () => false, meansItself = () => false } = rules
  const chinese = cells.some((c) => /\p{Script=Han}/u.test(c))
  const columns = cells.map((c) => (c.trim() === '' || passedOver(c) ? undefined : columnOf(c)))
  const twice = cells.filter((_, n) => columns[n] && columns.some((c, m) => m !== n && c === columns[n]))
  if (twice.length) throw new Unreadable('csv_header_twice', { line, name: twice.map(shown).join(', ') })
  const free = words.filter(([, column]) => !columns.includes(column))
  const unread = cells
    .filter((c, n) => c.trim() !== '' && !columns[n] && !passedOver(c))
    .map((c): UnreadHeading => {
      const meant = meansItself(c) ? undefined : nearest(c, free)
      return { heading: shown(c), ...(meant === undefined ? {} : { meant: rules.nameOf(meant, chinese) }) }
    })
  const missing = needed.filter((name) => !columns.includes(name))
  if (missing.length) {
    const meant = meantText(unread)
    const name = missing.map((c) => rules.nameOf(c, chinese)).join(', ')
    throw new Unreadable('csv_header', { line, name, ...(meant ? { meant } : {}) })
  }
  return { columns, unread }
}
