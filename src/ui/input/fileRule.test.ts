import { expect, it } from 'vitest'
import { fileRefusalOf } from './fileRule.ts'

const file = (name: string, type: string, size: number) => ({ name, type, size })
const zip = { accept: ['.zip'], max: 100, min: 10 }

it.each([
  ['a zip within its limits', file('a.zip', 'application/zip', 50), undefined],
  ['the end of the name in capitals', file('A.ZIP', '', 50), undefined],
  ['another type', file('a.rar', '', 50), 'type'],
  ['a name that only holds the ending', file('a.zip.exe', '', 50), 'type'],
  ['one byte too many', file('a.zip', '', 101), 'too_large'],
  ['exactly the limit', file('a.zip', '', 100), undefined],
  ['nothing in it', file('a.zip', '', 0), 'empty'],
  ['one byte too few', file('a.zip', '', 9), 'too_small'],
] as const)('judges %s', (_, f, want) => {
  expect(fileRefusalOf(f, zip)).toBe(want)
})

it('takes a family of types, and any type when none is named', () => {
  expect(fileRefusalOf(file('x', 'image/png', 1), { accept: ['image/*'], max: 9 })).toBeUndefined()
  expect(fileRefusalOf(file('x', 'text/html', 1), { accept: ['image/*'], max: 9 })).toBe('type')
  expect(fileRefusalOf(file('x', '', 1), { accept: [], max: 9 })).toBeUndefined()
})
