/**
 * How a reading problem is put together from the words of a dictionary: its sentence, then the file and the place as far as they are known.
 * The app and the CLI say it alike.
 */
import type { ImportFile, UnreadHeading } from './import.schema.ts'

type Figures = Record<string, string | number>

export interface Speaker {
  /** The words of a key with its values in place; undefined when there are none. */
  say: (key: string, values: Figures) => string | undefined
  /** Bytes with a unit. */
  size: (bytes: number) => string
}

/** Between the headings of one table and those of the next, in `expected`. */
export const betweenTables = ' / '
const alternatives = (expected: string, say: Speaker['say']): string => {
  const tables = expected.split(betweenTables)
  return tables.length < 2
    ? expected
    : (say('import.either', { tables: tables.join(say('import.either-or', {}) ?? betweenTables) }) ?? expected)
}

/**
 * @param code a word of a format, of the zip gate or of the catalogue of problems
 * @param details its figures: `limit` (bytes where the sentence speaks of a size), `entry`, `line`, `column`, `meant` …
 */
export function readingProblem(code: string, details: Record<string, unknown>, { say, size }: Speaker): string {
  const figures: Figures = Object.fromEntries(
    Object.entries(details).flatMap(([name, v]) => (typeof v === 'string' || typeof v === 'number' ? [[name, v]] : [])),
  )
  const { limit, entry, line, column, meant } = figures
  const { expected } = figures
  const values = {
    ...figures,
    ...(typeof limit === 'number' ? { size: size(limit) } : {}),
    ...(typeof expected === 'string' ? { expected: alternatives(expected, say) } : {}),
  }
  let problem = say(`import.problem.${code}`, values) ?? say(`problem.${code}`, values) ?? code
  if (meant) problem = say('import.problem-meant', { problem, meant }) ?? problem
  if (entry) problem = say('import.problem-entry', { problem, entry }) ?? problem
  if (line) problem = say(column ? 'import.problem-column' : 'import.problem-line', { problem, ...figures }) ?? problem
  return problem
}

/** Columns named in one sentence. */
const mostColumns = 20
/** Which columns of a table were not read, and what is probably meant by them. Empty where there are none. */
export function unreadSaid(unread: readonly UnreadHeading[] | undefined, say: Speaker['say']): string {
  if (!unread?.length) return ''
  const names = unread
    .slice(0, mostColumns)
    .map(({ heading, meant }) =>
      meant === undefined ? heading : (say('import.unread-meant', { heading, meant }) ?? heading),
    )
  if (unread.length > mostColumns) names.push('…')
  return say('import.unread', { names: names.join(say('import.or', {}) ?? ', ') }) ?? ''
}

/** Problems of a table's headings: what its headings may be is said beside them. */
const headingCodes: ReadonlySet<string | null> = new Set(['csv_header', 'csv_header_twice', 'headings_unknown'])
export const lacksHeadings = ({ name, problem }: Pick<ImportFile, 'name' | 'problem'>): boolean =>
  headingCodes.has(problem) || (problem === 'format_unknown' && /\.(?:csv|xlsx)$/i.test(name))
