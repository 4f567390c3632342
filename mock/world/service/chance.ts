/** Chance that everybody who asks at the same time finds alike: a number from words, nothing that is kept. */
import { createHash } from 'node:crypto'

/** 0 ≤ x < 1, the same for the same words. */
export const seededFraction = (...words: readonly (string | number)[]): number =>
  createHash('sha256').update(words.join(' ')).digest().readUInt32BE(0) / 2 ** 32

export const seededInteger = (min: number, max: number, ...words: readonly (string | number)[]): number =>
  min + Math.floor(seededFraction(...words) * (max - min + 1))

/** A load in percent that wanders with the hour and returns. */
export function load(name: string, at: Date, base: number, swing: number): number {
  const minutes = at.getTime() / 60_000
  const phase = (n: number) => seededFraction(name, 'phase', n) * 2 * Math.PI
  const wave =
    0.6 * Math.sin(minutes / 41 + phase(0)) +
    0.3 * Math.sin(minutes / 9 + phase(1)) +
    0.2 * (seededFraction(name, Math.floor(minutes)) - 0.5)
  return Math.round(Math.min(98, Math.max(1, base + wave * swing)) * 10) / 10
}
