/** Characters of GIFT that stand for themselves behind a backslash, and texts with the format they say. */
import { giftFormats, type GiftText } from './tree.ts'

const special = '\\:~=#{}[]'

const unescapeGift = (raw: string): string => {
  let out = ''
  for (let i = 0; i < raw.length; i++) {
    const next = raw[i + 1]
    if (raw[i] !== '\\' || next === undefined || (!special.includes(next) && next !== 'n')) out += raw[i]
    else {
      out += next === 'n' ? '\n' : next
      i++
    }
  }
  return out
}

/** Where the text stands without a backslash before it; -1 when nowhere. */
export function findPlain(raw: string, wanted: string, from = 0): number {
  for (let i = from; i < raw.length; i++)
    if (raw[i] === '\\') i++
    else if (raw.startsWith(wanted, i)) return i
  return -1
}

/** Cut at every plain one of the characters; `keep` leaves the character at the beginning of its piece. */
export function splitPlain(raw: string, at: string, keep: boolean): string[] {
  const out: string[] = []
  let from = 0
  for (let i = 0; i < raw.length; i++)
    if (raw[i] === '\\') i++
    else if (at.includes(raw[i] ?? '')) {
      out.push(raw.slice(from, i))
      from = keep ? i : i + 1
    }
  out.push(raw.slice(from))
  return out
}

const prefix = /^\s*\[(html|markdown|plain|moodle)\]/
/** @param format what a text without its own has */
export function giftTextOf(raw: string, format: GiftText['format']): GiftText {
  const said = prefix.exec(raw)
  const own = giftFormats.find((f) => f === said?.[1]) ?? format
  const text = unescapeGift(said ? raw.slice(said[0].length) : raw).trim()
  return { format: own, text: own === 'html' || own === 'markdown' ? text : text.replace(/\s+/g, ' ') }
}
/** Without a format: a title, a category. */
export const giftPlainText = (raw: string): string => unescapeGift(raw).replace(/\s+/g, ' ').trim()
