/** Readers for the tests of the export: a strict RFC 4180 reader and one of a workbook's only sheet. */
import { SaxesParser } from 'saxes'
import { strFromU8, unzipSync } from 'fflate'

export function readCsv(bytes: Buffer): string[][] {
  const text = bytes.toString('utf8')
  if (!text.startsWith('\ufeff')) throw new Error('no byte order mark')
  const rows: string[][] = []
  let row: string[] = []
  let at = 1
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      for (at++; ; at++) {
        if (at >= text.length) throw new Error('quote not closed')
        if (text[at] !== '"') cell += text[at]
        else if (text[at + 1] === '"') cell += text[at++]
        else break
      }
      at++
    } else
      while (at < text.length && text[at] !== ',' && text[at] !== '\r') {
        if (text[at] === '"' || text[at] === '\n') throw new Error('a cell that needs quotes has none')
        cell += text[at++]
      }
    row.push(cell)
    if (text[at] === ',') {
      at++
      continue
    }
    if (text.slice(at, at + 2) !== '\r\n') throw new Error(`row ends with ${JSON.stringify(text.slice(at, at + 2))}`)
    rows.push(row)
    row = []
    at += 2
  }
  return rows
}

const sheetOf = (bytes: Buffer): string => {
  const files = unzipSync(new Uint8Array(bytes))
  for (const [name, content] of Object.entries(files)) {
    const parser = new SaxesParser({ xmlns: true })
    parser.on('error', (e) => {
      throw new Error(`${name}: ${e.message}`)
    })
    parser.write(strFromU8(content)).close()
  }
  const sheet = files['xl/worksheets/sheet1.xml']
  if (!sheet || !files['[Content_Types].xml']) throw new Error('no sheet')
  return strFromU8(sheet)
}

/** Cells by their own reference, so that a left-out empty cell is an empty text. */
export function readXlsx(bytes: Buffer): string[][] {
  const rows: string[][] = []
  const parser = new SaxesParser()
  let width = 0
  let place: [number, number] = [0, 0]
  let text = ''
  parser.on('opentag', (tag) => {
    if (tag.name === 'row') rows.push([])
    if (tag.name === 'c') {
      const [, letter = '', n = ''] = /^([A-Z]+)(\d+)$/.exec(String(tag.attributes['r'])) ?? []
      place = [Number(n) - 1, [...letter].reduce((sum, c) => sum * 26 + c.charCodeAt(0) - 64, 0) - 1]
      text = ''
    }
  })
  parser.on('text', (t) => {
    text += t
  })
  parser.on('closetag', (tag) => {
    if (tag.name !== 'c') return
    const row = rows[place[0]]
    if (!row) throw new Error('a cell outside its row')
    row[place[1]] = text.replace(/_x([0-9A-F]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    width = Math.max(width, place[1] + 1)
  })
  parser.write(sheetOf(bytes)).close()
  return rows.map((r) => Array.from({ length: width }, (_, n) => r[n] ?? ''))
}
readXlsx.sheet = sheetOf
