/**
 * Bytes as text that people read out and type: Crockford's base 32 in groups, each closed by a check character that also knows the group's
 * place. A mistyped, swapped or missing group is named, so that only that one is read again.
 * The check is one Reed-Solomon symbol over GF(32) with the polynomial x^5 + x^3 + 1, the field of BIP 173: it finds every single wrong
 * character and every swap of two neighbours in a group.
 */
export const base32Alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Characters of a group besides its check character. */
const perGroup = 5

/** What was typed in the one spelling there is: upper case, without spaces and dashes, I and L as 1, O as 0; undefined when it has other characters. */
export function spelled(typed: string): string | undefined {
  const text = typed
    .replace(/[\s-]+/g, '')
    .toUpperCase()
    .replace(/[IL]/g, '1')
    .replaceAll('O', '0')
  return /^[0-9A-HJKMNP-TV-Z]*$/.test(text) ? text : undefined
}

/** Product with x in GF(32). */
export const times2 = (v: number): number => ((v << 1) & 31) ^ (v & 16 ? 9 : 0)

function checkOf(group: string, place: number): string {
  // begins with the place, so that two whole groups that changed places do not fit either
  let sum = 1
  for (let i = 0; i < place % 31; i++) sum = times2(sum)
  for (const c of group) sum = times2(sum) ^ base32Alphabet.indexOf(c)
  return base32Alphabet[times2(sum)] ?? ''
}

export function encode(bytes: Uint8Array): string {
  let text = ''
  let held = 0
  let bits = 0
  for (const b of bytes) {
    held = (held << 8) | b
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += base32Alphabet[(held >> bits) & 31]
    }
    held &= (1 << bits) - 1
  }
  if (bits) text += base32Alphabet[(held << (5 - bits)) & 31]
  const groups: string[] = []
  for (let at = 0; at < text.length; at += perGroup) {
    const group = text.slice(at, at + perGroup)
    groups.push(group + checkOf(group, groups.length))
  }
  return groups.join('-')
}

export type Decoded =
  | { bytes: Uint8Array }
  | { code: 'license_unreadable' }
  | { code: 'license_mistyped'; group: number }

/** The bytes of a code in any spelling; the first group that does not fit by its number from 1. */
export function decode(typed: string): Decoded {
  const text = spelled(typed)
  if (!text) return { code: 'license_unreadable' }
  let data = ''
  for (let at = 0, n = 0; at < text.length; at += perGroup + 1, n++) {
    const group = text.slice(at, at + perGroup + 1)
    if (group.length < 2 || checkOf(group.slice(0, -1), n) !== group.at(-1))
      return { code: 'license_mistyped', group: n + 1 }
    data += group.slice(0, -1)
  }
  const out = new Uint8Array(Math.floor((data.length * 5) / 8))
  let held = 0
  let bits = 0
  let at = 0
  for (const c of data) {
    held = ((held << 5) | base32Alphabet.indexOf(c)) & 0xfff
    bits += 5
    if (bits >= 8) {
      bits -= 8
      out[at++] = (held >> bits) & 255
    }
  }
  // what is left fills up the last character and has to be nothing, or two codes would mean the same
  return bits >= 5 || (held & ((1 << bits) - 1)) !== 0 ? { code: 'license_unreadable' } : { bytes: out }
}

/** Whether a text was meant as such a code: a word or a sentence has the same letters, but hardly a group that closes. */
export function resembles(typed: string): boolean {
  const text = spelled(typed)
  if (!text) return false
  const places = Math.ceil(text.length / (perGroup + 1))
  const right = Array.from({ length: places }, (_, n) => {
    const group = text.slice(n * (perGroup + 1), (n + 1) * (perGroup + 1))
    return group.length > 1 && checkOf(group.slice(0, -1), n) === group.at(-1)
  }).filter(Boolean).length
  // by chance one group in thirty-two does
  return right > places / 8
}
