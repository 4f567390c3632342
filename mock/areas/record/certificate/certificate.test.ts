/** Certificates: earned, signed, checked by anybody, kept by the keepers of the course, and made out to another name. */
import { createPublicKey, verify as check } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Certificate, CertificateFile } from '#src/contract/record/certificate.schema.ts'
import { certificateLimits } from '#src/contract/record/certificate.ts'
import { signedCertificateText } from '#src/contract/record/certificateFile.ts'
import { documents } from '#mock/crud/documents.ts'
import { rateLimits } from '#src/contract/limits.ts'
import { type As, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { layCourse, publishCourse, text, writeLessons } from '#tests/support/course.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())

let courses = 0
const lessons = [{ id: 'l1', theory: 2, experiment: 0.5, sections: [{ id: 's1', content: text('One') }] }]
const lay = (certificate: object | null = { months: 12 }, as: As = 'super') =>
  layCourse(s, {
    course: { name: `Certified course ${++courses}`, credit: 1.5, certificate, language: 'en-US' } as never,
    lessons,
    as,
  })
async function complete(id: string, as: As = 'student'): Promise<void> {
  await s.ok('POST /learning/courses/:id/join', { params: { id }, body: {} }, as)
  const params = { id, section: 's1' }
  expect(
    await s.ok('POST /learning/courses/:id/sections/:section/done', { params, body: { revision: 1 } }, as),
  ).toEqual({ completed: true })
}
const own = async (as: As = 'student') =>
  (await s.ok('GET /learning/certificates', { query: { page_size: 200 } }, as)).items
async function earn(certificate: object | null = { months: 12 }) {
  const id = await lay(certificate)
  await complete(id)
  const found = (await own()).find((c) => c.course_id === id)
  if (!found) throw new Error('nothing was issued')
  return { id, certificate: found, number: found.number }
}
const kept = (id: string, as: As = 'super', query: object = {}) =>
  s.call('GET /courses/:id/certificates', { params: { id }, query }, as)
const issue = (id: string, user_id: string | null = null, as: As = 'super') =>
  s.call('POST /courses/:id/certificates', { params: { id }, body: { user_id } }, as)
const revoke = (id: string, number: string, as: As = 'super', reason = 'Somebody else sat the quiz') =>
  s.call('POST /courses/:id/certificates/:number/revoke', { params: { id, number }, body: { reason } }, as)
const reissue = (number: string, as: As = 'student') =>
  s.call('POST /learning/certificates/:number/reissue', { params: { number }, body: {} }, as)
const verify = (body: { number: string } | { file: string }) => s.ok('POST /certificates/verify', { body })
const file = async (number: string, as: As = 'student') => {
  const { raw } = await s.call('GET /learning/certificates/:number/file', { params: { number } }, as)
  return raw.body
}
const rename = (name: string, who: 'student' | 'second-student' = 'student') =>
  s.db.query(`update r_user set data = jsonb_set(data, '{name}', to_jsonb($2::text)) where id = $1`, [
    userId(who),
    name,
  ])
const printed = ({ can: _c, state: _s, since: _t, reason: _r, ...rest }: Record<string, unknown>) => rest

describe('a certificate', () => {
  it('comes with the completion of a course that gives one, and says what the course was that day', async () => {
    await rename('Li Lei')
    const { id, certificate } = await earn()
    expect(certificate).toMatchObject({
      holder: 'Li Lei',
      course: `Certified course ${courses}`,
      course_other: '',
      theory_hours: 2,
      experiment_hours: 0.5,
      credit: 1.5,
      completed_at: s.clock.now().toISOString(),
      issued_at: s.clock.now().toISOString(),
      expires_at: '2027-11-05T08:00:00.000Z',
      state: 'valid',
      since: null,
      can: [],
    })
    expect(certificate.issuer).not.toBe('')
    const { version } = await s.ok('GET /courses/:id', { params: { id } }, 'super')
    const { name: _n, ...body } = await s.ok('GET /courses/:id', { params: { id } }, 'super')
    await s.ok(
      'PUT /courses/:id',
      { params: { id }, body: { ...pick(body), name: 'Another name', version } as never },
      'super',
    )
    expect((await own()).find((c) => c.course_id === id)?.course).toBe(certificate.course)
    const trail = await s.db.query<{ action: string; details: object }>(
      `select action, details from audit where entity_id = $1 and action like 'course.complete'`,
      [id],
    )
    expect(trail.rows).toEqual([{ action: 'course.complete', details: { certificate: certificate.number } }])
    const told = await s.db.query<{ kind: string }>(
      `select kind from message where user_id = $1 and params->>'course' = $2`,
      [userId('student'), certificate.course],
    )
    expect(told.rows).toEqual([{ kind: 'certificate_issued' }])
  })

  it('does not come where the course gives none, and has no end where it says none', async () => {
    const id = await lay(null)
    await complete(id)
    expect((await own()).filter((c) => c.course_id === id)).toEqual([])
    expect((await earn({ months: null })).certificate.expires_at).toBeNull()
  })

  it('is issued once, whatever else of the course is done', async () => {
    const { id } = await earn()
    await writeLessons(s, id, [...lessons, { id: 'l2', sections: [{ id: 's2', content: text('Two') }] }])
    await publishCourse(s, id)
    const params = { id, section: 's2' }
    await s.ok('POST /learning/courses/:id/sections/:section/done', { params, body: { revision: 1 } }, 'student')
    expect((await own()).filter((c) => c.course_id === id)).toHaveLength(1)
    expect((await issue(id)).body).toEqual({ issued: 0, left: 0 })
  })

  it('carries the name of the platform where it has one', async () => {
    await s.setting('system.name', 'Qiming Range')
    s.clock.advance(5)
    const { certificate } = await earn()
    await s.setting('system.name', undefined)
    expect(certificate.issuer).toBe('Qiming Range')
  })
})

const writable = [
  'name',
  'description',
  'language',
  'translation',
  'direction_id',
  'cover',
  'difficulty',
  'credit',
  'kind',
  'lecturers',
  'prerequisites',
  'knowledge',
  'skills',
  'certificate',
] as const
const pick = (row: object) =>
  Object.fromEntries(writable.flatMap((k) => (k in row ? [[k, Reflect.get(row, k) as unknown]] : [])))

describe('checked by anybody', () => {
  it('by its number it tells all that is printed, in any spelling', async () => {
    const { certificate, number } = await earn()
    for (const typed of [number, number.toLowerCase().replaceAll('-', ' ')])
      expect(await verify({ number: typed })).toEqual({
        verdict: 'genuine',
        certificate: printed(certificate),
        state: 'valid',
        since: null,
        differs: [],
        group: null,
      })
  })

  it('its file is a signature over all it says, by the key the platform publishes', async () => {
    const { certificate, number } = await earn()
    const parsed = JSON.parse(await file(number)) as CertificateFile
    const { key, pem, x } = await s.ok('GET /certificates/key')
    expect(parsed.key).toBe(key)
    expect(createPublicKey(pem).export({ format: 'jwk' }).x).toBe(x)
    const signed = Buffer.from(signedCertificateText(parsed.certificate, key))
    expect(check(null, signed, createPublicKey(pem), Buffer.from(parsed.signature, 'base64url'))).toBe(true)
    expect(await verify({ file: await file(number) })).toMatchObject({
      verdict: 'genuine',
      certificate: printed(certificate),
      state: 'valid',
    })
  })

  it('a file that was changed says so, with what it should say', async () => {
    const { certificate, number } = await earn()
    const parsed = JSON.parse(await file(number)) as CertificateFile
    const forged = (by: Partial<Certificate>) =>
      verify({ file: JSON.stringify({ ...parsed, certificate: { ...parsed.certificate, ...by } }) })
    expect(await forged({ holder: 'Han Meimei', credit: 20 })).toEqual({
      verdict: 'changed',
      certificate: printed(certificate),
      state: 'valid',
      since: null,
      differs: ['holder', 'credit'],
      group: null,
    })
    // under the number of another the other is told, and that this is not it
    const other = await earn()
    expect(await forged({ number: other.number })).toMatchObject({
      verdict: 'changed',
      certificate: { number: other.number },
      differs: expect.arrayContaining(['course']) as never,
    })
    expect(await forged({ number: 'nonsense' })).toMatchObject({ verdict: 'changed', certificate: null, differs: [] })
  })

  it('tells mistyped, unknown, foreign and unreadable apart', async () => {
    const { number } = await earn()
    const swapped = `${number.slice(0, 8)}${number[8] === '0' ? '1' : '0'}${number.slice(9)}`
    expect(await verify({ number: swapped })).toMatchObject({ verdict: 'mistyped', group: 2, certificate: null })
    expect(await verify({ number: '000000-000000-000000' })).not.toMatchObject({ verdict: 'genuine' })
    expect(await verify({ number: 'hello!' })).toMatchObject({ verdict: 'unreadable' })
    expect(await verify({ file: 'hello' })).toMatchObject({ verdict: 'unreadable' })
    const parsed = JSON.parse(await file(number)) as CertificateFile
    expect(await verify({ file: JSON.stringify({ ...parsed, key: '00' }) })).toMatchObject({
      verdict: 'foreign',
      certificate: null,
    })
    const text = await file(number)
    await s.db.query('delete from certificate where number = $1', [number])
    expect(await verify({ number })).toMatchObject({ verdict: 'unknown', certificate: null })
    expect(await verify({ file: text })).toMatchObject({ verdict: 'unrecorded', certificate: { number }, state: null })
  })

  it('does not believe a register that was changed', async () => {
    const { number } = await earn()
    await s.db.query(`update certificate set says = jsonb_set(says, '{holder}', '"Mallory"') where number = $1`, [
      number,
    ])
    expect(await verify({ number })).toMatchObject({ verdict: 'changed', certificate: null })
  })

  it('is answered for so many calls only', async () => {
    const own = await testServer({ cheapPasswords: true, config: { rates: rateLimits } })
    try {
      const ask = async () =>
        (await own.call('POST /certificates/verify', { body: { number: '000000-000000-000000' } })).status
      let answered = 0
      while ((await ask()) === 200 && answered <= rateLimits.check.address.max) answered++
      expect(answered).toBe(rateLimits.check.address.max)
      expect(await ask()).toBe(429)
    } finally {
      await own.close()
    }
  })

  it('expires at its time', async () => {
    const { certificate, number } = await earn({ months: 1 })
    const then = s.clock.now()
    s.clock.set(certificate.expires_at ?? '')
    try {
      expect(await verify({ number })).toMatchObject({
        verdict: 'genuine',
        state: 'expired',
        since: certificate.expires_at,
      })
    } finally {
      s.clock.set(then)
    }
  })
})

describe('keepers of the course', () => {
  it('issue to those who completed it before, some at a time and once', async () => {
    const id = await lay(null)
    await complete(id)
    const many = certificateLimits.atOnce + 3
    await s.db.query(
      `insert into course_member (course_id, user_id, state, way, since, completed_at)
       select $1, 'crowd-' || n, 'completed', 'joined', now(), timestamptz '2026-01-02T03:04:05Z' from generate_series(1, $2) n`,
      [id, many],
    )
    await documents('user').insertMany(
      s.db,
      Array.from({ length: many }, (_, n) => ({
        id: `crowd-${n + 1}`,
        data: { name: `Learner ${n + 1}`, username: `crowd_${n + 1}` },
      })),
      { at: s.clock.now(), by: 'tests' },
    )
    expect((await issue(id)).problem.code).toBe('not_allowed_in_state')
    const row = await s.ok('GET /courses/:id', { params: { id } }, 'super')
    await s.ok(
      'PUT /courses/:id',
      { params: { id }, body: { ...pick(row), certificate: { months: null }, version: row.version } as never },
      'super',
    )
    expect((await kept(id)).body).toMatchObject({ total: 0, gives: true, waiting: many + 1 })
    expect((await issue(id)).body).toEqual({ issued: certificateLimits.atOnce, left: 4 })
    expect((await issue(id)).body).toEqual({ issued: 4, left: 0 })
    expect((await issue(id)).body).toEqual({ issued: 0, left: 0 })
    const { items, total } = (await kept(id, 'super', { q: 'learner 77' })).body
    expect([total, items[0]?.holder]).toEqual([1, 'Learner 77'])
    expect((await verify({ number: items[0]?.number ?? '' })).certificate?.completed_at).toBe(
      '2026-01-02T03:04:05.000Z',
    )
  })

  it('revoke with a reason that the holder is told and nobody else', async () => {
    const { id, number } = await earn()
    expect((await revoke(id, number, 'super', '  ')).status).toBe(422)
    expect((await revoke(id, number)).body).toMatchObject({ state: 'revoked', can: ['reinstate'] })
    expect((await revoke(id, number)).problem.code).toBe('not_allowed_in_state')
    const found = await verify({ number })
    expect(found).toMatchObject({ verdict: 'genuine', state: 'revoked', since: s.clock.now().toISOString() })
    expect(JSON.stringify(found)).not.toContain('quiz')
    expect((await own()).find((c) => c.number === number)).toMatchObject({
      state: 'revoked',
      reason: 'Somebody else sat the quiz',
    })
    const told = await s.db.query<{ params: object }>(
      `select params from message where user_id = $1 and kind = 'certificate_revoked' and params->>'course' = $2`,
      [userId('student'), `Certified course ${courses}`],
    )
    expect(told.rows).toEqual([
      { params: { course: `Certified course ${courses}`, reason: 'Somebody else sat the quiz' } },
    ])
    // not by all at once, and by name
    expect((await issue(id)).body).toEqual({ issued: 0, left: 0 })
    expect((await issue(id, userId('student'))).body).toEqual({ issued: 1, left: 0 })
    expect((await issue(id, userId('student'))).problem.code).toBe('not_allowed_in_state')
    expect((await kept(id)).body.items.map((c) => [c.state, c.can]).sort()).toEqual([
      ['revoked', []],
      ['valid', ['revoke']],
    ])
    expect((await kept(id, 'super', { state: ['revoked'] })).body.total).toBe(1)
  })

  it('are those who may change the course, and certificates those of it', async () => {
    const id = await lay({ months: null }, 'teacher')
    await complete(id)
    const [of] = (await kept(id, 'teacher')).body.items
    const number = of?.number ?? ''
    for (const as of ['student', 'referee', 'normal'] as const) {
      expect((await kept(id, as)).status, as).toBe(403)
      expect((await issue(id, null, as)).status, as).toBe(403)
      expect((await revoke(id, number, as)).status, as).toBe(403)
    }
    const other = await earn()
    expect((await revoke(id, other.number, 'teacher')).problem.code).toBe('not_found')
    expect((await issue(id, userId('second-student'), 'teacher')).problem.code).toBe('not_allowed_in_state')
    // another teacher sees the course, and not who learnt in it
    await s.db.query(`update r_course set share_scope = 'everybody', share_level = 'use' where id = $1`, [other.id])
    expect((await s.call('GET /courses/:id', { params: { id: other.id } }, 'teacher')).status).toBe(200)
    expect((await kept(other.id, 'teacher')).problem.code).toBe('not_shared')
    expect((await issue(other.id, null, 'teacher')).problem.code).toBe('not_shared')
    expect((await revoke(other.id, other.number, 'teacher')).problem.code).toBe('not_shared')
  })
})

describe('its holder', () => {
  it('has it made out to another name, for as long as it was valid; the one before says so', async () => {
    await rename('Li Lei')
    const { number, certificate } = await earn()
    expect((await reissue(number)).problem.code).toBe('not_allowed_in_state')
    await rename('Li Xiaolei')
    expect((await own()).find((c) => c.number === number)?.can).toEqual(['reissue'])
    s.clock.advance(60)
    const { body: fresh } = await reissue(number)
    expect(fresh).toMatchObject({
      ...printed(certificate),
      number: expect.not.stringMatching(number) as never,
      holder: 'Li Xiaolei',
      issued_at: s.clock.now().toISOString(),
      state: 'valid',
      can: [],
    })
    expect(await verify({ number })).toMatchObject({
      verdict: 'genuine',
      state: 'replaced',
      certificate: { holder: 'Li Lei' },
    })
    expect(await verify({ number: fresh.number })).toMatchObject({
      state: 'valid',
      certificate: { holder: 'Li Xiaolei' },
    })
    // whoever knows the old name does not learn the new one by it
    expect(JSON.stringify(await verify({ number }))).not.toContain(fresh.number)
    expect((await reissue(number)).problem.code).toBe('not_allowed_in_state')
    await rename('Li Lei')
  })

  it('does not get round a revocation by another name', async () => {
    const { id, number } = await earn()
    await revoke(id, number)
    await rename('Somebody else')
    expect((await own()).find((c) => c.number === number)?.can).toEqual([])
    expect((await reissue(number)).problem.code).toBe('not_allowed_in_state')
    await rename('Li Lei')
  })

  it('alone has its file and its reissue', async () => {
    const { number } = await earn()
    for (const as of ['second-student', 'teacher', 'super'] as const) {
      expect((await own(as)).filter((c) => c.number === number)).toEqual([])
      expect(
        (await s.call('GET /learning/certificates/:number/file', { params: { number } }, as)).problem.code,
        as,
      ).toBe('not_found')
      expect((await reissue(number, as)).problem.code, as).toBe('not_found')
    }
  })
})
