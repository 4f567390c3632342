/** C10: JSON bodies: what is too deep, too wide or meant for the prototype is refused before it is read. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { env } from '#config/env.ts'
import { Fail } from '../request/handler.ts'
import { forbiddenKeys, requestJsonLimits, parseJson } from './json.ts'
import { some } from '../../../tests/support/some.ts'

const reasonOf = (text: string): unknown => {
  try {
    parseJson(text)
  } catch (e) {
    if (e instanceof Fail && e.code === 'malformed') return e.details.reason
    throw e
  }
  return undefined
}

describe('the JSON reader', () => {
  it('reads whatever JSON.stringify writes, as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.nat(2), (v, indent) => {
        const text = JSON.stringify(v, null, indent)
        let keys: string[] = []
        JSON.parse(text, (k, x: unknown) => {
          keys = [...keys, k]
          return x
        })
        fc.pre(!keys.some((k) => forbiddenKeys.has(k)) && !text.includes('\\u0000') && !/\\ud[89a-f]/.test(text))
        expect(parseJson(text)).toEqual(JSON.parse(text))
      }),
      { numRuns: some(500) },
    )
  })

  it('refuses every text that JSON.parse refuses, with a problem and no other error', () => {
    const bits = fc.array(
      fc.constantFrom('{', '}', '[', ']', ',', ':', '"', 'a', '1', '-', '.', 'e', 'true', 'null', ' ', '\\', '\n'),
      {
        maxLength: 12,
      },
    )
    fc.assert(
      fc.property(bits, (parts) => {
        const text = parts.join('')
        let good = true
        try {
          JSON.parse(text)
        } catch {
          good = false
        }
        if (!good) expect(reasonOf(text)).toBeTypeOf('string')
      }),
      { numRuns: env.whole ? 5000 : 600 },
    )
  })

  it.each([
    ['{"a":1,"a":2}', 'duplicate_key'],
    ['{"a":1,"\\u0061":2}', 'duplicate_key'],
    ['{"__proto__":{"admin":true}}', 'forbidden_key'],
    ['{"\\u005f_proto__":1}', 'forbidden_key'],
    ['{"a":{"constructor":{"prototype":{}}}}', 'forbidden_key'],
    ['"\\u0000"', 'character'],
    ['"\\ud800"', 'character'],
    ['1e999', 'number'],
    ['{"a":1}x', 'trailing'],
    ['', 'unfinished'],
    ['"abc', 'unfinished'],
    ['01', 'trailing'],
    ['NaN', 'value'],
    ["{'a':1}", 'key'],
    ['[1,]', 'value'],
    ['\ufeff{}', 'value'],
  ])('refuses %s because of its %s', (text, reason) => {
    expect(reasonOf(text)).toBe(reason)
  })

  it('stops at the depth, the number of keys and the number of values', () => {
    const nested = (n: number) => '['.repeat(n) + ']'.repeat(n)
    expect(reasonOf(nested(requestJsonLimits.depth))).toBeUndefined()
    expect(reasonOf(nested(requestJsonLimits.depth + 1))).toBe('depth')
    expect(reasonOf(nested(100_000))).toBe('depth')
    const keyed = (n: number) => `{${Array.from({ length: n }, (_, i) => `"k${i}":0`).join()}}`
    expect(reasonOf(keyed(requestJsonLimits.keys))).toBeUndefined()
    expect(reasonOf(keyed(requestJsonLimits.keys + 1))).toBe('too_many_keys')
    expect(reasonOf(`[${'0,'.repeat(requestJsonLimits.values)}0]`)).toBe('too_many_values')
  })

  it('leaves the prototype of objects alone', () => {
    reasonOf('{"__proto__":{"polluted":1}}')
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })
})
