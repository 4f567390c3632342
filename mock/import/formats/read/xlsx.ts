/**
 * Rows of the first sheet of a workbook (ECMA-376, SpreadsheetML) as texts. Only what is stored is read: of a formula its last value; no
 * formula runs, nothing outside is looked at. Document types are refused, so there are no entities but XML's own five.
 */
import { SaxesParser } from 'saxes'
import { Unreadable } from '../found.ts'
import { folderOf, type SourceFile } from '../source.ts'
import { utf8 } from './text.ts'

const most = { strings: 2_000_000, text: 64 * 1024 * 1024, columns: 500 }
const local = (name: string): string => name.slice(name.indexOf(':') + 1)

type Handlers = {
  open?(name: string, attributes: Record<string, string>): void
  text?(text: string): void
  close?(name: string): void
}

/** Goes through a part; after each piece of it `tick` may hand out what has come. */
async function* walk<T>(source: SourceFile, on: Handlers, ready: T[]): AsyncGenerator<T, void, undefined> {
  const parser = new SaxesParser({ position: true, xmlns: false })
  const fail = (code: 'xml_syntax' | 'xml_doctype') => {
    throw new Unreadable(code, { line: parser.line, column: parser.column + 1 })
  }
  parser.on('error', () => fail('xml_syntax'))
  parser.on('doctype', () => fail('xml_doctype'))
  parser.on('opentag', (tag) => on.open?.(local(tag.name), tag.attributes))
  parser.on('text', (text) => on.text?.(text))
  parser.on('closetag', (tag) => on.close?.(local(tag.name)))
  for await (const piece of utf8(source)) {
    parser.write(piece)
    yield* ready
    ready.length = 0
  }
  parser.close()
  yield* ready
}
async function through(source: SourceFile, on: Handlers): Promise<void> {
  for await (const _ of walk(source, on, [])) void _
}

async function sharedStrings(source: SourceFile | undefined): Promise<string[]> {
  const out: string[] = []
  if (!source) return out
  let now: string | undefined
  let inside = false
  let phonetic = 0
  let held = 0
  await through(source, {
    open(name) {
      if (name === 'si') now = ''
      if (name === 'rPh') phonetic++
      if (name === 't') inside = true
    },
    text(text) {
      if (now === undefined || !inside || phonetic) return
      held += text.length
      if (held > most.text) throw new Unreadable('file_too_large', { limit: most.text })
      now += text
    },
    close(name) {
      if (name === 't') inside = false
      if (name === 'rPh') phonetic--
      if (name !== 'si') return
      if (out.push(now ?? '') > most.strings) throw new Unreadable('record_too_large', { limit: most.strings })
      now = undefined
    },
  })
  return out
}

interface Book {
  sheet: SourceFile
  strings: SourceFile | undefined
  /** Days are counted from 1904 in books of old Macintoshes. */
  from1904: boolean
}

async function bookOf(parts: readonly SourceFile[]): Promise<Book> {
  const at = (name: string) => parts.find((p) => p.name.toLowerCase() === name.toLowerCase())
  const workbook = parts.find((p) => /(^|\/)workbook\.xml$/i.test(p.name))
  if (!workbook) throw new Unreadable('xml_shape')
  const folder = folderOf(workbook.name)
  let id: string | undefined
  let from1904 = false
  await through(workbook, {
    open(name, a) {
      if (name === 'workbookPr') from1904 = /^(1|true)$/.test(a['date1904'] ?? '')
      if (name === 'sheet') id ??= Object.entries(a).find(([k]) => local(k) === 'id' && k !== 'id')?.[1]
    },
  })
  let target: string | undefined
  const rels = at(`${folder}_rels/workbook.xml.rels`)
  if (rels)
    await through(rels, {
      open(name, a) {
        if (name === 'Relationship' && a['Id'] === id) target = a['Target']
      },
    })
  const path = target?.startsWith('/') ? target.slice(1) : `${folder}${target ?? 'worksheets/sheet1.xml'}`
  const sheet = at(path)
  if (!sheet) throw new Unreadable('xml_shape')
  return { sheet, strings: at(`${folder}sharedStrings.xml`), from1904 }
}

/** Column of a reference like `AB12`, from 0. */
const columnOf = (ref: string): number => {
  let n = 0
  for (const c of /^[A-Za-z]{1,3}/.exec(ref)?.[0]?.toUpperCase() ?? '') n = n * 26 + c.charCodeAt(0) - 64
  return n - 1
}

/** A number as it would be typed: a telephone number that a sheet keeps as 1.3800001234E10 is its digits. */
const numeral = (v: string): string => (/^-?\d+$/.test(v) || !Number.isFinite(Number(v)) ? v : String(Number(v)))

/** Day of a date as a sheet counts it; the text itself when it is none. Day 60 of the 1900 system never was. */
export function xlsxDayOf(text: string, from1904 = false): string {
  if (!/^\d{4,6}(\.\d+)?$/.test(text)) return text
  const days = Math.floor(Number(text)) + (from1904 ? 1462 : 0)
  return new Date(Date.UTC(1899, 11, 30) + days * 86_400_000).toISOString().slice(0, 10)
}

export interface SheetRow {
  cells: string[]
  /** As the sheet numbers it. */
  line: number
  from1904: boolean
}

/** Rows with anything in them. */
export async function* sheetRows(parts: readonly SourceFile[]): AsyncGenerator<SheetRow, void, undefined> {
  const { sheet, strings: source, from1904 } = await bookOf(parts)
  const strings = await sharedStrings(source)
  const ready: SheetRow[] = []
  let row: SheetRow | undefined
  let cell: { at: number; type: string; text: string } | undefined
  let inside = false
  let line = 0
  yield* walk(
    sheet,
    {
      open(name, a) {
        if (name === 'row') {
          line = Number(a['r']) || line + 1
          row = { cells: [], line, from1904 }
        } else if (name === 'c' && row) {
          const at = a['r'] ? columnOf(a['r']) : row.cells.length
          if (at < 0 || at >= most.columns) throw new Unreadable('record_too_large', { line, limit: most.columns })
          cell = { at, type: a['t'] ?? 'n', text: '' }
        } else if (name === 'v' || name === 't') inside = true
      },
      text(text) {
        if (cell && inside) cell.text += text
      },
      close(name) {
        if (name === 'v' || name === 't') inside = false
        if (name === 'c' && cell && row) {
          while (row.cells.length < cell.at) row.cells.push('')
          const { type, text } = cell
          row.cells[cell.at] =
            type === 's' ? (strings[Number(text)] ?? '') : type === 'n' ? numeral(text) : type === 'e' ? '' : text
          cell = undefined
        }
        if (name === 'row' && row) {
          if (row.cells.some((c) => c.trim() !== '')) ready.push(row)
          row = undefined
        }
      },
    },
    ready,
  )
}
