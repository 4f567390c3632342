/**
 * The text a name was meant to be. Archivers write UTF-8 with its flag (7-Zip, Info-ZIP), UTF-8 without it (macOS, old PHP), the code page
 * of their system (Windows Explorer: cp437 in the West, GBK in China, Shift-JIS in Japan), or the code page with the right name beside it in an extra field
 * (WinZip, field 0x7075).
 */
import { crc32 } from 'node:zlib'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const gb18030 = new TextDecoder('gb18030', { fatal: true })
const shiftJis = new TextDecoder('shift_jis', { fatal: true })
const unicodePath = 0x7075

interface ExtraField {
  id: number
  data: Buffer
}

/** Of names that say nothing of their encoding and are no UTF-8. An archive was packed on one system, so it has one. */
export type CodePage = 'gbk' | 'shift_jis' | 'cp437'

/** A name as the list of entries has it. */
export interface RawName {
  raw: Buffer
  saysUtf8: boolean
  extra: readonly ExtraField[]
}

/** The name that stands beside, in an extra field. */
function beside({ raw, extra }: RawName): string | undefined {
  const field = extra.find((f) => f.id === unicodePath)?.data
  // its checksum is that of the name it stands for; a tool that renamed the entry and left the field behind is caught by it
  if (!field || field.length <= 5 || field[0] !== 1 || field.readUInt32LE(1) !== crc32(raw)) return undefined
  // WinZip writes backslashes here and slashes in the name proper
  return decode(utf8, field.subarray(5))?.replaceAll('\\', '/')
}

const decoders = { gbk: gb18030, shift_jis: shiftJis } as const

/**
 * The code page of an archive, from all names that need one: a name of two characters fits many, all of them together fit one. Where one
 * of them does not fit, the page of most names counts. Undefined where no name needs any.
 */
export function codePageOf(names: readonly RawName[]): CodePage | undefined {
  const odd = names.filter((n) => !n.saysUtf8 && beside(n) === undefined && decode(utf8, n.raw) === undefined)
  if (!odd.length) return undefined
  const fits = (raw: Buffer): CodePage =>
    chinese(raw) !== undefined ? 'gbk' : japanese(raw) !== undefined ? 'shift_jis' : 'cp437'
  const slash = Buffer.from('/')
  const all = fits(Buffer.concat(odd.flatMap(({ raw }) => [raw, slash])))
  if (all !== 'cp437') return all
  const votes = { gbk: 0, shift_jis: 0, cp437: 0 }
  for (const { raw } of odd) votes[fits(raw)]++
  const [most] = (['gbk', 'shift_jis'] as const).toSorted((a, b) => votes[b] - votes[a])
  return most && votes[most] * 2 > odd.length ? most : 'cp437'
}

/** The decoded name, or undefined when its own flag is a lie. */
export function decodeName(name: RawName, page: CodePage | undefined): string | undefined {
  const given = beside(name)
  if (given !== undefined) return given
  const text = decode(utf8, name.raw)
  if (text !== undefined || name.saysUtf8) return text
  const own = page && page !== 'cp437' ? decode(decoders[page], name.raw) : undefined
  return own ?? cp437(name.raw)
}

function decode(decoder: TextDecoder, bytes: Buffer): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * GB18030 takes almost any bytes, `Prüfung` in cp437 included, so decoding cleanly is not enough: all that is not ASCII has to come out as
 * Chinese characters or punctuation, and most of it has to lie in the plane of the common characters (both bytes high), where cp437 has
 * frames and Greek.
 */
function chinese(raw: Buffer): string | undefined {
  const text = decode(gb18030, raw)
  if (text === undefined) return undefined
  const foreign = [...text].filter((c) => c > '\u007f')
  if (!foreign.every((c) => /[\p{Script=Han}\u3000-\u303f\uff00-\uffef\u2014\u2018-\u201d\u2026\u00b7]/u.test(c)))
    return undefined
  let common = 0
  for (let i = 0; i < raw.length; i++) {
    const [first, second] = [raw[i] ?? 0, raw[i + 1] ?? 0]
    if (first < 0x81) continue
    if (first >= 0xa1 && first <= 0xf7 && second >= 0xa1) common++
    i++
  }
  return common * 2 > foreign.length ? text : undefined
}

/** Of a text, which may hold a figure or a sign among its characters. */
export function looksChinese(bytes: Buffer): boolean {
  const text = decode(gb18030, bytes)
  if (text === undefined) return false
  // Chinese stands in runs; an accented letter among Latin ones comes out as one sign alone
  const runs = text.match(/[^\u0000-\u007f]+/g) ?? []
  const alone = runs.filter((r) => [...r].length === 1).length
  if (alone * 2 > runs.length) return false
  let [common, foreign] = [0, 0]
  for (let i = 0; i < bytes.length; i++) {
    const [first, second] = [bytes[i] ?? 0, bytes[i + 1] ?? 0]
    if (first < 0x81) continue
    foreign++
    if (first >= 0xa1 && first <= 0xf7 && second >= 0xa1) common++
    i++
  }
  return common * 2 > foreign
}
export const looksJapanese = (bytes: Buffer): boolean =>
  /[\u3041-\u3096\u30a1-\u30fa\u30fc]{2}/u.test(decode(shiftJis, bytes) ?? '')

/** Two kana in a row: one alone is also the `ât` of `pâte` in cp437. */
function japanese(raw: Buffer): string | undefined {
  const text = decode(shiftJis, raw)
  if (text === undefined || !/[\u3041-\u3096\u30a1-\u30fa\u30fc]{2}/u.test(text)) return undefined
  const foreign = [...text].filter((c) => c > '\u007f')
  return foreign.every((c) => /[\p{Script=Han}\u3000-\u30ff\uff00-\uff60]/u.test(c)) ? text : undefined
}

const upper =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'
/** Code page 437. Source: https://www.unicode.org/Public/MAPPINGS/VENDORS/MICSFT/PC/CP437.TXT */
function cp437(raw: Buffer): string {
  let text = ''
  for (const byte of raw) text += byte < 0x80 ? String.fromCharCode(byte) : (upper[byte - 0x80] ?? '')
  return text
}
