/**
 * How a reading problem is put together from the words of a dictionary: its sentence, then the file and the place as far as they are known.
 * The app and the CLI say it alike.
 */
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
 * @param details its figures: `limit` (bytes where the sentence speaks of a size), `entry`, `line`, `column` …
 */
export function readingProblem(code: string, details: Record<string, unknown>, { say, size }: Speaker): string {
  const figures: Figures = Object.fromEntries(
    Object.entries(details).flatMap(([name, v]) => (typeof v === 'string' || typeof v === 'number' ? [[name, v]] : [])),
  )
  const { limit, entry, line, column } = figures
  const { expected } = figures
  const values = {
    ...figures,
    ...(typeof limit === 'number' ? { size: size(limit) } : {}),
    ...(typeof expected === 'string' ? { expected: alternatives(expected, say) } : {}),
  }
  let problem = say(`import.problem.${code}`, values) ?? say(`problem.${code}`, values) ?? code
  if (entry) problem = say('import.problem-entry', { problem, entry }) ?? problem
  if (line) problem = say(column ? 'import.problem-column' : 'import.problem-line', { problem, ...figures }) ?? problem
  return problem
}
