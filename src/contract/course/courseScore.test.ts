/** The score of a course, beside a second calculator that counts in whole numbers. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { courseScore, partState, scoreKinds, type ScorePart, type ScoreWeights, withTried } from './courseScore.ts'

const now = new Date('2026-06-01T12:00:00Z')
const [past, future] = ['2026-06-01T11:59:59Z', '2026-06-01T12:00:01Z']
const part = (p: Partial<ScorePart>): ScorePart => ({
  id: 'a',
  kind: 'quiz',
  score: 10,
  share: null,
  due_at: null,
  waits: false,
  ...p,
})
const even: ScoreWeights = { quiz: 50, homework: 50, report: 0, package: 0, attendance: 0 }

const parts = fc
  .array(
    fc.record({
      kind: fc.constantFrom(...scoreKinds),
      score: fc.integer({ min: 0, max: 100 }),
      // in hundredths, so that the second calculator is exact
      share: fc.option(fc.integer({ min: 0, max: 100 }).map((n) => n / 100)),
      due_at: fc.option(fc.constantFrom(past, future)),
      waits: fc.boolean(),
    }),
    { maxLength: 12 },
  )
  .map((all) => all.map((p, n): ScorePart => ({ ...p, id: `p${n}` })))
const weight = fc.integer({ min: 0, max: 100 })
const weights = fc.record({ quiz: weight, homework: weight, report: weight, package: weight, attendance: weight })

/** The same in fractions of whole numbers, written another way. @returns numerator and denominator; undefined: nothing counts */
function exact(all: readonly ScorePart[], w: ScoreWeights): [bigint, bigint] | undefined {
  let [top, bottom, whole] = [0n, 1n, 0n]
  for (const kind of scoreKinds) {
    let [points, score] = [0n, 0n]
    for (const p of all) {
      if (p.kind !== kind) continue
      const overdue = p.due_at !== null && new Date(p.due_at) < now
      if (p.share === null && (p.waits || !overdue)) continue
      points += BigInt(Math.round((p.share ?? 0) * 100)) * BigInt(p.score)
      score += 100n * BigInt(p.score)
    }
    if (score === 0n || w[kind] === 0) continue
    top = top * score + BigInt(w[kind]) * points * bottom
    bottom *= score
    whole += BigInt(w[kind])
  }
  return whole === 0n ? undefined : [top, bottom * whole]
}

describe('a part', () => {
  it('counts nothing before its due time and zero after; handed in, it waits for its marker', () => {
    expect(partState(part({}), now)).toBe('open')
    expect(partState(part({ due_at: future }), now)).toBe('open')
    expect(partState(part({ due_at: past }), now)).toBe('missing')
    expect(partState(part({ due_at: past, waits: true }), now)).toBe('waiting')
    expect(partState(part({ due_at: past, share: 0.4 }), now)).toBe('graded')
    expect(courseScore([part({ share: 0.8 }), part({ id: 'b', due_at: future })], even, now).share).toBe(0.8)
    expect(courseScore([part({ share: 0.8 }), part({ id: 'b', due_at: past })], even, now).share).toBe(0.4)
    expect(courseScore([part({ share: 0.8 }), part({ id: 'b', due_at: past, waits: true })], even, now).share).toBe(0.8)
  })
  it('gives its weight to the other kinds while its own has nothing that counts', () => {
    const all = [part({ share: 1 }), part({ id: 'h', kind: 'homework', due_at: future })]
    expect(courseScore(all, { ...even, quiz: 10, homework: 90 }, now)).toMatchObject({ share: 1, grade: 'A' })
    const both = courseScore(
      [all[0]!, part({ id: 'h', kind: 'homework', share: 0.5 })],
      { ...even, quiz: 10, homework: 90 },
      now,
    )
    expect(both.share).toBeCloseTo(0.55, 12)
    expect(both.grade).toBe('D')
    expect(both.lines.map((l) => [l.kind, l.part])).toEqual([
      ['quiz', 0.1],
      ['homework', 0.9],
    ])
    expect(courseScore(all, { ...even, quiz: 0, homework: 90 }, now)).toEqual({ share: null, grade: null, lines: [] })
  })
})

describe('a score', () => {
  it('is what a second calculator says', () => {
    fc.assert(
      fc.property(parts, weights, (all, w) => {
        const { share, lines } = courseScore(all, w, now)
        const said = exact(all, w)
        if (!said) {
          expect(share).toBeNull()
          return
        }
        const [top, bottom] = said
        expect(share).toBeCloseTo(Number((top * 10n ** 15n) / bottom) / 1e15, 9)
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share).toBeLessThanOrEqual(1)
        expect(lines.reduce((n, l) => n + l.part, 0)).toBeCloseTo(1, 9)
      }),
    )
  })
  it('is never lowered by a higher part', () => {
    fc.assert(
      fc.property(parts, weights, fc.nat(), fc.integer({ min: 0, max: 100 }), (all, w, n, more) => {
        const graded = all.filter((p) => p.share !== null)
        const one = graded[n % Math.max(1, graded.length)]
        if (!one || one.share === null) return
        const higher = withTried(all, new Map([[one.id, Math.min(1, one.share + more / 100)]]))
        const [before, after] = [courseScore(all, w, now).share, courseScore(higher, w, now).share]
        expect(after ?? 0).toBeGreaterThanOrEqual((before ?? 0) - 1e-12)
      }),
    )
  })
  it('is the same in whatever order its parts come', () => {
    fc.assert(
      fc.property(parts, weights, (all, w) => {
        expect(courseScore(all.toReversed(), w, now).share ?? -1).toBeCloseTo(courseScore(all, w, now).share ?? -1, 9)
      }),
    )
  })
})
