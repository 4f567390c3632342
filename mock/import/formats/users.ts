/** Lists of people as a spreadsheet or as CSV: headings in either language, one person a row. */
import { unguard } from '#mock/crud/cells.ts'
import { dayWritten } from '#src/contract/lib/typedDate.ts'
import {
  columnField,
  headingWords,
  isExample,
  isPassedOver,
  neededOfUsers,
  unreadColumn,
  userColumns,
} from '#src/contract/system/userImport.ts'
import type { Format } from './format.ts'
import { type FoundRow, Unreadable } from './found.ts'
import { type HeadingRules, readHeadings } from './headings.ts'
import { csvRecords, hasFilledCell } from './read/csv.ts'
import { xlsxDayOf, sheetRows } from './read/xlsx.ts'
import { rowRefusal } from './rows.ts'
import type { Detected } from './registry.ts'
import type { SourceFile } from './source.ts'
import { textOf } from '#src/contract/lib/typed.ts'

interface Line {
  cells: readonly string[]
  line: number
  from1904?: boolean
}

/** Days as people write them, or as a workbook counts them; what is none is refused by its rule. */
const day = (text: string, from1904: boolean): string | null => {
  return text === '' ? null : dayWritten(xlsxDayOf(text, from1904))
}

const headings: HeadingRules<(typeof userColumns)[number]['field']> = {
  columnOf: columnField,
  needed: neededOfUsers,
  words: headingWords,
  passedOver: isPassedOver,
  nameOf: (field, chinese) => {
    const column = userColumns.find((c) => c.field === field)
    return (chinese ? column?.zh : column?.en) ?? field
  },
}

async function* rowsOf(file: string, lines: AsyncIterable<Line>): AsyncGenerator<FoundRow, void, undefined> {
  let fields: ReturnType<typeof readHeadings<(typeof userColumns)[number]['field']>>['columns'] | undefined
  let unread: ReturnType<typeof unreadColumn>[] = []
  let index = 0
  let people = 0
  for await (const line of lines) {
    if (!fields) {
      const read = readHeadings(line.cells, line.line, headings)
      fields = read.columns
      unread = line.cells.map(unreadColumn)
      if (read.unread.length) yield { unread: read.unread, place: { file } }
      continue
    }
    if (!hasFilledCell(line)) continue
    const place = { file, line: line.line, index: ++index }
    if (line.cells.slice(fields.length).some((c) => c.trim() !== '')) {
      people++
      const params = { expected: fields.length, found: line.cells.length }
      yield rowRefusal('user', place, '', [{ path: '', rule: 'columns', params }])
      continue
    }
    const data: Record<string, unknown> = {}
    for (const [i, field] of fields.entries()) {
      const text = unguard(line.cells[i] ?? '').trim()
      if (field && text !== '') data[field] = field === 'expires_on' ? day(text, line.from1904 === true) : text
    }
    const beside = unread.flatMap((name, i) => {
      const text = unguard(line.cells[i] ?? '').trim()
      return name && text !== '' ? [[name, text] as const] : []
    })
    if (beside.length) data['unread'] = Object.fromEntries(beside)
    const example = isExample(data)
    if (!example) people++
    const label = textOf(data['name'] ?? data['username']).slice(0, 200)
    yield { resource: 'user', key: textOf(data['username']), label, place, data, ...(example ? { example } : {}) }
  }
  if (!index) throw new Unreadable('no_records')
  if (!people) throw new Unreadable('only_example')
}

const usersCsv: Format = {
  id: 'users-csv',
  resources: ['user'],
  sniff: (name) => (/\.csv$/i.test(name) ? 0.9 : 0),
  read: (source) => rowsOf(source.name, csvRecords(source)),
}
/** The one list an import of people is: a workbook's parts are read as one file of its name. */
export const listOfPeople = (name: string, sources: readonly SourceFile[]): Detected[] => {
  const format = /\.csv$/i.test(name) ? usersCsv : usersXlsx
  const book = sources.find((s) => /(^|\/)workbook\.xml$/i.test(s.name)) ?? sources[0]
  return book ? [{ source: { ...book, name }, format, confidence: 1 }] : []
}

/** Its parts are the files beside it. */
const usersXlsx: Format = {
  id: 'users-xlsx',
  resources: ['user'],
  sniff: (name) => (/\.xlsx$/i.test(name) ? 0.9 : 0),
  read: (source, beside: readonly SourceFile[]) => rowsOf(source.name, sheetRows(beside)),
}
