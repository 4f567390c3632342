/**
 * A workbook of one sheet, written while the rows come: texts as inline strings, numbers as numbers, instants as dates of UTC
 * where they are given as such and as ISO texts where they are to be read again. A formula
 * element never occurs. Source: ECMA-376 part 1, 18.3 (worksheets) and 22.9.2.19 (escapes in strings).
 */
import { strToU8, ZipDeflate } from 'fflate'
import { guard, type ReportCell } from './cells.ts'
import { zipping } from './zipped.ts'

/** Longest text of a cell that spreadsheets open; a longer one is cut, CSV carries it whole. */
export const longestCell = 32_767

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const media = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const parts = {
  '[Content_Types].xml': `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${media}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${media}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${media}.styles+xml"/></Types>`,
  '_rels/.rels': `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="rows" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${xml}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>`,
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const hex = (c: string): string => `_x${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
/** Characters XML lacks are written `_x001B_`; a text that looks like that already has its first underscore written so. */
function escaped(text: string): string {
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\r]/g, hex)
    .replace(/[&<>"]/g, (c) => entities[c] ?? c)
}

function cut(text: string): string {
  const short = text.slice(0, longestCell)
  return /[\ud800-\udbff]$/.test(short) ? short.slice(0, -1) : short
}

/** A, B … Z, AA … */
export function columnLetters(n: number): string {
  const rest = Math.floor(n / 26)
  return (rest ? columnLetters(rest - 1) : '') + String.fromCharCode(65 + (n % 26))
}

/** Days since the thirtieth of December 1899 (ECMA-376 part 1, 18.17.4.1). */
const serial = (at: Date): number => at.getTime() / 86_400_000 + 25_569

function row(cells: readonly ReportCell[], at: number, style = ''): string {
  const inside = cells.map((cell, n) => {
    if (cell === null) return ''
    const r = ` r="${columnLetters(n)}${at}"${style}`
    if (cell instanceof Date) return `<c${r} s="2"><v>${serial(cell)}</v></c>`
    if (typeof cell === 'number') return `<c${r}><v>${cell}</v></c>`
    return `<c${r} t="inlineStr"><is><t xml:space="preserve">${escaped(cut(guard(cell)))}</t></is></c>`
  })
  return `<row r="${at}">${inside.join('')}</row>`
}

/** Yields the file in pieces. */
export async function* xlsx(
  header: readonly string[],
  batches: AsyncIterable<readonly ReportCell[][]>,
): AsyncGenerator<Uint8Array> {
  const { zip, take } = zipping()
  for (const [name, text] of Object.entries(parts)) {
    const file = new ZipDeflate(name, { level: 6 })
    zip.add(file)
    file.push(strToU8(text), true)
  }
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 3 })
  zip.add(sheet)
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  sheet.push(
    strToU8(
      `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><sheetData>${row(header, 1, ' s="1"')}`,
    ),
  )
  yield* take()
  let at = 1
  for await (const rows of batches) {
    sheet.push(strToU8(rows.map((cells) => row(cells, ++at)).join('')))
    yield* take()
  }
  sheet.push(strToU8('</sheetData></worksheet>'), true)
  zip.end()
  yield* take()
}
