/** Texts of flags compared in constant time: digests of one length under a key of the server's own (check F3). */
import crypto from 'node:crypto'
import type { FlagKeys } from './seal.ts'

/** What counts of a text: neither the spaces around it nor how its characters are put together. */
const said = (text: string, ignoreCase: boolean): string => {
  const plain = text.normalize('NFC').trim()
  return ignoreCase ? plain.toLowerCase() : plain
}

export function equalsFlag(
  wanted: string,
  given: string,
  ignoreCase: boolean,
  { compare }: Pick<FlagKeys, 'compare'>,
): boolean {
  const digest = (text: string) => crypto.createHmac('sha256', compare).update(said(text, ignoreCase)).digest()
  return crypto.timingSafeEqual(digest(wanted), digest(given))
}
