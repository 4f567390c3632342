/**
 * Serial number of an installation: twelve characters of Crockford's base 32 (https://www.crockford.com/base32.html), 60 random bits, and two
 * check characters, a Reed-Solomon code over GF(32) with the roots 1 and x: any two wrong characters are found, so every swap as well.
 */
import { base32Alphabet, spelled, times2 } from './base32.ts'

/** What is left of a text as a polynomial over GF(32), divided by (x + 1)(x + 2). */
function remainder(text: string): [number, number] {
  let [high, low] = [0, 0]
  for (const c of text) {
    const out = high
    high = low ^ times2(out) ^ out
    low = base32Alphabet.indexOf(c) ^ times2(out)
  }
  return [high, low]
}

const grouped = (all: string): string => all.replace(/(.{4})(?=.)/g, '$1-')

/** The serial number of 60 bits. */
export function serialFromBits(bits: bigint): string {
  let text = ''
  for (let i = 55n; i >= 0n; i -= 5n) text += base32Alphabet[Number((bits >> i) & 31n)]
  return grouped(
    text +
      remainder(`${text}00`)
        .map((v) => base32Alphabet[v])
        .join(''),
  )
}

/** @param bytes eight random ones, of which the first 60 bits are used */
export const serialOf = (bytes: Uint8Array): string =>
  serialFromBits(bytes.subarray(0, 8).reduce((n, b) => (n << 8n) | BigInt(b), 0n) >> 4n)

/** The serial number in its one spelling, from what somebody typed; undefined when it is none or mistyped. */
export function readSerial(typed: string): string | undefined {
  const text = spelled(typed)
  if (text?.length !== 14 || remainder(text).some((v) => v !== 0)) return undefined
  return grouped(text)
}

/** The 60 bits of a serial number, as a number. */
export const serialBits = (serial: string): bigint =>
  Array.from(serial.replaceAll('-', '').slice(0, 12)).reduce(
    (n, c) => (n << 5n) | BigInt(base32Alphabet.indexOf(c)),
    0n,
  )
