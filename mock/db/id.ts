/**
 * UUIDv7 (RFC 9562) as text: sorts by creation, also within one millisecond and when the clock is set back. Of the 74 bits behind the
 * time all are random in the first id of a millisecond, and 62 are new in each further one, so an id cannot be guessed from its neighbour.
 *
 * @param random that many cryptographic bytes
 * @returns makes one id per call
 */
export function newId(now: () => Date, random: (bytes: number) => Uint8Array): () => string {
  let at = -1
  let tail = 0n
  const most = 1n << 74n
  const bits = (n: number): bigint => {
    const bytes = random(Math.ceil(n / 8))
    return BigInt(`0x${Buffer.from(bytes).toString('hex')}`) & ((1n << BigInt(n)) - 1n)
  }
  return () => {
    const time = now().getTime()
    const next = time <= at ? tail + 1n + bits(62) : most
    if (next < most) tail = next
    else {
      at = Math.max(time, at + 1)
      tail = bits(74)
    }
    const hex = at.toString(16).padStart(12, '0')
    const high = (0x7000n | (tail >> 62n)).toString(16)
    const low = ((2n << 62n) | (tail & ((1n << 62n) - 1n))).toString(16)
    return `${hex.slice(0, 8)}-${hex.slice(8)}-${high}-${low.slice(0, 4)}-${low.slice(4)}`
  }
}
