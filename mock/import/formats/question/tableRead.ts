/** Tables of questions, as CSV and as the first sheet of a workbook: the heading names the columns, a line is a question. */
import { type Cell, unguard } from '#mock/crud/cells.ts'
import { chineseHeadings, difficultyWords, noWords, yesWords } from '#src/contract/bank/table.ts'
import { listsPeople } from '#src/contract/system/userImport.ts'
import { type Format, headText } from '../format.ts'
import { type CellsOf, type FoundRow, type Place, type ReadRow, Unreadable } from '../found.ts'
import { type HeadingRules, readHeadings } from '../headings.ts'
import { csvRecords, hasFilledCell, firstRow } from '../read/csv.ts'
import { sheetRows } from '../read/xlsx.ts'
import type { SourceFile } from '../source.ts'
import { readLines } from './lines.ts'
import { foreign, Foreign, NoQuestion, type QuestionKind } from './question.ts'
import { setName, setOfFile } from './set.ts'

type Data = Record<string, unknown>
type Cells<C extends string> = Partial<Record<C, string>>

export interface QuestionTableSpec<C extends string> {
  kind: QuestionKind
  /** By its needed columns a file is told. */
  headings: HeadingRules<C>
  /** Columns that a field of the question is made from, where they have other names. */
  from: Readonly<Record<string, readonly C[]>>
  row(q: Foreign, set: string, cells: Cells<C>): ReadRow
  /** Whether a row is one of the template's own, as it is handed out in either language. */
  isSample(cells: Cells<C>): boolean
}

/** A spreadsheet writes `true` in its own way. */
const plain = (cell: string): string => cell.trim().toLowerCase()
/** @param samples rows of the template with their cells in the order of the columns */
export function samplesIn<C extends string>(
  columns: readonly C[],
  samples: () => readonly (readonly Cell[])[],
): (cells: Cells<C>) => boolean {
  let own: ReadonlySet<string> | undefined
  const keyOf = (cells: readonly Cell[]) => JSON.stringify(cells.map((c) => plain(String(c ?? ''))))
  return (cells) => (own ??= new Set(samples().map(keyOf))).has(keyOf(columns.map((c) => cells[c] ?? '')))
}

/** Of a table of the banks, whose columns have a name in each language. */
export const bankHeadings = <C extends keyof typeof chineseHeadings>(
  columns: readonly C[],
  columnOf: (heading: string) => C | undefined,
  needed: readonly C[],
): HeadingRules<C> => ({
  columnOf,
  needed,
  words: columns.flatMap((c) => [c, chineseHeadings[c]].map((word) => [word, c] as const)),
  nameOf: (c, chinese) => (chinese ? chineseHeadings[c] : c),
})

function headerOf<C extends string>({ headings }: QuestionTableSpec<C>, cells: readonly string[], line: number) {
  const known = cells.map(headings.columnOf)
  // of a workbook nobody has looked at the headings before
  if (listsPeople(cells) && headings.needed.some((name) => !known.includes(name))) throw new Unreadable('holds_users')
  return readHeadings(cells, line, headings)
}

export const yesNo = (cell: string, path: string): boolean => {
  const plain = cell.trim().toLowerCase()
  if (yesWords.has(plain)) return true
  if (noWords.has(plain)) return false
  throw new NoQuestion('yes_or_no', {}, path)
}

/** `text | cost` */
const withFigure = (line: string): [string, number] => {
  const at = line.lastIndexOf('|')
  const figure = line.slice(at + 1).trim()
  return at >= 0 && /^\d{1,4}(\.\d{1,4})?$/.test(figure) ? [line.slice(0, at).trimEnd(), Number(figure)] : [line, 0]
}
export const rubricOf = (cell: string | undefined): Data =>
  cell === undefined
    ? {}
    : {
        rubric: readLines(cell)
          .map(withFigure)
          .map(([text, points]) => ({ text, points })),
      }

const wordColumns = ['knowledge', 'skills', 'keywords', 'cve_ids'] as const
type Common = 'title' | 'stem' | 'score' | 'difficulty' | 'explanation' | 'hints' | 'language' | 'writeup'

