import fc from 'fast-check'
import { expect, test } from 'vitest'
import { usualBoundaries } from '../../../contract/exam/score.ts'
import { better, movedBoundary, type GradedCandidate, whatIf } from './grades.logic.ts'
import { some } from '../../../../tests/support/some.ts'

const person = (name: string, points: number, grade: GradedCandidate['grade']): GradedCandidate => ({
  user_id: name,
  name,
  org_name: '',
  points,
  grade,
})
const people = [person('Ann', 95, 'A'), person('Bo', 89, 'B'), person('Chen', 74, 'C'), person('Dee', 20, 'D')]

test('nobody moves while the boundaries stay', () => {
  const { before, after, movers } = whatIf(people, 100, usualBoundaries)
  expect(before).toEqual({ A: 1, B: 1, C: 1, D: 1 })
  expect(after).toEqual(before)
  expect(movers).toEqual([])
})
test('who would move is named, the best first', () => {
  const { after, movers } = whatIf(people, 100, { A: 0.85, B: 0.7, C: 0.6 })
  expect(after).toEqual({ A: 2, B: 1, C: 0, D: 1 })
  expect(movers.map((m) => [m.person.name, m.from, m.to, better(m)])).toEqual([
    ['Bo', 'B', 'A', true],
    ['Chen', 'C', 'B', true],
  ])
})
test('an exam worth nothing leaves everybody below', () => {
  expect(whatIf(people, 0, usualBoundaries).after).toEqual({ A: 0, B: 0, C: 0, D: 4 })
})
test('a boundary that is moved pushes those beside it', () => {
  expect(movedBoundary(usualBoundaries, 'C', 0.8)).toEqual({ A: 0.9, B: 0.81, C: 0.8 })
  expect(movedBoundary(usualBoundaries, 'A', 0.5)).toEqual({ A: 0.5, B: 0.49, C: 0.48 })
  expect(movedBoundary(usualBoundaries, 'B', 2)).toEqual({ A: 1, B: 0.99, C: 0.6 })
})
test('boundaries stay in order, in whole hundredths apart, wherever one is moved', () => {
  const grade = fc.constantFrom('A' as const, 'B' as const, 'C' as const)
  fc.assert(
    fc.property(fc.array(fc.tuple(grade, fc.double({ min: -1, max: 2, noNaN: true })), { maxLength: 12 }), (steps) => {
      const b = steps.reduce((at, [g, to]) => movedBoundary(at, g, to), usualBoundaries)
      expect(b.A).toBeLessThanOrEqual(1)
      expect(b.C).toBeGreaterThanOrEqual(0)
      expect(b.A - b.B).toBeGreaterThan(0.009)
      expect(b.B - b.C).toBeGreaterThan(0.009)
    }),
    { numRuns: some(200) },
  )
})
