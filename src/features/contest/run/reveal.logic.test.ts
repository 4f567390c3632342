import { expect, it } from 'vitest'
import { moveOfKey, revealTo } from './reveal.logic.ts'
import { rehearsal } from './rehearsal.ts'

const at = (shown: number) => ({ shown, steps: 9, stops: [4, 7] })
const plain = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }

it('goes one step on or back, or to the next award, and nowhere beyond the ends', () => {
  expect(revealTo('next', at(3))).toBe(4)
  expect(revealTo('next', at(9))).toBeUndefined()
  expect(revealTo('back', at(0))).toBeUndefined()
  expect(revealTo('back', at(9))).toBe(8)
  expect([0, 4, 7, 9].map((n) => revealTo('award', at(n)))).toEqual([4, 7, 9, undefined])
})

it('follows the keys of a presenter, and leaves those of the browser alone', () => {
  expect(
    ['ArrowRight', 'PageDown', 'ArrowLeft', 'PageUp', 'End', 'a'].map((key) => moveOfKey({ ...plain, key })),
  ).toEqual(['next', 'next', 'back', 'back', 'award', undefined])
  expect(moveOfKey({ ...plain, altKey: true, key: 'ArrowLeft' })).toBeUndefined()
  expect(moveOfKey({ ...plain, key: 'constructor' })).toBeUndefined()
})

it('is rehearsed on invented entries that move, with every kind of award, up to a winner', () => {
  const r = rehearsal({ entry: (n) => `Team ${n}`, item: (n) => `Challenge ${n}`, division: (n) => `Division ${n}` })
  const told = r.steps.map((_, n) => r.told(n + 1))
  expect(told.some((e) => e?.is === 'gain' && e.rank < e.from)).toBe(true)
  expect(new Set(told.flatMap((e) => (e?.awards ?? []).map((a) => a.is)))).toEqual(
    new Set(['first', 'division', 'medal', 'winner']),
  )
  expect(told.at(-1)?.awards.map((a) => a.is)).toContain('winner')
  expect(r.rows(r.steps.length, 20).every((row) => row.settled)).toBe(true)
  // nobody knows beforehand who wins
  expect(r.rows(0, 1)[0]?.id).not.toBe(r.rows(r.steps.length, 1)[0]?.id)
})
