import { expect, it } from 'vitest'
import { planningAtOnce, readerShare } from './threads.ts'

const gb = 1024 ** 3
it('gives the readers no more together than half of the machine, and never more than a large file takes', () => {
  for (const memory of [4 * gb, 8 * gb, 16 * gb])
    expect((readerShare(memory) + 64) * (planningAtOnce + 2) * 1024 ** 2).toBeLessThanOrEqual(memory / 2)
  expect(readerShare(64 * gb)).toBe(1024)
  // one that is too small for all of them still reads small files
  expect(readerShare(gb)).toBe(128)
})
