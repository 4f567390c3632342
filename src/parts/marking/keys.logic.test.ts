import { expect, test } from 'vitest'
import { markingCommandOf, type Press } from './keys.logic.ts'

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  code: '',
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  ...more,
})

test.each<[Press, Parameters<typeof markingCommandOf>[1], ReturnType<typeof markingCommandOf>]>([
  [press('3'), 'page', { do: 'type', key: '3' }],
  [press('3'), 'button', { do: 'type', key: '3' }],
  [press('3'), 'text', undefined],
  [press('3'), 'points', undefined],
  [press('b'), 'points', { do: 'line', n: 1 }],
  [press('B', { shiftKey: true }), 'page', { do: 'line', n: 1 }],
  [press('"', { shiftKey: true, code: 'Digit2' }), 'page', { do: 'remark', n: 1 }],
  [press('Enter'), 'page', { do: 'confirm' }],
  [press('Enter'), 'points', { do: 'confirm' }],
  // a button under the focus is what Enter presses
  [press('Enter'), 'button', undefined],
  [press('Enter'), 'text', undefined],
  [press('Enter', { ctrlKey: true }), 'text', { do: 'confirm' }],
  [press('Escape'), 'text', { do: 'leave' }],
  [press('Escape'), 'page', undefined],
  [press('r', { ctrlKey: true }), 'page', undefined],
  [press('ArrowLeft', { altKey: true }), 'page', undefined],
  [press('ArrowLeft'), 'page', { do: 'back' }],
  [press('ArrowLeft'), 'points', undefined],
])('%j in %s is %j', (p, place, wanted) => expect(markingCommandOf(p, place)).toEqual(wanted))
