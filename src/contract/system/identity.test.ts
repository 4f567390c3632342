import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { birthOf, idCheckSign, idNumberBreaks, phoneNumberBreaks, workIdBreaks } from './identity.ts'
import { some } from '../../../tests/support/some.ts'

const today = '2026-11-21'
const word = (id: string) => idNumberBreaks(id, today)[0]?.rule
const made = fc
  .tuple(
    fc.constantFrom('11', '31', '44', '53', '65', '71', '81', '83'),
    fc.integer({ min: 0, max: 9999 }),
    fc.date({ min: new Date('1900-01-01'), max: new Date('2026-11-20'), noInvalidDate: true }),
    fc.integer({ min: 0, max: 999 }),
  )
  .map(([place, district, born, order]) => {
    const body = `${place}${String(district).padStart(4, '0')}${born.toISOString().slice(0, 10).replaceAll('-', '')}${String(order).padStart(3, '0')}`
    return body + idCheckSign(body)
  })

describe('an identity number', () => {
  test('is right with its check sign, and with no other', () => {
    fc.assert(
      fc.property(made, (id) => {
        expect(word(id)).toBeUndefined()
        expect(word(id.toLowerCase())).toBeUndefined()
        const right = [...'0123456789X'].filter((sign) => word(id.slice(0, 17) + sign) === undefined)
        expect(right).toEqual([id[17]])
      }),
      { numRuns: some(300) },
    )
  })
  test('shows every error in a single digit and every swap of neighbours', () => {
    fc.assert(
      fc.property(made, fc.integer({ min: 0, max: 16 }), fc.integer({ min: 1, max: 9 }), (id, at, by) => {
        const digit = String((Number(id[at]) + by) % 10)
        expect(word(id.slice(0, at) + digit + id.slice(at + 1))).toBeDefined()
        const [a, b] = [id[at] ?? '', id[at + 1] ?? '']
        if (a !== b) expect(word(id.slice(0, at) + b + a + id.slice(at + 2))).toBeDefined()
      }),
      { numRuns: some(300) },
    )
  })
  test.each([
    ['11010519491231002X', undefined],
    ['440524188001010014', undefined],
    ['110105194912310021', 'id_check'],
    ['1101051949123100', 'id_shape'],
    ['11010519491231002Y', 'id_shape'],
    ['110105 9491231002X', 'no_spaces'],
    ['990105194912310025', 'id_place'],
    ['110105200002300024', 'id_birth'],
    ['110105202612010029', 'id_birth'],
  ])('%s: %s', (id, rule) => {
    expect(word(id)).toBe(rule)
  })
  test('names a day that the calendar has', () => {
    expect([birthOf('000000200002290000'), birthOf('000000190002290000')]).toEqual(['2000-02-29', undefined])
  })
})

const data = path.resolve(import.meta.dirname, '../../../../shared/data/adversarial/validation')
const read = (name: string) => JSON.parse(readFileSync(path.join(data, name), 'utf8')) as never

describe.skipIf(!existsSync(data))('numbers that others agreed on (skipped when ../shared/data is not there)', () => {
  test('identity numbers: as jxlwqq/id-validator has them, but for when a district was made', () => {
    const cases: { value: string; expect: boolean }[] = read('cn-id-jxlwqq.json')
    // born before the district had its code: districts are not looked up, a person keeps the number he has
    const ours = new Set(['500154199301135886'])
    const disagree = cases.filter((c) => (word(c.value) === undefined) !== c.expect).map((c) => c.value)
    expect(disagree.filter((v) => !ours.has(v))).toEqual([])
  })
  test('identity and mobile numbers: as validator.js has them, but for what is written here', () => {
    const all: { validator: string; args: unknown[] | null; valid: string[]; invalid: string[] }[] =
      read('validatorjs-cases.json')
    const of = (name: string) => all.find((c) => c.validator === name && c.args?.[0] === 'zh-CN')
    const ids = of('isIdentityCard')
    // fifteen digits are no identity number since 2013
    expect(ids?.valid.filter((v) => word(v) !== undefined)).toEqual(ids?.valid.filter((v) => v.length === 15))
    expect(ids?.invalid.filter((v) => word(v) === undefined)).toEqual([])
    const phones = of('isMobilePhone')
    const refused = phones?.valid.filter((v) => phoneNumberBreaks(v).length) ?? []
    // a country code is written 86 or +86, and no mobile number begins with a 9
    expect(refused.filter((v) => !/^(\+|00)?(00)?8?6?9|^0086/.test(v))).toEqual([])
    const taken = phones?.invalid.filter((v) => !phoneNumberBreaks(v).length)
    // a landline is a telephone as well, and a hyphen may stand behind the country code
    expect(taken).toEqual(['+86-13838389438', '010-38238383'])
  })
})

describe('numbers of work and telephone', () => {
  test.each(['13800001234', '+8613800001234', '010-62345678', '0871-6234567', '021-61234567-8001'])(
    '%s is a telephone',
    (v) => expect(phoneNumberBreaks(v)).toEqual([]),
  )
  test.each(['138 0000 1234', '+86 13800001234', '12800001234', '1380000123', '62345678', '010-1234567'])(
    '%s is none',
    (v) => expect(phoneNumberBreaks(v)).not.toEqual([]),
  )
  test.each([
    ['2024', []],
    ['W-10', []],
    ['学号1', []],
    ['abc', ['length']],
    ['a b c d', ['no_spaces']],
    ['9'.repeat(33), ['length']],
  ])('a work number %s breaks %j', (v, rules) => {
    expect(workIdBreaks(v).map((b) => b.rule)).toEqual(rules)
  })
})
