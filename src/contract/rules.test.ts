/** C6: Rules that browser and server share; paths of our own are one of them. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  defaultPolicy,
  displayNameBreaks,
  passwordBreaks,
  phoneBreaks,
  safeInternalPath,
  usernameBreaks,
} from './rules.ts'
import { some } from '../../tests/support/some.ts'

const words = (b: { rule: string }[]) => b.map((x) => x.rule)

describe('passwords', () => {
  test.each([
    ['abcdefgh', ['password_kinds']],
    ['abc123', ['password_length']],
    ['abcdef12', []],
    ['abcdefg!', []],
    ['1234567!', []],
    ['abc 1234', ['no_spaces']],
    ['密码密码1234abcd', ['password_characters']],
    ['a1'.repeat(11), ['password_length']],
  ])('%s breaks %j', (password, expected) => expect(words(passwordBreaks(password))).toEqual(expected))
  test('the strict policy wants both cases and a digit', () => {
    const policy = { ...defaultPolicy, strict: true }
    expect(words(passwordBreaks('abcdef12', { policy }))).toEqual(['password_strict'])
    expect(passwordBreaks('Abcdef12', { policy })).toEqual([])
  })
  test('common passwords and ones about the user or the product are refused', () => {
    expect(words(passwordBreaks('Passw0rd', { common: new Set(['passw0rd']) }))).toEqual(['password_common'])
    expect(words(passwordBreaks('xlihua12', { about: ['lihua'] }))).toEqual(['password_about'])
  })
})

test('names and numbers of people', () => {
  expect(words(usernameBreaks('abc'))).toEqual(['length'])
  expect(words(usernameBreaks('a b_cd'))).toEqual(['username_characters'])
  expect(usernameBreaks('abc_1')).toEqual([])
  expect(displayNameBreaks('李华')).toEqual([])
  expect(words(displayNameBreaks('李'))).toEqual(['length'])
  for (const ok of ["Sean O'Brien", 'Sean O’Brien', 'Jean St. John', '阿依古丽·买买提'])
    expect(displayNameBreaks(ok)).toEqual([])
  for (const bad of ['a<b>c', '.hidden', "Grace ' Holloway", 'Grace..Holloway', '·买买提'])
    expect(words(displayNameBreaks(bad))).toEqual(['name_characters'])
  for (const ok of ['13800138000', '+86 13800138000', '010-62345678', '0571-87654321-12'])
    expect(phoneBreaks(ok)).toEqual([])
  for (const bad of ['12800138000', '1380013800', '0-123', 'abc', ''])
    expect(words(phoneBreaks(bad))).toEqual(['phone'])
})

describe('C6 paths to go to after signing in', () => {
  const refused = [
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'http:evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' /personal',
    '/\tpersonal',
    '\t//evil.example',
    '/\n/evil.example',
    '/%2f/evil.example',
    '/%2fevil.example',
    '/%5cevil.example',
    '/%252fevil.example',
    '/a/../../x',
    '/..//evil.example',
    '/%2e%2e//evil.example',
    'evil.example',
    '@evil.example',
    '/\u2028/evil',
    '/%00',
    '%2f%2fevil.example',
    'data:text/html,x',
    'ftp://x',
    '//user@evil.example',
    'http:///evil.example',
    'x:/evil',
    '/%E0%A4%A',
  ]
  test.each(refused)('refuses %j', (v) => expect(safeInternalPath(v)).toBeUndefined())
  test.each(['/personal', '/cr/tool_magazine?q=a%20b&page=2', '/vuln/ghdb_library/detail/1#x', '/'])('keeps %j', (v) =>
    expect(safeInternalPath(v)).toBe(v),
  )
  test('whatever it lets through stays on the origin, in 5,000 hostile strings', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '//',
      '%2f',
      '%5c',
      '%252f',
      'http:',
      'https://',
      'javascript:',
      'evil.example',
      '@',
      ':',
      '.',
      '..',
      '\t',
      '\n',
      '\u0000',
      ' ',
      'a',
      '?',
      '#',
      '%',
      '%09',
      '\u00a0',
    )
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 8 }).map((p) => p.join('')),
        (v) => {
          const path = safeInternalPath(v)
          if (path === undefined) return
          expect(new URL(path, 'https://range.example/page/mg/').origin).toBe('https://range.example')
          expect(path.startsWith('/') && !path.startsWith('//')).toBe(true)
        },
      ),
      { numRuns: some(5000) },
    )
  })
})
