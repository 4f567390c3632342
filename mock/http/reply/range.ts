/** One range of bytes of a file (RFC 9110, 14). Several at once are answered with the whole, as the standard allows. */
export interface ByteRange {
  from: number
  /** Included. */
  to: number
}

/** @returns undefined: the whole; null: nothing of the file is in the range */
export function rangeOf(header: string | undefined, size: number): ByteRange | undefined | null {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  if (!found || (found[1] === '' && found[2] === '')) return undefined
  const [first, last] = [found[1] ?? '', found[2] ?? '']
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length > 0 ? { from: size - length, to: size - 1 } : null
  }
  const from = Number(first)
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < from) return undefined
  return from < size ? { from, to } : null
}
