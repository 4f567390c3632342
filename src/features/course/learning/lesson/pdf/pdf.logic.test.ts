import { expect, it } from 'vitest'
import { nextZoom, pageFor, pageNamed } from './pdf.logic.ts'

it('a page is named by its number, from 1', () => {
  expect([pageNamed('1', 9), pageNamed(' 9 ', 9), pageNamed('0', 9), pageNamed('10', 9), pageNamed('x', 9)]).toEqual([
    0,
    8,
    undefined,
    undefined,
    undefined,
  ])
})
it('keys turn pages and stop at the first and the last', () => {
  expect([pageFor('PageDown', 8, 8), pageFor('PageUp', 0, 8), pageFor('End', 2, 8), pageFor('a', 2, 8)]).toEqual([
    8,
    0,
    8,
    undefined,
  ])
})
it('zoom goes to the next step from any scale', () => {
  expect([nextZoom(1, 1), nextZoom(1.1, 1), nextZoom(1.1, -1), nextZoom(3, 1), nextZoom(0.4, -1)]).toEqual([
    '1.25',
    '1.25',
    '1',
    '3',
    '0.5',
  ])
})
