import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffLines, fieldTextOf } from './versions.logic.ts'

test('a difference tells what went, what came and what stayed', () => {
  expect(diffLines('a\nb\nc', 'a\nx\nc\nd').map((l) => `${l.is} ${l.text}`)).toEqual([
    'same a',
    'gone b',
    'added x',
    'same c',
    'added d',
  ])
  expect(diffLines('', 'a')).toEqual([{ is: 'added', text: 'a' }])
})
test('both texts can be read out of their difference', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd e'), { maxLength: 12 })
  fc.assert(
    fc.property(text, text, (a, b) => {
      const lines = diffLines(a.join('\n'), b.join('\n'))
      const side = (not: string) => lines.filter((l) => l.is !== not).map((l) => l.text)
      expect(side('added')).toEqual(a)
      expect(side('gone')).toEqual(b)
    }),
  )
})
test('options read as lines, with a mark at the right ones', () => {
  expect(
    fieldTextOf([
      { id: 'a', text: 'ARP', correct: true, feedback: '' },
      { id: 'b', text: 'DNS', correct: false },
    ]),
  ).toBe('ARP · ✓\nDNS')
})
