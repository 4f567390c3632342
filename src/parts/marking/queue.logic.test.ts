import { expect, test } from 'vitest'
import {
  current,
  type MarkingQueueEntry,
  goBack,
  goForward,
  remarksByKey,
  marked,
  remaining,
  skip,
  start,
  takeUp,
} from './queue.logic.ts'

const entry = (attempt: string): MarkingQueueEntry => ({
  attempt,
  candidate: '#1',
  item: {} as MarkingQueueEntry['item'],
})
const queue = ['a', 'b', 'c'].map(entry)
const own = ['z', 'y'].map(entry)
const at = (place: typeof start) => current(queue, own, place)?.attempt

test('what waits comes in order, without what is done or put back', () => {
  expect(at(start)).toBe('a')
  expect(at(marked(start, 'a'))).toBe('b')
  expect(at(skip(marked(start, 'a'), 'b'))).toBe('c')
  expect(at(skip(skip(skip(start, 'a'), 'b'), 'c'))).toBeUndefined()
  expect(at(takeUp(skip(start, 'a')))).toBe('a')
})
test('one goes back through one’s own marks as far as they go, and a new mark leads to what waits', () => {
  const back = goBack(goBack(goBack(start, 2), 2), 2)
  expect(at(goBack(start, 2))).toBe('z')
  expect(at(back)).toBe('y')
  expect(at(goForward(goForward(goForward(back))))).toBe('a')
  expect(at(marked(back, 'y'))).toBe('a')
  expect(at(goBack(start, 0))).toBe('a')
})
test('what remains says what was put back and what waits for others, whether or not the server was asked since', () => {
  expect(remaining(queue, start, 3, 3)).toEqual({ left: 3, putBack: 0, others: 0 })
  expect(remaining(queue, marked(start, 'a'), 3, 3)).toEqual({ left: 2, putBack: 0, others: 0 })
  // the only answer was put back: first by this page, then in the server's next answer
  const back = skip(start, 'a')
  expect(remaining(queue.slice(0, 1), back, 1, 1)).toEqual({ left: 0, putBack: 1, others: 0 })
  expect(remaining([], back, 0, 1)).toEqual({ left: 0, putBack: 1, others: 0 })
  // one's own part is done, a second marker's is not
  expect(remaining([], start, 0, 1)).toEqual({ left: 0, putBack: 0, others: 1 })
})

test('a remark keeps its key while the question is marked, whichever is given most by then', () => {
  const of = (...texts: string[]) => texts.map((text) => ({ text }))
  const first = remarksByKey([], of('Thin', 'Wrong unit', 'Thin'))
  expect(first).toEqual(['Thin', 'Wrong unit'])
  expect(remarksByKey(first, of('Wrong unit', 'No source', 'Thin'))).toEqual(['Thin', 'Wrong unit', 'No source'])
  expect(remarksByKey([], of(...'abcdefghijk'))).toHaveLength(9)
})
