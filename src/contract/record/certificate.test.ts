import { generateKeyPairSync, sign } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verify } from '#mock/areas/license/crypto.ts'
import { base32Alphabet } from '../license/base32.ts'
import { certificateExpiry, certificateNumber, certificateStanding, readCertificateNumber } from './certificate.ts'
import type { Certificate } from './certificate.schema.ts'
import { certificateFileText, readCertificateFile, signedCertificateText } from './certificateFile.ts'

describe('a number', () => {
  const bytes = fc.uint8Array({ minLength: 9, maxLength: 9 })

  it('is three groups, and is read in any spelling', () =>
    fc.assert(
      fc.property(bytes, (random) => {
        const number = certificateNumber(random)
        expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{6}(-[0-9A-HJKMNP-TV-Z]{6}){2}$/)
        for (const typed of [number, number.toLowerCase(), number.replaceAll('-', ' '), number.replaceAll('-', '')])
          expect(readCertificateNumber(typed)).toEqual({ number })
      }),
    ))

  it('with a wrong character names the group', () =>
    fc.assert(
      fc.property(bytes, fc.nat(17), fc.integer({ min: 1, max: 31 }), (random, at, by) => {
        const all = [...certificateNumber(random).replaceAll('-', '')]
        all[at] = base32Alphabet[(base32Alphabet.indexOf(all[at] ?? '') + by) % 32] ?? ''
        expect(readCertificateNumber(all.join(''))).toEqual({ mistyped: Math.floor(at / 6) + 1 })
      }),
    ))

  it('is none when it says something else', () => {
    for (const typed of ['', '   ', 'certificate.json', '查验']) expect(readCertificateNumber(typed)).toBeUndefined()
    // a code of another length that closes
    expect(readCertificateNumber('000001')).not.toHaveProperty('number')
  })
})

it('ends on the same day of a later month, or on its last', () => {
  const to = (at: string, months: number) => certificateExpiry(new Date(at), months).toISOString()
  expect(to('2026-01-31T09:30:00.000Z', 1)).toBe('2026-02-28T09:30:00.000Z')
  expect(to('2027-12-31T23:59:00.000Z', 2)).toBe('2028-02-29T23:59:00.000Z')
  expect(to('2026-11-27T00:00:00.000Z', 24)).toBe('2028-11-27T00:00:00.000Z')
})

it('stands as the last thing that happened to it says', () => {
  const now = new Date('2026-11-27T12:00:00.000Z')
  const [before, later] = ['2026-11-27T12:00:00.000Z', '2026-11-27T12:00:00.001Z']
  const never = { revoked_at: null, replaced_at: null, expires_at: null }
  expect(certificateStanding(never, now)).toEqual({ state: 'valid', since: null })
  expect(certificateStanding({ ...never, expires_at: later }, now).state).toBe('valid')
  expect(certificateStanding({ ...never, expires_at: before }, now)).toEqual({ state: 'expired', since: before })
  expect(certificateStanding({ ...never, expires_at: before, replaced_at: before }, now).state).toBe('replaced')
  expect(certificateStanding({ revoked_at: before, replaced_at: before, expires_at: before }, now).state).toBe(
    'revoked',
  )
})

describe('a file', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const certificate: Certificate = {
    number: certificateNumber(new Uint8Array(9).fill(7)),
    holder: '李雷 “Leo”',
    course_id: 'c',
    course: 'Networks',
    course_other: '网络',
    language: 'en-US',
    theory_hours: 4,
    experiment_hours: 1.5,
    credit: 0.5,
    completed_at: '2026-11-01T08:00:00.000Z',
    issued_at: '2026-11-02T08:00:00.000Z',
    expires_at: null,
    issuer: 'Range',
  }
  const made = (by = privateKey, key = 'ours') => {
    const signature = sign(null, Buffer.from(signedCertificateText(certificate, key)), by).toString('base64url')
    return certificateFileText({ key, certificate, signature })
  }
  const read = (text: string) => readCertificateFile(text, { ours: x }, verify).found

  it('is what was signed, however it is laid out', () => {
    expect(read(made())).toBe('signed')
    expect(read(JSON.stringify(JSON.parse(made())))).toBe('signed')
  })

  it('with any field changed, left out or added is found out', () => {
    const file = JSON.parse(made()) as { certificate: Record<string, unknown> }
    for (const [field, value] of Object.entries(file.certificate)) {
      const other =
        typeof value === 'number'
          ? value + 1
          : field.endsWith('_at')
            ? '2027-01-01T00:00:00.000Z'
            : field === 'language'
              ? 'zh-CN'
              : `${String(value)}x`
      const { [field]: _, ...rest } = file.certificate
      expect(read(JSON.stringify({ ...file, certificate: { ...file.certificate, [field]: other } })), field).toBe(
        'changed',
      )
      expect(read(JSON.stringify({ ...file, certificate: rest })), field).toBe('changed')
    }
    expect(read(JSON.stringify({ ...file, certificate: { ...file.certificate, grade: 'A' } }))).toBe('changed')
  })

  it('of another key is foreign, and under our name forged', () => {
    const other = generateKeyPairSync('ed25519').privateKey
    expect(read(made(other, 'theirs'))).toBe('foreign')
    expect(read(made(other))).toBe('changed')
    // no name of a thing every object has is a key
    expect(read(made(other, 'constructor'))).toBe('foreign')
  })

  it('that is none is told from one that was changed', () => {
    for (const text of ['', 'x', '[]', 'null', '{}', '{"format":"range-licence"}'])
      expect(read(text)).toBe('unreadable')
    for (const raw of [{ key: 'ours' }, { key: 'ours', certificate: 1 }, {}])
      expect(read(JSON.stringify({ format: 'range-certificate', ...raw }))).toBe('changed')
  })
})
