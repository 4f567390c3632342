import fc from 'fast-check'
import { expect, it } from 'vitest'
import { initials, dataColourOf } from './avatarOf.ts'

it.each([
  ['Ada Lovelace', 2, 'AL'],
  ['ada', 2, 'A'],
  ['lin_wei', 2, 'LW'],
  ['Jean Luc Picard', 2, 'JP'],
  ['张伟明', 2, '伟明'],
  ['张伟明', 1, '明'],
  ['欧阳 静', 2, '阳静'],
  ['', 2, '?'],
  ['  ', 2, '?'],
])('shortens %j with room for %i to %j', (name, most, short) => {
  expect(initials(name, most)).toBe(short)
})

it('gives every name one of the eight colours, always the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const n = dataColourOf(name)
      expect([1, 2, 3, 4, 5, 6, 7, 8]).toContain(n)
      expect(dataColourOf(name)).toBe(n)
    }),
  )
})
