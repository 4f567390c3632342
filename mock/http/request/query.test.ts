import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Fail } from './handler.ts'
import { parseQuery } from './query.ts'

describe('the query reader', () => {
  it('reads what the client writes: lists as repeated keys without indices', () => {
    const name = fc
      .string({ minLength: 1 })
      .filter((s) => !['__proto__', 'constructor', 'prototype'].includes(s) && !s.includes('\0'))
    const text = fc.string({ unit: 'grapheme' }).filter((s) => !s.includes('\0'))
    fc.assert(
      fc.property(
        fc.dictionary(name, fc.array(text, { minLength: 1, maxLength: 4 }), { noNullPrototype: true }),
        (given) => {
          const q = new URLSearchParams(Object.entries(given).flatMap(([k, vs]) => vs.map((v) => [k, v])))
          const read = parseQuery(`/x?${q.toString()}`)
          expect(Object.fromEntries(Object.entries(read).map(([k, v]) => [k, Array.isArray(v) ? v : [v]]))).toEqual(
            given,
          )
        },
      ),
    )
  })

  it('keeps brackets as part of the name, so that a schema refuses them as unknown', () => {
    expect(parseQuery('/x?a[]=1&a[0]=2&a.b=3')).toEqual({ 'a[]': '1', 'a[0]': '2', 'a.b': '3' })
  })

  it.each([
    '/x?a=%',
    '/x?a=%zz',
    '/x?a=%ff',
    '/x?a=%00',
    '/x?__proto__=1',
    '/x?constructor=1',
    `/x?${'a=1&'.repeat(1001)}`,
  ])('refuses %s as malformed', (url) => {
    expect(() => parseQuery(url)).toThrow(Fail)
  })
})
