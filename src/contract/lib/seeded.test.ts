import fc from 'fast-check'
import { expect, test } from 'vitest'
import { belowOf, seeded, shuffled, xoshiro128 } from './seeded.ts'

test('the generator gives what its authors’ own gives', () => {
  const word = xoshiro128([1, 2, 3, 4])
  // of the reference implementation 1.1 in C, from the state 1, 2, 3, 4; the same stand in the tests of rand_xoshiro
  const wanted = [11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804]
  expect(wanted.map(() => word())).toEqual(wanted)
})
test('what a seed draws does not change from release to release', () => {
  expect(shuffled(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], seeded('考生 7')).join('')).toBe('dgbchafe')
})
test('every order of four is as likely as the others', () => {
  const seen = new Map<string, number>()
  const rounds = 24_000
  for (let n = 0; n < rounds; n++) {
    const order = shuffled('abcd'.split(''), seeded(`attempt ${n}`)).join('')
    seen.set(order, (seen.get(order) ?? 0) + 1)
  }
  const each = rounds / 24
  const chi = [...seen.values()].reduce((sum, n) => sum + (n - each) ** 2 / each, 0)
  // 23 degrees of freedom: 49.7 is passed once in a thousand
  expect([seen.size, chi < 49.7]).toEqual([24, true])
})
test('a shuffle loses and doubles nothing, and a draw stays below its bound', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.integer()), fc.integer({ min: 1, max: 2 ** 32 }), (seed, list, n) => {
      const below = seeded(seed)
      expect(shuffled(list, below).toSorted()).toEqual(list.toSorted())
      const drawn = below(n)
      return Number.isInteger(drawn) && drawn >= 0 && drawn < n
    }),
  )
})
test('the incomplete last round of remainders is thrown again', () => {
  const words = [2 ** 32 - 1, 7]
  expect(belowOf(() => words.shift() ?? 0)(3)).toBe(1)
})