/** What the questions of every bank have. */
export function commonFields(cells: Cells<Common | (typeof wordColumns)[number]>): Data {
  const score = cells.score?.trim()
  const difficulty = cells.difficulty?.trim().toLowerCase()
  return {
    title: cells.title ?? '',
    stem: cells.stem ?? '',
    ...(score ? { score: /^\d{1,4}(\.\d{1,4})?$/.test(score) ? Number(score) : score } : {}),
    ...(difficulty ? { difficulty: difficultyWords[difficulty] ?? difficulty } : {}),
    ...Object.fromEntries(wordColumns.flatMap((c) => (cells[c] === undefined ? [] : [[c, readLines(cells[c] ?? '')]]))),
    ...(cells.explanation === undefined ? {} : { explanation: cells.explanation }),
    ...(cells.writeup === undefined ? {} : { writeup: cells.writeup }),
    ...(cells.language?.trim() ? { language: cells.language.trim() } : {}),
    ...(cells.hints === undefined
      ? {}
      : {
          hints: readLines(cells.hints)
            .map(withFigure)
            .map(([text, cost]) => ({ text, cost })),
        }),
  }
}

async function* rowsOf<C extends string>(
  table: QuestionTableSpec<C>,
  file: string,
  records: AsyncIterable<{ cells: readonly string[]; line: number }>,
): AsyncGenerator<FoundRow, void, undefined> {
  let header: (C | undefined)[] | undefined
  let index = 0
  let meant = 0
  for await (const { cells, line } of records) {
    if (!header) {
      const { columns, unread } = headerOf(table, cells, line)
      header = columns
      if (unread.length) yield { unread, place: { file } }
      continue
    }
    if (!hasFilledCell({ cells })) continue
    const said: Record<string, string> = {}
    for (const [n, column] of header.entries())
      if (column) said[column] = unguard(cells[n] ?? '').replace(/\r\n/g, '\n')
    const place = { file, line, index: ++index }
    const example = table.isSample(cellsOf(said))
    if (!example) meant++
    if (cells.slice(header.length).some((c) => c.trim() !== '')) {
      const q = new Foreign(place)
      q.label = said['title'] ?? ''
      yield q.refused(table.kind, 'columns', { expected: header.length, found: cells.length })
    } else yield { ...(await rowOfCells(table, place, said)), ...(example ? { example } : {}) }
  }
  if (!index) throw new Unreadable('no_records')
  if (!meant) throw new Unreadable('only_example')
}

/** Cells by the names of a table's columns. */
const cellsOf = <C extends string>(cells: Partial<Record<string, string>>): Cells<C> => cells

/** One row of a table. */
export async function rowOfCells<C extends string>(
  table: QuestionTableSpec<C>,
  place: Place,
  cells: CellsOf,
): Promise<ReadRow> {
  const q = new Foreign(place)
  const { title = '', set = '' } = cells
  q.label = title
  const into = setName([set]) || setOfFile(place.file)
  const row = await foreign(table.kind, q, async () => table.row(q, into, cellsOf(cells)))
  return { ...row, cells }
}

export const tableFormat = <C extends string>(table: QuestionTableSpec<C>): Format => ({
  id: 'table',
  resources: [table.kind],
  headings: table.headings.needed,
  sniff(name, head) {
    if (!/\.csv$/i.test(name)) return 0
    const columns = firstRow(headText(head)).map(table.headings.columnOf)
    return table.headings.needed.every((c) => columns.includes(c)) ? 0.95 : 0
  },
  read: (source) => rowsOf(table, source.name, csvRecords(source)),
})

/** A workbook's parts are read as one file of its name. */
export const sheetFormat = <C extends string>(table: QuestionTableSpec<C>): Format => ({
  id: 'table',
  resources: [table.kind],
  sniff: () => 0,
  read: (source, beside: readonly SourceFile[]) => rowsOf(table, source.name, sheetRows(beside)),
})
