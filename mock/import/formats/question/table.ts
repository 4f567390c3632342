/** Our table of theory questions (`contract/bank/table.ts`), as CSV and as the first sheet of a workbook. */
import { unguard } from '#mock/crud/cells.ts'
import { columnOf, difficultyWords, noWords, type TableColumn, typeWords, yesWords } from '#src/contract/bank/table.ts'
import { partials, theoryTypes } from '#src/contract/bank/question.ts'
import { type Format, headText } from '../format.ts'
import { type FoundRow, Unreadable } from '../found.ts'
import { CsvReader, csvRecords } from '../read/csv.ts'
import { sheetRows } from '../read/xlsx.ts'
import type { Source } from '../source.ts'
import { readLines } from './lines.ts'
import { foreign, Foreign, NoQuestion, optionsOf } from './question.ts'
import { setName, setOfFile } from './set.ts'

type Data = Record<string, unknown>
type Cells = Partial<Record<TableColumn, string>>

function headerOf(cells: readonly string[], line: number): (TableColumn | undefined)[] {
  const columns = cells.map((c) => (c.trim() === '' ? undefined : columnOf(c)))
  const wrong = cells.find((c, n) => c.trim() !== '' && (!columns[n] || columns.indexOf(columns[n]) !== n))
  if (wrong !== undefined) throw new Unreadable('csv_header', { line, name: wrong.slice(0, 120) })
  for (const needed of ['type', 'title', 'answer'] as const)
    if (!columns.includes(needed)) throw new Unreadable('csv_header', { line, name: needed })
  return columns
}

const typeOf = (cell: string): string => {
  const plain = cell.trim().toLowerCase()
  return typeWords[cell.trim()] ?? theoryTypes.find((t) => t === plain.replace(/[\s_/]+/g, '-')) ?? plain
}
const yesNo = (cell: string, path: string): boolean => {
  const plain = cell.trim().toLowerCase()
  if (yesWords.has(plain)) return true
  if (noWords.has(plain)) return false
  throw new NoQuestion('yes_or_no', {}, path)
}

const partialOf = (cell: string): string =>
  partials.find((p) => p === cell.trim().toLowerCase()) ?? (yesNo(cell, 'partial') ? 'share' : 'none')

/** Options with a letter before each lose it; the answer names letters. */
function choices(cells: Cells): Data {
  const lines = readLines(cells.options ?? '')
  const lettered = lines.every((l, n) => l.startsWith(`${String.fromCharCode(65 + n)}. `))
  const texts = lettered ? lines.map((l) => l.slice(3)) : lines
  const letters = (cells.answer ?? '').toUpperCase().replace(/[\s,;，；、]+/g, '')
  const wrong = [...letters].find((l) => l < 'A' || l.charCodeAt(0) - 65 >= texts.length)
  if (wrong !== undefined) throw new NoQuestion('table_key', { answer: wrong, n: texts.length }, 'options')
  const feedback = readLines(cells.feedback ?? '')
  return {
    options: optionsOf(
      texts.map((text, n) => ({
        text,
        correct: letters.includes(String.fromCharCode(65 + n)),
        feedback: (feedback[n] ?? '').replace(/^-$/, ''),
      })),
    ),
    ...(cells.partial ? { partial: partialOf(cells.partial) } : {}),
    ...(cells.shuffle ? { shuffle: yesNo(cells.shuffle, 'shuffle') } : {}),
  }
}
/** A blank a line; words that count as right stand apart by `|`, which behind a backslash is one itself. */
const blanks = (answer: string) =>
  readLines(answer).map((line, n) => ({
    id: `b${n + 1}`,
    accepted: [...line.matchAll(/((?:\\[\\|]|[^|])*)(?:\||$)/g)]
      .map((m) => (m[1] ?? '').replace(/\\([\\|])/g, '$1').trim())
      .filter(Boolean),
  }))

/** `text | cost` */
const withFigure = (line: string): [string, number] => {
  const [, text, figure] = /^([^]*?)\s*\|\s*(\d{1,4}(?:\.\d{1,4})?)$/.exec(line) ?? []
  return text !== undefined && figure !== undefined ? [text, Number(figure)] : [line, 0]
}

function fields(cells: Cells): Data {
  const type = typeOf(cells.type ?? '')
  const words = (c: TableColumn): Data => (cells[c] === undefined ? {} : { [c]: readLines(cells[c] ?? '') })
  const score = cells.score?.trim()
  const data: Data = {
    type,
    title: cells.title ?? '',
    stem: cells.stem ?? '',
    ...(score ? { score: /^\d{1,4}(\.\d{1,4})?$/.test(score) ? Number(score) : score } : {}),
    ...(cells.difficulty?.trim()
      ? { difficulty: difficultyWords[cells.difficulty.trim().toLowerCase()] ?? cells.difficulty.trim().toLowerCase() }
      : {}),
    ...words('knowledge'),
    ...words('skills'),
    ...words('keywords'),
    ...words('cve_ids'),
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
  const answer = cells.answer ?? ''
  if (type === 'true-false') return { ...data, truth: yesNo(answer, 'truth') }
  if (type === 'single' || type === 'multiple') return { ...data, ...choices(cells) }
  if (type === 'completion') return { ...data, blanks: blanks(answer) }
  if (type === 'short')
    return {
      ...data,
      reference: answer,
      ...(cells.rubric === undefined
        ? {}
        : {
            rubric: readLines(cells.rubric)
              .map(withFigure)
              .map(([text, points]) => ({ text, points })),
          }),
    }
  return data
}

async function* rowsOf(
  file: string,
  records: AsyncIterable<{ cells: readonly string[]; line: number }>,
): AsyncGenerator<FoundRow, void, undefined> {
  let header: (TableColumn | undefined)[] | undefined
  let index = 0
  for await (const { cells, line } of records) {
    if (!header) {
      header = headerOf(cells, line)
      continue
    }
    const said: Cells = {}
    for (const [n, column] of header.entries())
      if (column) said[column] = unguard(cells[n] ?? '').replace(/\r\n/g, '\n')
    const q = new Foreign({ file, line, index: ++index })
    q.label = said.title ?? ''
    const set = setName([said.set ?? '']) || setOfFile(file)
    const more = cells.slice(header.length).some((c) => c.trim() !== '')
    yield more
      ? q.refused('theory-question', 'columns', { expected: header.length, found: cells.length })
      : await foreign('theory-question', q, async () => q.row('theory-question', set, fields(said)))
  }
  if (!index) throw new Unreadable('no_records')
}

function firstRow(head: string): string[] {
  const reader = new CsvReader()
  try {
    reader.write(head.replace(/^\ufeff/, ''))
    if (!reader.ready.length) reader.end()
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
  }
  return reader.ready[0]?.cells ?? []
}

export const questionTable: Format = {
  id: 'table',
  resources: ['theory-question'],
  sniff(name, head) {
    if (!/\.csv$/i.test(name)) return 0
    const columns = firstRow(headText(head)).map(columnOf)
    return columns.includes('type') && columns.includes('title') && columns.includes('answer') ? 0.95 : 0
  },
  read: (source) => rowsOf(source.name, csvRecords(source)),
}

/** A workbook's parts are read as one file of its name. */
export const questionSheet: Format = {
  id: 'table',
  resources: ['theory-question'],
  sniff: () => 0,
  read: (source, beside: readonly Source[]) => rowsOf(source.name, sheetRows(beside)),
}
