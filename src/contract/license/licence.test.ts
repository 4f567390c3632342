/** J10: nothing but what the issuer signed is a licence, whichever bit was turned and however it travelled. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sha256, verify } from '#mock/areas/license/crypto.ts'
import { asCode, asFile, licence, sealed, someSerial } from '#tests/contract/support/licence.ts'
import { folders } from '../screens/index.ts'
import { decode, encode, spelled } from './base32.ts'
import { commitment, confirmationCode, confirms, readActivation, readRequest, requestCode } from './codes.ts'
import { fileText, readFile } from './file.ts'
import { developmentKeys, vendorKeys } from './keys.ts'
import { editions, type Licence, modules, toSecond } from './licence.ts'
import { readSerial, serialBits, serialFromBits, serialOf } from './serial.ts'
import { genuine, licenceRefusalOf } from './verify.ts'
import { some } from '../../../tests/support/some.ts'

const runs = { numRuns: Number(process.env.RUNS ?? some(500)) }
const judge = (text: string) => genuine(text, developmentKeys, verify)
const codeOf = (text: string) => {
  const found = judge(text)
  return 'code' in found ? found.code : 'genuine'
}
const someLicence: fc.Arbitrary<Licence> = fc
  .record({
    serial: fc.uint8Array({ minLength: 8, maxLength: 8 }).map(serialOf),
    customer: fc
      .string({
        unit: fc.constantFrom('a', 'Z', '9', '启', '明', '-', '(', '"', '\\', 'é'),
        minLength: 1,
        maxLength: 20,
      })
      .map((v) => v.normalize('NFC')),
    edition: fc.constantFrom(...editions),
    modules: fc.subarray([...modules]),
    from: fc.integer({ min: 1_700_000_000, max: 1_900_000_000 }),
    days: fc.integer({ min: 1, max: 4000 }),
    limits: fc.record({
      running_scenes: fc.option(fc.nat(65_534)),
      running_instances: fc.option(fc.nat(65_534)),
      editable_nodes: fc.option(fc.nat(65_534)),
      users: fc.option(fc.nat(65_534)),
    }),
    sequence: fc.integer({ min: 1, max: 0xff_ffff }),
    request: fc.option(fc.uint8Array({ minLength: 7, maxLength: 7 }).map((b) => Buffer.from(b).toString('hex'))),
  })
  .map(({ from, days, ...l }) => ({
    ...l,
    id: 'LZ0TEST99',
    from: toSecond(from * 1000),
    to: toSecond((from + days * 86_400) * 1000),
    issued_at: toSecond(from * 1000),
  }))

describe('a licence', () => {
  test('is the same in a file and in a code', () => {
    fc.assert(
      fc.property(someLicence, (l) => {
        expect(judge(asFile(l))).toEqual(judge(asCode(l)))
        expect(judge(asFile(l))).toMatchObject({ sealed: { licence: l } })
      }),
      { numRuns: Math.min(runs.numRuns, 200) },
    )
  })

  test('whose file has one bit turned is refused', () => {
    const bytes = Buffer.from(asFile(), 'utf8')
    fc.assert(
      fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
        const turned = Buffer.from(bytes)
        turned[bit >> 3] = (turned[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        expect(codeOf(turned.toString('utf8'))).not.toBe('genuine')
      }),
      runs,
    )
  })

  test('whose code has one bit turned is refused, unless it still spells the same', () => {
    const code = asCode()
    const bytes = Buffer.from(code, 'latin1')
    fc.assert(
      fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
        const turned = Buffer.from(bytes)
        turned[bit >> 3] = (turned[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        const text = turned.toString('latin1')
        expect(codeOf(text) === 'genuine').toBe(spelled(text) === spelled(code))
      }),
      runs,
    )
  })

  test('whose packed bytes have one bit turned is refused, although every group checks', () => {
    const found = decode(asCode())
    if ('code' in found) throw new Error(found.code)
    fc.assert(
      fc.property(fc.nat(found.bytes.length * 8 - 1), (bit) => {
        const turned = Uint8Array.from(found.bytes)
        turned[bit >> 3] = (turned[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        expect(codeOf(encode(turned))).not.toBe('genuine')
      }),
      runs,
    )
  })

  test('with a module swapped, a limit raised or a longer term keeps no signature', () => {
    const { signature, key } = sealed({ modules: ['course'] })
    for (const more of [
      { modules: ['library' as const] },
      { limits: { ...licence().limits, users: null, running_scenes: 21 } },
      { to: '2099-01-01T00:00:00Z' },
      { sequence: 2 },
      { serial: serialOf(Uint8Array.from([9, 9, 9, 9, 9, 9, 9, 9])) },
      { request: '00112233445566' },
    ])
      expect(codeOf(fileText({ key, signature, licence: licence({ modules: ['course'], ...more }) }))).toBe(
        'license_signature',
      )
  })

  test.each([
    ['a field more', (t: string) => t.replace('"licence": {', '"licence": {\n    "extra": 1,')],
    ['a field twice', (t: string) => t.replace('"format": 1,', '"format": 1,\n  "format": 1,')],
    ['other white space', (t: string) => t.replace('"format": 1', '"format":  1')],
    ['a missing line end', (t: string) => t.trimEnd()],
    ['a line end of another system', (t: string) => t.replaceAll('\n', '\r\n')],
    ['an escaped letter', (t: string) => t.replace('Academy', '\\u0041cademy')],
    ['a module that does not exist', (t: string) => t.replace('"course"', '"wishes"')],
    ['nothing in it', () => '{}'],
  ])('with %s is unreadable', (_, change) => {
    expect(judge(change(asFile()))).toEqual({ code: 'license_unreadable' })
  })

  test('of a newer format says so', () => {
    expect(codeOf(asFile().replace('"format": 1', '"format": 2'))).toBe('license_newer')
  })

  test('of the development issuer is nothing to a server that knows the vendor only', () => {
    expect(genuine(asFile(), vendorKeys, verify)).toEqual({
      code: 'license_key_unknown',
      details: { key: 'development' },
    })
    expect(genuine(asFile().replace('"key": "development"', '"key": "vendor-1"'), vendorKeys, verify)).toEqual({
      code: 'license_signature',
    })
  })

  test('a file of something else is no mistyped code', () => {
    for (const text of [
      '<?xml version="1.0"?>',
      '[{"licence": 1}]',
      'PK\u0003\u0004',
      '授权',
      '-----BEGIN KEY-----\nab+/c=\n',
      'hello',
      'hello\n',
      'the cat sat on the mat and the dog ate what was there '.repeat(6),
    ])
      expect(judge(text)).toEqual({ code: 'license_unreadable' })
  })

  test('names a mistyped group', () => {
    const groups = asCode().split('-')
    groups[4] = (groups[4] ?? '').replace(/^./, (c) => (c === '7' ? '8' : '7'))
    expect(judge(groups.join('-'))).toEqual({ code: 'license_mistyped', details: { group: 5 } })
    const swapped = asCode().split('-')
    ;[swapped[1], swapped[2]] = [swapped[2] ?? '', swapped[1] ?? '']
    expect(judge(swapped.join('-'))).toEqual({ code: 'license_mistyped', details: { group: 2 } })
  })
})

describe('an installation', () => {
  const now = new Date('2026-11-20T00:00:00Z')
  const place = { serial: someSerial, now, seen: now, active: undefined, asked: () => false }

  test.each([
    ['of another installation', { serial: serialOf(new Uint8Array(8)) }, {}, 'license_serial'],
    ['that answers nobody here', { request: '00112233445566' }, {}, 'license_request_unknown'],
    ['older than the active one', { sequence: 3 }, { active: licence({ sequence: 4 }) }, 'license_older'],
    ['that is active', { sequence: 4 }, { active: licence({ sequence: 4 }) }, 'license_active'],
    ['that is not yet valid', { from: '2026-12-01T00:00:00Z' }, {}, 'license_not_yet'],
    ['whose term is over', { to: '2026-11-19T00:00:00Z' }, {}, 'license_over'],
    ['while its clock is set back', {}, { seen: new Date('2026-11-20T00:15:01Z') }, 'license_clock'],
    ['that was issued in the future', { issued_at: '2026-11-20T00:16:00Z' }, {}, 'license_clock'],
  ])('refuses a licence %s', (_, more, at, code) => {
    expect(licenceRefusalOf(licence(more), { ...place, ...at })?.code).toBe(code)
  })

  test('takes one that fits, and one that answers its request', () => {
    expect(licenceRefusalOf(licence(), place)).toBeUndefined()
    expect(licenceRefusalOf(licence({ request: '00112233445566' }), { ...place, asked: () => true })).toBeUndefined()
    expect(licenceRefusalOf(licence(), { ...place, seen: new Date('2026-11-20T00:14:59Z') })).toBeUndefined()
  })
})

describe('the codes', () => {
  const secret = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  const request = commitment(secret, sha256)

  test('of a request are five groups that say serial number, edition and commitment', () => {
    const code = requestCode({ serial: someSerial, edition: 'professional', request })
    expect(code.split('-')).toHaveLength(5)
    expect(readRequest(` ${code.toLowerCase().replaceAll('-', '  ')} `)).toEqual({
      serial: someSerial,
      edition: 'professional',
      request,
    })
  })

  test('of a request find every wrong character', () => {
    const code = requestCode({ serial: someSerial, edition: 'standard', request })
    fc.assert(
      fc.property(fc.nat(code.length - 1), fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'), (at, c) => {
        fc.pre(code[at] !== '-' && code[at] !== c)
        expect(readRequest(code.slice(0, at) + c + code.slice(at + 1))).toMatchObject({ code: 'license_mistyped' })
      }),
      { numRuns: Math.min(runs.numRuns, 300) },
    )
  })

  test('of a confirmation prove who activated what', () => {
    const mine = sealed({ request })
    const code = confirmationCode(secret, mine, sha256)
    expect(confirms(code, mine, sha256)).toBe(true)
    expect(confirms(code, sealed({ request, sequence: 2 }), sha256)).toBe(false)
    expect(confirms(code, sealed({ request: '00112233445566' }), sha256)).toBe(false)
    expect(confirms(confirmationCode(new Uint8Array(10), mine, sha256), mine, sha256)).toBe(false)
    expect(confirms('nonsense', mine, sha256)).toBe(false)
  })

  test('of an activation are read whatever else they are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(readActivation(encode(bytes))).toHaveProperty('code')
        expect(decode(encode(bytes))).toEqual(bytes.length ? { bytes } : { code: 'license_unreadable' })
      }),
      { numRuns: Math.min(runs.numRuns, 300) },
    )
    for (const text of ['', '{', 'null', '[]', '{"format":1}']) expect(readFile(text)).toHaveProperty('code')
  })
})

describe('a serial number', () => {
  test('is read in any spelling and found wrong with any two characters wrong or swapped', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 8, maxLength: 8 }), fc.nat(12), fc.nat(13), (bytes, at, second) => {
        const serial = serialOf(bytes)
        const plain = serial.replaceAll('-', '')
        expect(readSerial(` ${plain.toLowerCase()}`)).toBe(serial)
        expect(serialFromBits(serialBits(serial))).toBe(serial)
        const wrong = [...plain]
        for (const i of [at, second]) wrong[i] = plain[i] === '7' ? '8' : '7'
        expect(readSerial(wrong.join(''))).toBeUndefined()
        const [a, b] = [plain[at] ?? '', plain[at + 1] ?? '']
        if (a !== b) expect(readSerial(plain.slice(0, at) + b + a + plain.slice(at + 2))).toBeUndefined()
      }),
      { numRuns: Math.min(runs.numRuns, 300) },
    )
  })

  test('has a module for every licensed folder', () => {
    const licensed = Object.values(folders).flatMap((f) => ('module' in f ? [f.module] : []))
    expect(new Set(modules)).toEqual(new Set(licensed))
    expect(new Set(modules).size).toBe(modules.length)
  })
})
