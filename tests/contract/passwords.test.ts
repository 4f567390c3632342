/** Which passwords are taken: one set of rules for the form and for the server (check A6), and registration around it. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { env } from '#config/env.ts'
import { checkPassword } from '#mock/areas/session/passwordRules.ts'
import { Fail } from '#mock/http/request/handler.ts'
import { defaultPolicy, passwordBreaks } from '#src/contract/rules.ts'
import { commonPasswords, productWords } from '#src/contract/session/common.ts'
import { password, testServer, type TestServer } from './support/server.ts'
import { some } from '../support/some.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())

const owner = { username: 'kestrel_7', name: 'Ada Kestrel' }
/** What the form says. */
const onClient = (candidate: string, policy = defaultPolicy): string[] =>
  passwordBreaks(candidate, {
    policy,
    common: commonPasswords(),
    about: [owner.username, owner.name, ...productWords],
  }).map((b) => b.rule)
/** What the server says. */
const onServer = async (candidate: string): Promise<string[]> => {
  try {
    await checkPassword(s.platform.settings, candidate, 'password', owner)
    return []
  } catch (e) {
    if (e instanceof Fail) return (e.details.fields ?? []).map((f) => f.rule)
    throw e
  }
}
const candidates = fc.oneof(
  fc.string({ maxLength: 24 }),
  fc.string({ unit: fc.constantFrom(...'aA1!zZ9_ '), minLength: 6, maxLength: 22 }),
  fc.constantFrom(...commonPasswords()),
  fc.constantFrom(...commonPasswords()).map((p) => p.toUpperCase()),
  fc
    .tuple(fc.constantFrom(owner.username, owner.name, 'Kestrel', ...productWords), fc.string({ maxLength: 8 }))
    .map(([a, b]) => a + b),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
)

describe('passwords', () => {
  it('are judged alike by the form and by the server', async () => {
    const verdicts = new Set<string>()
    await fc.assert(
      fc.asyncProperty(candidates, async (candidate) => {
        const client = onClient(candidate)
        expect(await onServer(candidate)).toEqual(client)
        for (const rule of client.length ? client : ['fine']) verdicts.add(rule)
      }),
      { numRuns: env.whole ? 5000 : 400 },
    )
    expect([...verdicts].sort()).toEqual([
      'fine',
      'no_spaces',
      'password_about',
      'password_characters',
      'password_common',
      'password_kinds',
      'password_length',
    ])
  })

  it('are judged alike over the wire', async () => {
    let n = 0
    await fc.assert(
      fc.asyncProperty(candidates, async (candidate) => {
        fc.pre(!candidate.includes('\0') && candidate !== '')
        const username = `kestrel_${++n + 100}`
        const r = await s.call('POST /auth/register/', {
          body: { username, name: 'Ada Kestrel', password: candidate, phone: '' },
        })
        const client = passwordBreaks(candidate, {
          common: commonPasswords(),
          about: [username, 'Ada Kestrel', ...productWords],
        })
        expect([r.status, r.raw.body], candidate).toEqual([client.length ? 422 : 200, expect.anything()])
        // the schema speaks first: names and the list are looked at when the form of it is right
        if (client.length)
          expect(
            r.problem.details?.fields?.every((f) => f.path === 'password' && client.some((b) => b.rule === f.rule)),
          ).toBe(true)
      }),
      { numRuns: some(300) },
    )
  })

  it('follow the policy of the settings on top of the default', async () => {
    for (const [name, value] of Object.entries({ min: 12, kinds: 3, strict: true }))
      await s.setting(`password.${name}`, value)
    try {
      expect((await s.ok('GET /auth/register/')).password).toMatchObject({ min: 12, kinds: 3, strict: true, max: 20 })
      expect(await onServer('granite-4')).toEqual(['password_length', 'password_strict'])
      expect(await onServer('Granite-Balcony4')).toEqual([])
    } finally {
      for (const name of ['min', 'kinds', 'strict']) await s.setting(`password.${name}`, undefined)
    }
  })

  it('are refused when they are on the list, of which there is enough', () => {
    expect(commonPasswords().size).toBeGreaterThanOrEqual(3000)
    for (const p of [
      'password123',
      'Passw0rd!',
      'qwerty123',
      '1qaz2wsx',
      'iloveyou1',
      'admin@123',
      'woaini520',
      'a123456789',
      'P@ssw0rd2026',
      'Summer2026!',
      'abc@1234',
      '5201314a',
    ])
      expect([p, onClient(p).includes('password_common')]).toEqual([p, true])
    for (const p of ['Marble-Staircase7', 'kV9$pTz2wq', 'tulip&Cobalt41']) expect(onClient(p)).toEqual([])
  })

  it('are not any of the last three', async () => {
    const { username } = await register('passwords_1')
    let current = password
    const change = async (next: string) => {
      const { token } = await s.ok('POST /session', { body: { username, password: current } })
      const r = await s.call('PUT /account/password', { body: { current, next } }, { token })
      if (r.status === 200) current = next
      return r.status === 200 ? 'changed' : r.problem.code
    }
    expect(await change(password)).toBe('password_used_before')
    for (const n of [1, 2, 3]) expect(await change(`Granite-Balcony${n}`)).toBe('changed')
    expect(await change(password)).toBe('changed')
    expect(await change('Granite-Balcony3')).toBe('password_used_before')
  })

  it('are taken from a paste with every character they have, and need the present one to be changed', async () => {
    const { username } = await register('passwords_2')
    const { token } = await s.ok('POST /session', { body: { username, password } })
    const next = '!@#$%^&*()_+`-={}a1'
    expect(
      (await s.call('PUT /account/password', { body: { current: `${password} `, next } }, { token })).problem.code,
    ).toBe('password_wrong')
    expect((await s.call('PUT /account/password', { body: { current: password, next } }, { token })).status).toBe(200)
    expect((await s.call('POST /session', { body: { username, password: next } })).status).toBe(200)
  })
})

