import { expect, test } from 'vitest'
import type { PaperRun } from '../../../contract/practice/volume.schema.ts'
import { comparedOf, sharesOf, passedOf } from './result.logic.ts'

const one = (points: number | null, handed_at: string | null) => ({ points, score: 10, handed_at }) as never

test('the line of a paper goes from its first run to its last and leaves out what is being written', () => {
  expect(sharesOf([one(null, null), one(9, 'b'), one(4, 'a')])).toEqual([0.4, 0.9])
})

const run = (shares: readonly (readonly [item: string, question: string, share: number | null])[]) =>
  ({
    sections: [{ items: shares.map(([id, question]) => ({ id, question: { id: question, title: question } })) }],
    result: { items: shares.map(([item, , share]) => ({ item, share })) },
  }) as unknown as PaperRun

test('two runs are compared by question, whatever its place, with what changed first', () => {
  const now = run([
    ['a', 'same', 1],
    ['b', 'better', 1],
    ['c', 'new here', 0],
  ])
  const before = run([
    ['x', 'better', 0],
    ['y', 'same', 1],
    ['z', 'only there', 1],
  ])
  expect(comparedOf(now, before)).toEqual([
    { question: 'better', title: 'better', now: 1, before: 0 },
    { question: 'same', title: 'same', now: 1, before: 1 },
  ])
})

test.each([
  [{ points: 6, score: 10, open: 0 }, 'passed'],
  [{ points: 5, score: 10, open: 0 }, 'not_passed'],
  // points may still come, and none go
  [{ points: 5, score: 10, open: 1 }, 'open'],
  [{ points: 6, score: 10, open: 1 }, 'passed'],
  [{ points: null, score: 0, open: 0 }, 'not_passed'],
])('%j with a limit of six in ten is %s', (run, wanted) => expect(passedOf(run, 0.6)).toBe(wanted))
