/**
 * Comma-separated values as RFC 4180 has them: quotes double inside quotes, line ends inside quotes belong to the cell. A quote in the
 * middle of a plain cell stands for itself. A first line `sep=;`, as Excel writes and reads it, says what stands between the cells and is no
 * record. Anything but a comma or a line end behind a closing quote is refused: guessing there moves cells.
 */
import { Unreadable } from '../found.ts'
import type { SourceFile } from '../source.ts'
import { lineLimit, utf8 } from './text.ts'

export interface CsvRecord {
  cells: string[]
  /** Where it begins. */
  line: number
}

const columnsMost = 500

/** Takes text in pieces of any size and gives the records that have ended. */
class CsvReader {
  readonly #comma: string
  /** @param comma what stands between cells */
  constructor(comma = ',') {
    this.#comma = comma
  }
  readonly ready: CsvRecord[] = []
  #cells: string[] = []
  #cell = ''
  /** `plain` also stands for the beginning of a cell; `closed` is behind the second quote, which the next character explains. */
  #in: 'plain' | 'quoted' | 'closed' = 'plain'
  /** A line on which there is nothing, not even quotes, is no record. */
  #empty = true
  #return = false
  #line = 1
  #begins = 1
  #quoteAt = 1
  /** Characters of the record at hand. */
  #held = 0

  write(text: string): void {
    let from = 0
    for (let i = 0; i < text.length; i++) {
      const c = text[i]
      if (this.#in === 'quoted') {
        if (c === '"') {
          this.#add(text.slice(from, i))
          this.#in = 'closed'
        } else if (c === '\n') this.#line++
        continue
      }
      const second = this.#return && c === '\n'
      this.#return = false
      if (second) {
        from = i + 1
        continue
      }
      if (c === '"') {
        // two quotes inside quotes are one, and what follows is quoted again: the second of them begins it
        if (this.#in === 'closed') from = i
        // inside a plain cell it is a character like any other, as spreadsheets and Python read it
        else if (this.#cell !== '' || from !== i) continue
        else {
          this.#quoteAt = this.#line
          from = i + 1
        }
        this.#in = 'quoted'
        this.#empty = false
      } else if (c === this.#comma || c === '\n' || c === '\r') {
        if (this.#in === 'plain') this.#add(text.slice(from, i))
        from = i + 1
        if (c === this.#comma) this.#endCell()
        else this.#endRecord(c === '\r')
      } else if (this.#in === 'closed') throw new Unreadable('csv_quote', { line: this.#line })
    }
    if (this.#in !== 'closed') this.#add(text.slice(from))
  }

  end(): void {
    if (this.#in === 'quoted') throw new Unreadable('csv_quote', { line: this.#quoteAt })
    this.#endRecord(false)
  }

  #add(text: string): void {
    this.#held += text.length
    if (this.#held > lineLimit) throw new Unreadable('record_too_large', { line: this.#begins, limit: lineLimit })
    this.#cell += text
    if (text !== '') this.#empty = false
  }

  #endCell(): void {
    if (this.#cells.push(this.#cell) > columnsMost)
      throw new Unreadable('record_too_large', { line: this.#begins, limit: columnsMost })
    this.#cell = ''
    this.#in = 'plain'
    this.#empty = false
  }

  #endRecord(carriageReturn: boolean): void {
    if (!this.#empty) {
      this.#endCell()
      this.ready.push({ cells: this.#cells, line: this.#begins })
    }
    this.#cells = []
    this.#held = 0
    this.#empty = true
    this.#return = carriageReturn
    this.#line++
    this.#begins = this.#line
  }
}

/** Records in order. A line with nothing on it is none. */
export async function* csvRecords(source: SourceFile): AsyncGenerator<CsvRecord, void, undefined> {
  let reader: CsvReader | undefined
  let begins = ''
  let named = false
  const ready = function* (of: CsvReader) {
    if (named && of.ready.length) {
      of.ready.shift()
      named = false
    }
    yield* of.ready
    of.ready.length = 0
  }
  for await (const piece of utf8(source)) {
    if (!reader) {
      begins += piece
      if (!/[\r\n]/.test(begins) && begins.length < lineLimit) continue
      named = separator.test(begins)
      reader = new CsvReader(commaOf(begins))
      reader.write(begins)
    } else reader.write(piece)
    yield* ready(reader)
  }
  if (!reader) {
    reader = new CsvReader(commaOf(begins))
    reader.write(begins)
  }
  reader.end()
  yield* ready(reader)
}

/** A first line that names what stands between the cells; Excel does not read it as a row. */
const separator = /^"?sep=([^\r\n"])"?(?=[\r\n]|$)/i

/** What stands between the cells, by that line or by the headings: a comma, or where there is none what spreadsheets write in its place. */
function commaOf(text: string): string {
  const [, said] = separator.exec(text) ?? []
  if (said !== undefined) return said
  const [headings = ''] = text
    .slice(0, 65_536)
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/[\r\n]/, 1)
  return headings.includes(',') ? ',' : ([';', '\t'].find((c) => headings.includes(c)) ?? ',')
}

/** Whether anything stands in a record; spreadsheets write their empty lines with all their commas. */
export const hasFilledCell = ({ cells }: { cells: readonly string[] }): boolean => cells.some((c) => c.trim() !== '')

/** Cells of the first record that a file begins with; none where it cannot be read. */
export function firstRow(head: string): string[] {
  const text = head.replace(/^\ufeff/, '')
  const reader = new CsvReader(commaOf(text))
  try {
    reader.write(text)
    if (!reader.ready.length) reader.end()
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
  }
  return reader.ready[separator.test(text) ? 1 : 0]?.cells ?? []
}
