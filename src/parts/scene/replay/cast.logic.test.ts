import { describe, expect, test } from 'vitest'
import { type CastEvent, replayMarksOf, readCast, shownBy, timelineOf } from './cast.logic.ts'

const head = JSON.stringify({ version: 2, width: 80, height: 24 })
const lines = (...events: unknown[]) => [head, ...events.map((e) => JSON.stringify(e))].join('\n')

describe('a recording of a terminal', () => {
  test('is read with what was shown, typed, resized and marked', () => {
    const cast = readCast(lines([0.5, 'o', 'hi'], [1, 'i', 'l'], [2, 'r', '100x30'], [3, 'm', 'here'], [4, 'x', 'new']))
    expect(cast).toMatchObject({ columns: 80, rows: 24 })
    expect(cast?.events.map((e) => e.kind)).toEqual(['out', 'in', 'size', 'mark'])
  })
  test('that was cut off plays as far as it goes', () => {
    expect(readCast(`${lines([0.5, 'o', 'hi'])}\n[1.2, "o", "ha`)?.events).toHaveLength(1)
  })
  test.each(['', 'x', '{}', '{"version":1,"width":80,"height":24}'])('%s is none', (text) =>
    expect(readCast(text)).toBeUndefined(),
  )
})

describe('the time of playing', () => {
  const events = [1, 2, 12, 13].map((at): CastEvent => ({ at, kind: 'out', text: '' }))
  test('is that of the recording', () => expect(timelineOf(events, undefined).times).toEqual([1, 2, 12, 13]))
  test('has its pauses shortened', () => expect(timelineOf(events, 2)).toEqual({ times: [1, 2, 4, 5], length: 5 }))
  test('of nothing is nothing', () => expect(timelineOf([], 2)).toEqual({ times: [], length: 0 }))
  test.each([
    [0, 0],
    [1, 1],
    [3.9, 2],
    [4, 3],
    [99, 4],
  ])('at %s seconds %s events are shown', (at, n) => expect(shownBy(timelineOf(events, 2), at)).toBe(n))
})

describe('what was typed', () => {
  const typed = (...texts: string[]) => replayMarksOf(texts.map((text, at): CastEvent => ({ at, kind: 'in', text })))
  test('are lines, each where it was sent', () => {
    expect(typed('l', 's', ' -l', '\r', 'id\r')).toEqual([
      { index: 3, text: 'ls -l' },
      { index: 4, text: 'id' },
    ])
  })
  test('has its corrections in it, not its arrows', () => {
    expect(typed('cta\u007f\u007fat x\u001b[D\u001b[C\u001bOA\r').map((m) => m.text)).toEqual(['cat x'])
    expect(typed('rubbish\u0015whoami\r').map((m) => m.text)).toEqual(['whoami'])
  })
  test('shows what was broken off', () => expect(typed('ping x\u0003').map((m) => m.text)).toEqual(['ping x^C']))
  test('an empty line is nothing', () => expect(typed('\r', '  \r')).toEqual([]))
})
