/**
 * Full jitter: anywhere between now and a bound that doubles with each failure, so that a thousand pages do not all come back at once
 * (AWS Architecture Blog, "Exponential Backoff And Jitter").
 * @param failed how often in a row, from 1
 * @param random 0 to 1
 * @returns milliseconds
 */
export const fullJitter = (
  failed: number,
  random: number,
  { first, longest }: { first: number; longest: number },
): number => random * Math.min(longest, first * 2 ** failed)
