import { describe, expect, it } from 'vitest'
import {
  addRemark,
  beginMarks,
  digit,
  erase,
  full,
  linesLeft,
  markCommandOf,
  typedMarks,
  pointsTyped,
  moveLine,
} from './marking.logic.ts'

const rubric = [
  { id: 'a', text: 'A', text_other: '', points: 40 },
  { id: 'b', text: 'B', text_other: '', points: 5 },
]
const fresh = beginMarks(rubric, {}, '')
const press = (key: string, more: object = {}) => ({
  key,
  code: /^\d$/.test(key) ? `Digit${key}` : key,
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  ...more,
})

describe('points by keys', () => {
  it('go to the line they are at; what is too much is refused, and what stood there stays', () => {
    const d = digit(digit(fresh, rubric, '3'), rubric, '6')
    expect(typedMarks(rubric, d)).toEqual({ a: 36 })
    const more = digit(d, rubric, '4')
    expect([typedMarks(rubric, more), more.refused]).toEqual([{ a: 36 }, '364'])
    const forty = digit(digit(fresh, rubric, '4'), rubric, '5')
    expect([typedMarks(rubric, forty), forty.refused], 'forty-five of forty').toEqual([{ a: 4 }, '45'])
    expect(erase(more, rubric).refused).toBeUndefined()
    expect(typedMarks(rubric, erase(d, rubric))).toEqual({ a: 3 })
    // nine of five are none
    expect(typedMarks(rubric, digit(moveLine(d, rubric, 1), rubric, '9'))).toEqual({ a: 36 })
  })

  it('are all of a line by one key, which goes on to the next; the last line stays the last', () => {
    const d = full(full(full(fresh, rubric), rubric), rubric)
    expect(typedMarks(rubric, d)).toEqual({ a: 40, b: 5 })
    expect([d.at, linesLeft(rubric, d)]).toEqual([1, []])
    expect(linesLeft(rubric, fresh)).toEqual(['a', 'b'])
  })

  it('are figures up to what the line is worth', () => {
    expect(['12', '12,5', '12.55', '41', '-1', 'x', ''].map((x) => pointsTyped({ points: 40 }, x))).toEqual([
      12,
      12.5,
      12.55,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('begin at the first line without any', () => expect(beginMarks(rubric, { a: 3 }, '').at).toBe(1))
})

it('a remark is a line of the comment of its own', () => {
  expect(addRemark(addRemark(fresh, 'Good.'), 'Short.').comment).toBe('Good.\nShort.')
})

describe('a key', () => {
  it('means nothing while somebody writes, but for the way out and for marking', () => {
    expect(markCommandOf(press('4'), 'text')).toBeUndefined()
    expect(markCommandOf(press('Escape'), 'text')).toEqual({ do: 'leave' })
    expect(markCommandOf(press('Enter', { ctrlKey: true }), 'text')).toEqual({ do: 'mark' })
  })
  it('with Shift is a remark by its place, whatever the keyboard makes of it', () => {
    expect(markCommandOf(press('!', { shiftKey: true, code: 'Digit1' }), 'page')).toEqual({ do: 'remark', n: 0 })
  })
  it('leaves Enter to a button', () => {
    expect(markCommandOf(press('Enter'), 'button')).toBeUndefined()
    expect(markCommandOf(press('Enter'), 'page')).toEqual({ do: 'down' })
  })
})
