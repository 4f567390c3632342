import { describe, expect, it } from 'vitest'
import { listCommandOf, type KeyPlace, movedCursor } from './keyboard.logic.ts'

const press = (key: string, o = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...o })
const table: [string, KeyPlace, string | undefined][] = [
  ['j', 'page', 'down'],
  ['k', 'rows', 'up'],
  ['ArrowDown', 'rows', 'down'],
  ['ArrowDown', 'page', undefined],
  ['Enter', 'rows', 'open'],
  ['Enter', 'page', undefined],
  [' ', 'rows', 'select'],
  [' ', 'page', undefined],
  ['/', 'page', 'search'],
  ['/', 'control', undefined],
  ['?', 'rows', 'help'],
  ['j', 'control', undefined],
  ['Escape', 'rows', 'clear'],
  ['x', 'rows', undefined],
]

describe('keys of a list', () => {
  for (const [key, place, command] of table)
    it(`${JSON.stringify(key)} in ${place} means ${command ?? 'nothing'}`, () => {
      expect(listCommandOf(press(key), place)).toBe(command)
    })

  it('leave combinations to the browser and the host', () => {
    expect(listCommandOf(press('j', { ctrlKey: true }), 'rows')).toBeUndefined()
    expect(listCommandOf(press('/', { metaKey: true }), 'page')).toBeUndefined()
  })
})

describe('the row cursor', () => {
  it('starts at the nearest end and stops at both', () => {
    expect(movedCursor(-1, 3, 'down')).toBe(0)
    expect(movedCursor(-1, 3, 'up')).toBe(2)
    expect(movedCursor(2, 3, 'down')).toBe(2)
    expect(movedCursor(0, 3, 'up')).toBe(0)
    expect(movedCursor(1, 3, 'last')).toBe(2)
    expect(movedCursor(1, 3, 'first')).toBe(0)
  })
  it('is nowhere in an empty list', () => {
    expect(movedCursor(4, 0, 'down')).toBe(-1)
  })
})
