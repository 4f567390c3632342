/** Lists of people as a spreadsheet or as CSV: headings in either language, one person a row. */
import { unguard } from '#mock/crud/cells.ts'
import { dayWritten } from '#src/contract/lib/typedDate.ts'
import {
  columnField,
  headingWords,
  isExample,
  isNamePart,
  isPassedOver,
  joinedName,
  type NamePart,
  namePartsIn,
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

type UserField = (typeof userColumns)[number]['field']
const headings: HeadingRules<UserField> = {
  columnOf: columnField,
  needed: neededOfUsers,
  words: headingWords,
  passedOver: isPassedOver,
  meansItself: isNamePart,
  nameOf: (field, chinese) => {
    const column = userColumns.find((c) => c.field === field)
    return (chinese ? column?.zh : column?.en) ?? field
  },
}

/** Headings of a list whose names stand in two columns: its rows have the name joined, in a column that is not in the file. */
function withParts(cells: readonly string[]) {
  const parts = namePartsIn(cells)
  if (!parts.includes('family')) return { parts, rules: headings }
  const isPart = (heading: string): boolean => parts[cells.indexOf(heading)] !== undefined
  return {
    parts,
    rules: {
      ...headings,
      needed: neededOfUsers.filter((field) => field !== 'name'),
      columnOf: (heading: string) => (isPart(heading) ? undefined : columnField(heading)),
      words: headingWords.filter(([, field]) => field !== 'name'),
      passedOver: (heading: string) => isPart(heading) || isPassedOver(heading),
    },
  }
}

/** As it is said: a list may part the digits of a number, the platform keeps none of that. */
const cellOf = (field: UserField, text: string): string => (field === 'phone' ? text.replace(/\s+/g, '') : text)

async function* rowsOf(file: string, lines: AsyncIterable<Line>): AsyncGenerator<FoundRow, void, undefined> {
  let fields: (UserField | undefined)[] | undefined
  let parts: (NamePart | undefined)[] = []
  let unread: ReturnType<typeof unreadColumn>[] = []
  let index = 0
  let people = 0
  for await (const line of lines) {
    if (!fields) {
      const split = withParts(line.cells)
      const read = readHeadings(line.cells, line.line, split.rules)
      fields = read.columns
      parts = split.parts
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
      if (field && text !== '')
        data[field] = field === 'expires_on' ? day(text, line.from1904 === true) : cellOf(field, text)
    }
    if (parts.includes('family')) {
      const part = (which: NamePart): string => unguard(line.cells[parts.indexOf(which)] ?? '').trim()
      const name = joinedName(part('given'), part('family'))
      if (name !== '') data['name'] = name
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
/** Whether a file could be such a list at all; what else it is, its beginning says as at the other desks. */
export const isTableOfPeople = (name: string, sources: readonly SourceFile[]): boolean =>
  /\.(?:csv|xlsx)$/i.test(name) || sources.some((s) => /(^|\/)workbook\.xml$/i.test(s.name))
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
