/** Whether the time of a comparison tells how much of a flag was right (check F3): 2 × 20,000 guesses by the test of Mann and Whitney. */
import { describe, expect, it } from 'vitest'
import { mannWhitney, median } from '#tests/contract/support/statistics.ts'
import { equalsFlag } from './compare.ts'

const flag = `flag{${'a4Kq9-Zr7_'.repeat(8)}}`
/** All but the last character right, and none. */
const near = `${flag.slice(0, -1)}!`
const far = '!'.repeat(flag.length)
const compare = Buffer.alloc(32, 7)
const each = 20_000
/** Comparisons of one sample: one alone is below what the clock can tell. */
const batch = 8

/** Times of near and far guesses, taken in turns whose order changes, so that what the machine does meanwhile falls on both. */
function times(judge: (guess: string) => boolean): { near: number[]; far: number[] } {
  const out = { near: [] as number[], far: [] as number[] }
  const once = (guess: string): number => {
    const start = process.hrtime.bigint()
    for (let n = 0; n < batch; n++) if (judge(guess)) throw new Error('a wrong guess was right')
    return Number(process.hrtime.bigint() - start)
  }
  for (let n = -2000; n < each; n++) {
    const first = (n * 2_654_435_761) % 8 < 4
    const pair = first ? [once(near), once(far)] : [once(far), once(near)].toReversed()
    if (n < 0) continue
    out.near.push(pair[0] ?? 0)
    out.far.push(pair[1] ?? 0)
  }
  return out
}

/** What a comparison that stops at the first difference looks like: the test must see it. */
function hasty(guess: string): boolean {
  for (let n = 0; n < flag.length; n++) if (guess.charCodeAt(n) !== flag.charCodeAt(n)) return false
  return guess.length === flag.length
}

describe.skipIf(process.env.TIMING !== '1')('the time a comparison of flags takes (TIMING=1)', () => {
  it('tells nothing of how much of the guess was right', { timeout: 300_000 }, () => {
    // one look in a hundred is off by chance alone: only three in a row are a signal
    const looks: string[] = []
    for (let look = 0; look < 3; look++) {
      const t = times((guess) => equalsFlag(flag, guess, false, { compare }))
      const p = mannWhitney(t.near, t.far)
      looks.push(`p = ${p.toFixed(4)}, medians ${median(t.near)} and ${median(t.far)} ns`)
      if (p > 0.01) {
        console.info(looks.join('; '))
        return
      }
    }
    expect.fail(looks.join('; '))
  })

  it('would be seen to tell it, if the comparison stopped at the first difference', { timeout: 300_000 }, () => {
    const t = times(hasty)
    expect(mannWhitney(t.near, t.far)).toBeLessThan(1e-6)
  })
})
