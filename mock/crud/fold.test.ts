import { expect, test } from 'vitest'
import { containing, fold, searchable, unstorable } from './fold.ts'

test('case and width do not tell texts apart', () => {
  expect(fold('ＮＭＡＰ')).toBe('nmap')
  expect(fold('Straße ①')).toBe('straße 1')
  expect(['Zap', 'nmap', 'Aircrack'].map(fold).sort()).toEqual(['aircrack', 'nmap', 'zap'])
})

test('wildcards of a search stand for themselves', () => {
  expect(containing('50%_\\')).toBe('%50\\%\\_\\\\%')
})

test('a search text with a NUL finds nothing and breaks nothing', () => {
  expect(searchable('a\0b')).not.toContain('\0')
})

test('texts no database takes are named by their path', () => {
  expect(unstorable({ name: 'ok', commands: [{ os: 'a\0' }], words: ['fine', '\ud800'], n: 1, none: null })).toEqual([
    'commands.0.os',
    'words.1',
  ])
  expect(unstorable('😀')).toEqual([])
})
