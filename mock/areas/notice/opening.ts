/** What a list shows of an announcement: its first lines, in the reader's language where they are written in both, tables and lists as such. */
import type { Locale } from '#src/contract/host.ts'

const longest = 160
const mostLines = 6
/** Rows of a table, with its heading and the line below that. */
const mostRows = 5
/** Of a text of any length only so much is looked at. */
const lookedAt = 4000

const lengthOf = (text: string): number => [...text].length
const isRow = (line: string): boolean => /^\s*\|/.test(line)

// no bracket within the words and no address without an end: a row of brackets is looked at once, not each with all that is behind it
const picture = /!\[([^[\]]*)\]\([^)]{0,500}\)/g
const link = /\[([^[\]]*)\]\([^)]{0,500}\)/g
/** The words of a heading, without the signs that may close it. */
function strong(heading: string): string {
  let end = heading.trimEnd().length
  while (heading[end - 1] === '#') end--
  const words = heading.slice(0, end).trim().replace(/\*\*/g, '')
  return words && `**${words}**`
}

/** A line, or the rows of a table. */
type Piece = readonly string[]

function piecesOf(markdown: string): Piece[] {
  const out: string[][] = []
  let before = ''
  for (const raw of markdown.slice(0, lookedAt).split(/\r?\n/)) {
    const line = raw
      .replace(picture, '$1')
      .replace(link, '$1')
      // a heading of the announcement is none of the page
      .replace(/^\s*#{1,6}\s(.*)$/, (_, words: string) => strong(words))
      .trimEnd()
    const last = out.at(-1)
    if (isRow(line) && last && isRow(before)) last.push(line)
    else if (line && !/^\s*(?:[-*_=]\s*){3,}$|^\s*(?:```|~~~)/.test(line)) out.push([line])
    before = line
  }
  return out
}

/** Undefined: figures and signs, which belong to what stands before them. Chinese texts name things in English, not the other way round. */
function languageOf(piece: Piece): Locale | undefined {
  const text = piece.join('')
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0
  if (han + latin === 0) return undefined
  return han * 4 >= latin ? 'zh-CN' : 'en-US'
}

function spokenIn(pieces: readonly Piece[], language: Locale): readonly Piece[] {
  let spoken: Locale | undefined
  const own = pieces.filter((p) => (spoken = languageOf(p) ?? spoken) === language)
  return own.length ? own : pieces
}

/** @returns Markdown without pictures, links and headings; an ellipsis tells that there is more. */
export function opening(markdown: string, language?: Locale): string {
  const all = piecesOf(markdown)
  const pieces = language ? spokenIn(all, language) : all
  const out: string[] = []
  let [lines, room, cut] = [mostLines, longest, markdown.length > lookedAt]
  for (const piece of pieces) {
    if (lines <= 0 || room <= 0) {
      cut = true
      break
    }
    const [first = ''] = piece
    if (isRow(first)) {
      out.push('', ...piece.slice(0, mostRows), '')
      cut ||= piece.length > mostRows
    } else if (lengthOf(first) > room) {
      // emphasis that is cut open would show its marks
      const plain = first.replace(/\*\*|[*`~]+/g, '')
      out.push(lengthOf(plain) > room ? `${[...plain].slice(0, room).join('')}…` : plain)
    } else {
      // a paragraph and a list that follow each other stay apart
      if (/^\s*(?:[-*+]|\d+\.)\s/.test(first) !== /^\s*(?:[-*+]|\d+\.)\s/.test(out.at(-1) ?? '')) out.push('')
      out.push(first)
    }
    lines -= piece.length
    room -= piece.reduce((n, l) => n + lengthOf(l), 0)
  }
  if (cut && !out.at(-1)?.endsWith('…')) out.push('', '…')
  return out
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
