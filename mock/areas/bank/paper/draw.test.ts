import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seeded } from '#src/contract/lib/seeded.ts'
import { drawQuestions, type DrawRule } from './draw.ts'
import { some } from '../../../../tests/support/some.ts'

const rule = fc.record({
  count: fc.integer({ min: 1, max: 6 }),
  pool: fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 10 }),
})

/** The most that can be had, by trying sets of rules (Hall's theorem in its form for a deficiency): min over sets S of |pool(S)| + count(rest). */
function most(rules: readonly DrawRule[]): number {
  let least = Infinity
  for (let set = 0; set < 2 ** rules.length; set++) {
    const inside = rules.filter((_, n) => set & (2 ** n))
    const outside = rules.filter((_, n) => !(set & (2 ** n)))
    const pool = new Set(inside.flatMap((r) => r.pool))
    least = Math.min(least, pool.size + outside.reduce((n, r) => n + r.count, 0))
  }
  return least
}

test('every rule gets of its own pool, no question twice, and together as many as there can be', () => {
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 5 }), fc.string(), (rules, seed) => {
      const got = drawQuestions(rules, seeded(seed))
      const all = got.flat()
      expect(new Set(all).size).toBe(all.length)
      got.forEach((questions, n) => {
        expect(questions.length).toBeLessThanOrEqual(rules[n]?.count ?? 0)
        for (const q of questions) expect(rules[n]?.pool).toContain(q)
      })
      expect(all.length).toBe(most(rules))
    }),
    { numRuns: some(300) },
  )
})
test('a later rule without choice gets what an earlier one can do without', () => {
  for (let n = 0; n < 20; n++)
    expect(
      drawQuestions(
        [
          { count: 1, pool: ['a', 'b'] },
          { count: 1, pool: ['a'] },
        ],
        seeded(`${n}`),
      ),
    ).toEqual([['b'], ['a']])
})
test('every question is drawn as often as the others', () => {
  const pool = [...'abcdefgh']
  const times = new Map<string, number>()
  for (let n = 0; n < 4000; n++)
    for (const q of drawQuestions([{ count: 2, pool }], seeded(`${n}`))[0] ?? []) times.set(q, (times.get(q) ?? 0) + 1)
  for (const q of pool) expect(Math.abs((times.get(q) ?? 0) - 1000)).toBeLessThan(130)
})
test('variants share no question while there are others', () => {
  const pool = Array.from({ length: 12 }, (_, n) => `q${n}`)
  const used = new Map<string, number>()
  for (let variant = 0; variant < 3; variant++)
    for (const q of drawQuestions([{ count: 4, pool }], seeded(`v${variant}`), (id) => used.get(id) ?? 0)[0] ?? [])
      used.set(q, (used.get(q) ?? 0) + 1)
  expect([...used.values()]).toEqual(Array.from({ length: 12 }, () => 1))
})
