import { expect, it } from 'vitest'
import { pathBelow } from './below.ts'

it.each([
  ['/two', '/two/personal', '/personal'],
  ['/two', '/two', ''],
  ['/two', '/two/', '/'],
  ['/two', '/twofold/personal', undefined],
  ['/two', '/one', undefined],
  ['', '/personal', '/personal'],
])('below %o of %o is %o', (base, pathname, rest) => {
  expect(pathBelow(base, pathname)).toBe(rest)
})
