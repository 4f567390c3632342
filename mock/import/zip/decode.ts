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

export interface ExtraField {
  id: number
  data: Buffer
}

/** The decoded name, or undefined when its own flag is a lie. */
export function decodeName(raw: Buffer, saysUtf8: boolean, extra: readonly ExtraField[]): string | undefined {
  const beside = extra.find((f) => f.id === unicodePath)?.data
  // its checksum is that of the name it stands for; a tool that renamed the entry and left the field behind is caught by it
  if (beside && beside.length > 5 && beside[0] === 1 && beside.readUInt32LE(1) === crc32(raw))
    // WinZip writes backslashes here and slashes in the name proper
    return decode(utf8, beside.subarray(5))?.replaceAll('\\', '/')
  const text = decode(utf8, raw)
  if (text !== undefined || saysUtf8) return text
  return chinese(raw) ?? japanese(raw) ?? cp437(raw)
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
