/**
 * Chance that repeats: the same seed draws the same. For demonstration data only, never for a secret.
 * The generator is sfc32 (Chris Doty-Humphrey, PractRand, public domain), started from a digest of the seed.
 */
import { createHash } from 'node:crypto'

export interface Chance {
  /** 0 ≤ x < 1 */
  next(): number
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number
  one<T>(of: readonly T[]): T
  /** True with the given probability. */
  hit(share: number): boolean
  /** A UUIDv7 of that instant, so that ids sort by creation. */
  id(at: Date): string
}

export function chance(seed: string): Chance {
  const start = createHash('sha256').update(seed).digest()
  let [a, b, c, d] = [start.readUInt32LE(0), start.readUInt32LE(4), start.readUInt32LE(8), 1] as [
    number,
    number,
    number,
    number,
  ]
  const word = (): number => {
    const t = (a + b + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + t
    c |= 0
    return t >>> 0
  }
  for (let i = 0; i < 12; i++) word()
  const next = () => word() / 2 ** 32
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const hex = (digits: number) => Array.from({ length: digits }, () => between(0, 15).toString(16)).join('')
  return {
    next,
    between,
    one<T>(of: readonly T[]) {
      if (!of.length) throw new Error('nothing to choose from')
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is within, and may itself be undefined
      return of[between(0, of.length - 1)] as T
    },
    hit: (share) => next() < share,
    id(at) {
      const time = at.getTime().toString(16).padStart(12, '0')
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${'89ab'[between(0, 3)]}${hex(3)}-${hex(12)}`
    },
  }
}
