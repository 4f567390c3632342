import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { env } from '#config/env.ts'
import { widthByUnits } from '#tests/support/texts.ts'
import { cut, wide } from './text.ts'
import { some } from '../../../tests/support/some.ts'

const clustersOf = (text: string): string[] =>
  [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].map((s) => s.segment)

const joined = fc.constantFrom(
  '👩‍👩‍👧‍👦',
  '🇨🇳',
  'e\u0301',
  '👍🏽',
  '안',
  'क्षि',
  '🏴‍☠️',
  '\ud83d',
  '\udc4d',
  '\r\n',
  'ÿ',
  'Ā',
)
const mixed = fc
  .array(
    fc.oneof(
      fc.string({ maxLength: 4 }),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.constantFrom('网络安全', '靶场', '，', '　'),
      joined,
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

describe('width of a text', () => {
  it.each([
    ['', 0],
    ['range', 5],
    ['网络', 4],
    ['a网b', 4],
    ['é', 1],
    ['ÿ', 1],
    ['Ā', 2],
    ['—', 2],
    ['👍', 2],
  ])('of %j is %i', (text, n) => {
    expect(wide(text)).toBe(n)
  })

  it('agrees with a second way of counting, and adds up', () => {
    fc.assert(
      fc.property(mixed, mixed, (a, b) => {
        expect(wide(a)).toBe(widthByUnits(a))
        // a half pair at the seam would become one character
        if (!/[\ud800-\udbff]$/.test(a)) expect(wide(a + b)).toBe(wide(a) + wide(b))
      }),
      { numRuns: env.whole ? 10_000 : 1_200 },
    )
  })
})

describe('cutting a text', () => {
  it('gives the longest prefix of whole clusters that fits, for 50,000 strings', () => {
    fc.assert(
      fc.property(mixed, fc.nat({ max: 40 }), (text, max) => {
        const kept = cut(text, max)
        expect(text.startsWith(kept)).toBe(true)
        expect(wide(kept)).toBeLessThanOrEqual(max)
        if (wide(text) <= max) {
          expect(kept).toBe(text)
          return
        }
        const clusters = clustersOf(text)
        let n = 0
        let at = 0
        for (; at < clusters.length; at++) {
          const next = n + wide(clusters[at] ?? '')
          if (next > max) break
          n = next
        }
        expect(kept).toBe(clusters.slice(0, at).join(''))
      }),
      { numRuns: env.whole ? 50_000 : 4_000 },
    )
  })

  it('is done once: a text that was cut is not cut again', () => {
    fc.assert(
      fc.property(mixed, fc.nat({ max: 30 }), (text, max) => {
        expect(cut(cut(text, max), max)).toBe(cut(text, max))
      }),
      { numRuns: some(5_000) },
    )
  })

  it('keeps a Chinese character whole when one column is left', () => {
    expect(cut('网络安全', 5)).toBe('网络')
  })
  it('keeps a family whole or leaves it out', () => {
    expect(cut('ab👩‍👩‍👧‍👦', 8)).toBe('ab')
  })
})
