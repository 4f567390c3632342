import { expect, test } from 'vitest'
import { typed } from './typed.ts'

const local = (...at: [number, number, number, number, number]) => new Date(...at).toISOString()

test.each([
  ['2026-11-23 09:00', local(2026, 10, 23, 9, 0)],
  ['2026/11/23 9:05', local(2026, 10, 23, 9, 5)],
  ['2026.1.3 18：30', local(2026, 0, 3, 18, 30)],
  [' 2026-11-23T09:00:00 ', local(2026, 10, 23, 9, 0)],
  ['2026-11-23', undefined],
  ['2026-04-31 09:00', undefined],
  ['2026-11-23 24:30', undefined],
  ['2026-11-23 09:60', undefined],
  ['2026-11/23 09:00', undefined],
  ['tomorrow', undefined],
])('a time typed as “%s” is read as %s', (text, read) => expect(typed(text, true)).toBe(read))

test.each([
  ['2026-11-23', '2026-11-23'],
  ['2026/1/3', '2026-01-03'],
  ['2026-11-23 09:00', undefined],
  ['2026-02-29', undefined],
])('a day typed as “%s” is read as %s', (text, read) => expect(typed(text, false)).toBe(read))