/** Registers somebody who may sign in at once. */
async function register(username: string): Promise<{ username: string }> {
  await s.setting('registration.review', false)
  const r = await s.ok('POST /auth/register/', { body: { username, name: 'Some Body', password, phone: '' } })
  expect(r.status).toBe('normal')
  await s.setting('registration.review', undefined)
  return { username }
}

describe('registration', () => {
  it('waits for a review, gives the default role and no other right', async () => {
    const r = await s.ok('POST /auth/register/', {
      body: { username: 'waits_1', name: 'Waiting One', password, phone: '13912345678' },
    })
    expect(r).toEqual({ status: 'to-audit' })
    const refused = await s.call('POST /session', { body: { username: 'waits_1', password } })
    expect([refused.status, refused.problem.code]).toEqual([401, 'wrong_credentials'])
    const { items } = await s.ok('GET /users', { query: { q: 'waits_1' } }, 'super')
    expect(items).toMatchObject([{ status: 'to-audit', role_id: 'role-normal', org_id: null }])
    const [row] = items
    await s.ok('POST /users/:id/pass', { params: { id: row?.id ?? '' }, body: { version: row?.version ?? 0 } }, 'super')
    expect((await s.call('POST /session', { body: { username: 'waits_1', password } })).body.user.role.key).toBe(
      'normal',
    )
  })

  it('lets in at once, with another role, where the settings say so', async () => {
    await s.setting('registration.role', 'role-student')
    const { username } = await register('passwords_3')
    await s.setting('registration.role', undefined)
    expect((await s.ok('POST /session', { body: { username, password } })).user.role.key).toBe('student')
  })

  it('is closed when its button is hidden', async () => {
    await s.setting('registration.button', false)
    try {
      expect((await s.ok('GET /auth/register/')).register_button).toBe(false)
      const r = await s.call('POST /auth/register/', {
        body: { username: 'too_late', name: 'Too Late', password, phone: '' },
      })
      expect([r.status, r.problem.code]).toEqual([403, 'registration_closed'])
    } finally {
      await s.setting('registration.button', undefined)
    }
  })

  it('of one name by twenty people at once makes one account', async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, () =>
        s.call('POST /auth/register/', { body: { username: 'same_name', name: 'Same Name', password, phone: '' } }),
      ),
    )
    expect([...new Set(all.map((r) => r.raw.body))]).toHaveLength(1)
    const { rows } = await s.db.query<{ n: number }>(`select count(*) as n from r_user where k_username = 'same_name'`)
    expect(rows[0]?.n).toBe(1)
  })
})
