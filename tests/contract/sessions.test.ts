/** The life of a session and of what stands for it: tokens, JWTs, one-time codes (checks A3, A4, A5). */
import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertAccount } from '#mock/areas/session/account.ts'
import { issueResetCode } from '#mock/areas/session/codes.ts'
import { documents } from '#mock/crud/documents.ts'
import { jsonLog } from '#mock/http/log.ts'
import { password, testServer, type TestServer, userId } from './support/server.ts'
import { env } from '#config/env.ts'

const lines: string[] = []
let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true, log: jsonLog((l) => lines.push(l)) })
})
afterAll(() => s.close())

const works = async (token: string): Promise<boolean> => (await s.call('GET /session', {}, { token })).status === 200
let made = 0
/** Somebody nobody else uses. */
async function newcomer(
  more: { is_default?: boolean; expires_on?: string } = {},
): Promise<{ id: string; username: string; signIn(secret?: string): ReturnType<TestServer['call']> }> {
  const id = `newcomer-${++made}`
  const username = `newcomer_${made}`
  const { rows } = await s.db.query<{ hash: string }>(`select hash from account where user_id = 'user-student'`)
  await s.db.tx(async (q) => {
    const data = {
      username,
      name: 'New Comer',
      role_id: 'role-student',
      org_id: null,
      expires_on: more.expires_on ?? null,
      status: 'normal' as const,
    }
    await documents('user').insert(q, { id, data }, { at: s.clock.now(), by: 'tests' })
    await insertAccount(
      q,
      { user_id: id, username, hash: rows[0]?.hash ?? '', is_default: more.is_default ?? false },
      s.clock.now(),
    )
  })
  return {
    id,
    username,
    signIn: (secret = password) => s.call('POST /session', { body: { username, password: secret } }),
  }
}
const tokenOf = (r: { body: unknown }): string => (r.body as { token: string }).token

describe('a session', () => {
  it('ends when nobody used it for two hours, and lives on while somebody does', async () => {
    const person = await newcomer()
    const token = tokenOf(await person.signIn())
    for (let i = 0; i < 3; i++) {
      s.clock.advance(2 * 3600 - 60)
      expect(await works(token)).toBe(true)
    }
    s.clock.advance(2 * 3600 + 60)
    expect(await works(token)).toBe(false)
    s.clock.advance(-7200)
  })

  it('ends twelve hours after it began, however busy', async () => {
    const token = tokenOf(await (await newcomer()).signIn())
    for (let hour = 0; hour < 11; hour++) {
      s.clock.advance(3600)
      expect(await works(token)).toBe(true)
    }
    s.clock.advance(3599)
    expect(await works(token)).toBe(true)
    s.clock.advance(2)
    expect(await works(token)).toBe(false)
  })

  it('ends with the last day of the account', async () => {
    const day = s.clock.now().toISOString().slice(0, 10)
    s.clock.set(`${day}T23:00:00.000Z`)
    const token = tokenOf(await (await newcomer({ expires_on: day })).signIn())
    s.clock.set(`${day}T23:59:59.000Z`)
    expect(await works(token)).toBe(true)
    s.clock.advance(2)
    expect(await works(token)).toBe(false)
  })

  it('can do nothing but change a password that somebody else gave', async () => {
    const person = await newcomer({ is_default: true })
    const r = await person.signIn()
    expect(r.body).toMatchObject({ must_change: 'first' })
    const token = tokenOf(r)
    const refused = await s.call('GET /personal/profile', {}, { token })
    expect([refused.status, refused.problem.code, refused.problem.details]).toEqual([
      403,
      'change_password_first',
      { why: 'first' },
    ])
    await s.ok('PUT /account/password', { body: { current: password, next: 'Granite-Balcony4' } }, { token })
    expect(await works(token)).toBe(false)
    expect((await person.signIn()).problem.code).toBe('wrong_credentials')
    expect((await person.signIn('Granite-Balcony4')).body).toMatchObject({ must_change: null })
  })

  it('asks for a new password when the policy says the present one is too old', async () => {
    const person = await newcomer()
    await s.setting('password.expires_days', 30)
    try {
      expect((await person.signIn()).body).toMatchObject({ must_change: null })
      s.clock.advance(30 * 86_400)
      const r = await person.signIn()
      expect(r.body).toMatchObject({ must_change: 'expired' })
      expect((await s.call('GET /tools', {}, { token: tokenOf(r) })).problem.code).toBe('change_password_first')
      await s.ok(
        'PUT /account/password',
        { body: { current: password, next: 'Granite-Balcony4' } },
        { token: tokenOf(r) },
      )
      expect((await person.signIn('Granite-Balcony4')).body).toMatchObject({ must_change: null })
    } finally {
      await s.setting('password.expires_days', undefined)
    }
  })

  it('is refused at the very next call after an administrator disabled its user, on every token', async () => {
    const person = await newcomer()
    const tokens = [tokenOf(await person.signIn()), tokenOf(await person.signIn())]
    const { version } = await s.ok('GET /users/:id', { params: { id: person.id } }, 'super')
    await s.ok('POST /users/:id/disable', { params: { id: person.id }, body: { version } }, 'super')
    for (const token of tokens) expect(await works(token)).toBe(false)
  })

  it('is refused at the very next call after a statement of any kind ended it', async () => {
    const person = await newcomer()
    const token = tokenOf(await person.signIn())
    expect(await works(token)).toBe(true)
    await s.db.query(`update r_user set data = data || '{"status":"disabled"}' where id = $1`, [person.id])
    expect(await works(token)).toBe(false)
    await s.db.query(`update r_user set data = data || '{"status":"normal"}' where id = $1`, [person.id])
    expect(await works(token)).toBe(true)
    await s.db.query('delete from session where user_id = $1', [person.id])
    expect(await works(token)).toBe(false)
  })
})

describe('sessions under any sequence of events', () => {
  const runs = Number(process.env.RUNS ?? (env.whole ? 100 : 16))
  it(`are live exactly when the model says so (${runs} sequences)`, { timeout: 60_000 + runs * 500 }, async () => {
    type Event =
      | 'sign-in'
      | 'exchange'
      | 'use'
      | 'sign-out'
      | 'everywhere'
      | 'disable'
      | 'recover'
      | 'password'
      | 'wait'
    const event = fc.record({
      what: fc.constantFrom<Event>(
        'sign-in',
        'sign-in',
        'exchange',
        'use',
        'use',
        'sign-out',
        'everywhere',
        'disable',
        'recover',
        'password',
        'wait',
      ),
      which: fc.nat(5),
      minutes: fc.constantFrom(1, 30, 119, 121, 400, 700),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 3, maxLength: 12 }), async (events) => {
        const person = await newcomer()
        let secret = password
        let disabled = false
        const sessions: { token: string; began: number; used: number; ended: boolean }[] = []
        const now = () => s.clock.now().getTime() / 60_000
        const lives = (x: (typeof sessions)[number]) =>
          !x.ended && !disabled && now() - x.used <= 120 && now() - x.began < 720
        const add = (token: string) => sessions.push({ token, began: now(), used: now(), ended: false })
        const endAll = () => sessions.forEach((x) => (x.ended = true))
        const check = async (x: (typeof sessions)[number] | undefined): Promise<boolean> => {
          if (!x) return false
          const expected = lives(x)
          expect(await works(x.token)).toBe(expected)
          if (expected) x.used = now()
          return expected
        }
        for (const e of events) {
          const x = sessions[e.which % Math.max(1, sessions.length)]
          switch (e.what) {
            case 'sign-in': {
              const r = await person.signIn(secret)
              expect(r.status).toBe(disabled ? 403 : 200)
              if (!disabled) add(tokenOf(r))
              break
            }
            case 'exchange': {
              if (!(await check(x)) || !x) break
              const { code } = await s.ok('POST /session/code', {}, { token: x.token })
              add((await s.ok('POST /session/exchange', { body: { code } })).token)
              expect((await s.call('POST /session/exchange', { body: { code } })).status).toBe(401)
              break
            }
            case 'use':
              await check(x)
              break
            case 'sign-out':
              if (!(await check(x)) || !x) break
              await s.ok('DELETE /session', {}, { token: x.token })
              x.ended = true
              break
            case 'everywhere':
              if (!(await check(x)) || !x) break
              await s.ok('DELETE /sessions', {}, { token: x.token })
              endAll()
              break
            case 'disable':
            case 'recover': {
              if (disabled === (e.what === 'disable')) break
              const { version } = await s.ok('GET /users/:id', { params: { id: person.id } }, { token: await fresh() })
              await s.ok(
                `POST /users/:id/${e.what}`,
                { params: { id: person.id }, body: { version } },
                { token: await fresh() },
              )
              disabled = e.what === 'disable'
              if (disabled) endAll()
              break
            }
            case 'password': {
              if (!(await check(x)) || !x) break
              const next = `Granite-Balcony${++made}`
              await s.ok('PUT /account/password', { body: { current: secret, next } }, { token: x.token })
              secret = next
              endAll()
              break
            }
            case 'wait':
              s.clock.advance(e.minutes * 60)
          }
        }
        for (const x of sessions) await check(x)
      }),
      { numRuns: runs },
    )
  })
  /** The clock moves, so the administrator signs in anew. */
  const fresh = async (): Promise<string> => tokenOf(await s.signIn('super'))
})

describe('a one-time code', () => {
  const issue = async () => s.ok('POST /session/code', {}, { token: tokenOf(await s.signIn('student')) })
  const exchange = (code: string) => s.call('POST /session/exchange', { body: { code } })

  it('signs in once', async () => {
    const { code } = await issue()
    const r = await exchange(code)
    expect(r.body.user.username).toBe('student')
    expect((await exchange(code)).problem.code).toBe('code_invalid')
  })

  it('signs in once, whoever is quicker', async () => {
    const { code } = await issue()
    const all = await Promise.all(Array.from({ length: 20 }, () => exchange(code)))
    expect(all.filter((r) => r.status === 200)).toHaveLength(1)
  })

  it('is worth nothing after 60 seconds, after a sign-out, or with one character changed', async () => {
    const late = await issue()
    s.clock.advance(60)
    expect((await exchange(late.code)).status).toBe(401)
    const token = tokenOf(await s.signIn('student'))
    const ended = await s.ok('POST /session/code', {}, { token })
    await s.ok('DELETE /session', {}, { token })
    expect((await exchange(ended.code)).status).toBe(401)
    const { code } = await issue()
    for (const i of [0, 20, code.length - 2]) {
      const other = code[i] === 'A' ? 'B' : 'A'
      expect((await exchange(code.slice(0, i) + other + code.slice(i + 1))).status).toBe(401)
    }
    expect((await exchange(code)).status).toBe(200)
  })

  it('of an administrator sets a password once, in any spelling, and ends the sessions', async () => {
    const person = await newcomer()
    const token = tokenOf(await person.signIn())
    const { code } = await s.db.tx((q) => issueResetCode(q, s.platform, person.id))
    expect(code).toMatch(/^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/)
    const reset = (spelled: string, next: string) =>
      s.call('POST /account/reset', { body: { username: person.username, code: spelled, next } })
    expect((await reset(code, password)).problem.code).toBe('password_used_before')
    expect((await reset(code.toLowerCase().replaceAll('-', ' '), 'Granite-Balcony4')).status).toBe(200)
    expect(await works(token)).toBe(false)
    expect((await reset(code, 'Granite-Balcony5')).problem.code).toBe('code_invalid')
    expect((await person.signIn('Granite-Balcony4')).status).toBe(200)
  })

  it('of an administrator lives a day and is replaced by the next one', async () => {
    const person = await newcomer()
    const issueReset = () => s.db.tx((q) => issueResetCode(q, s.platform, person.id))
    const reset = (code: string) =>
      s.call('POST /account/reset', { body: { username: person.username, code, next: 'Granite-Balcony4' } })
    const first = await issueReset()
    const second = await issueReset()
    expect((await reset(first.code)).status).toBe(401)
    s.clock.advance(24 * 3600)
    expect((await reset(second.code)).status).toBe(401)
  })
})

describe('secrets', () => {
  it('are in no log line, no audit row and no other table', async () => {
    const person = await newcomer()
    const secret = 'Planted-Secret42'
    const r = await person.signIn()
    const { token, jwt_token } = r.body as { token: string; jwt_token: string }
    const { code } = await s.ok(
      'POST /session/code',
      {},
      { token },
      { headers: { 'idempotency-key': 'planted-idempotency' } },
    )
    const other = await s.ok('POST /session/exchange', { body: { code } })
    await s.ok('PUT /account/password', { body: { current: password, next: secret } }, { token })
    const { code: resetting } = await s.db.tx((q) => issueResetCode(q, s.platform, person.id))
    await s.call('POST /account/reset', { body: { username: person.username, code: resetting, next: 'x' } })
    await s.call('POST /session', { body: { username: person.username, password: secret } }, undefined, {
      headers: { 'idempotency-key': 'planted-idempotency' },
    })
    await s.app.inject({ url: `/page/mg/${code}` })
    await s.app.inject({ url: `/api/mg/api/session?token=${token}` })
    await s.app.inject({
      method: 'POST',
      url: '/csp-report',
      payload: JSON.stringify({
        'csp-report': {
          'document-uri': `http://x/page/mg/${code}`,
          'effective-directive': 'script-src',
          'blocked-uri': 'inline',
        },
      }),
    })
    const planted = {
      token,
      jwt_token,
      code,
      other: other.token,
      secret,
      password,
      resetting,
      plain: resetting.replaceAll('-', ''),
      key: 'planted-idempotency',
    }
    const { rows: tables } = await s.db.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`,
    )
    const text = [lines.join('')]
    for (const { name } of tables) text.push(JSON.stringify((await s.db.query(`select * from "${name}"`)).rows))
    expect(lines.length).toBeGreaterThan(10)
    expect(lines.join('')).toContain('policy stopped something')
    for (const [what, value] of Object.entries(planted))
      expect(
        text.some((t) => t.includes(value)),
        what,
      ).toBe(false)
  })

  it('leave in answers that no cache keeps and no other page is told of', async () => {
    const r = await s.signIn('student')
    expect(r.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(r.headers['set-cookie']).toBeUndefined()
  })
})

describe('a forged jwt_token', async () => {
  const at = () => Math.floor(s.clock.now().getTime() / 1000)
  const part = (o: unknown) => Buffer.from(JSON.stringify(o)).toString('base64url')

  it('is refused in forty ways, and the real one is not', async () => {
    const signedIn = (await s.signIn('student')).body
    const real = signedIn.jwt_token
    const [head = '', claims = '', mac = ''] = real.split('.')
    const secret = await s.platform.secret()
    const good = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
    const sign = (
      payload: object,
      header: object = { alg: 'HS256', typ: 'JWT' },
      key: Uint8Array | string = secret,
    ) => {
      const input = `${part(header)}.${part(payload)}`
      return `${input}.${createHmac('sha256', key).update(input).digest('base64url')}`
    }
    const without = (name: string) => Object.fromEntries(Object.entries(good).filter(([k]) => k !== name))
    const rsa = await generateKeyPair('RS256', { extractable: true })
    const ec = await generateKeyPair('ES256')
    const none = (alg: string) => `${part({ alg, typ: 'JWT' })}.${claims}.`
    const other = (await s.signIn('teacher')).body
    await s.ok('DELETE /session', {}, { token: other.token })
    const forged: Record<string, string> = {
      'alg none': none('none'),
      'alg None': none('None'),
      'alg NONE': none('NONE'),
      'alg nOnE with the real signature': `${part({ alg: 'nOnE', typ: 'JWT' })}.${claims}.${mac}`,
      'alg empty': none(''),
      'no alg': `${part({ typ: 'JWT' })}.${claims}.${mac}`,
      'RS256 signed': await new SignJWT(good).setProtectedHeader({ alg: 'RS256', typ: 'JWT' }).sign(rsa.privateKey),
      'ES256 signed': await new SignJWT(good).setProtectedHeader({ alg: 'ES256', typ: 'JWT' }).sign(ec.privateKey),
      'HS384 with our secret': await new SignJWT(good).setProtectedHeader({ alg: 'HS384', typ: 'JWT' }).sign(secret),
      'HS512 with our secret': await new SignJWT(good).setProtectedHeader({ alg: 'HS512', typ: 'JWT' }).sign(secret),
      'HS256 with a public key as the secret': sign(good, undefined, await exportSPKI(rsa.publicKey)),
      'HS256 with an empty secret': sign(good, undefined, ''),
      'HS256 with the word secret': sign(good, undefined, 'secret'),
      'HS256 with 32 zeros': sign(good, undefined, new Uint8Array(32)),
      'own key in the header': sign(good, { alg: 'HS256', typ: 'JWT', jwk: { kty: 'oct', k: 'c2VjcmV0' } }, 'secret'),
      'key address in the header': sign(good, { alg: 'HS256', typ: 'JWT', jku: 'https://evil.example/keys' }, 'secret'),
      'path as key id': sign(good, { alg: 'HS256', typ: 'JWT', kid: '../../dev/null' }, ''),
      'certificate in the header': sign(good, { alg: 'HS256', typ: 'JWT', x5u: 'https://evil.example' }, 'secret'),
      'unknown critical extension': sign(good, { alg: 'HS256', typ: 'JWT', crit: ['exp2'], exp2: 1 }),
      'unencoded payload': sign(good, { alg: 'HS256', typ: 'JWT', crit: ['b64'], b64: false }),
      'another type': sign(good, { alg: 'HS256', typ: 'at+jwt' }),
      'payload edited': `${head}.${part({ ...good, sub: userId('super') })}.${mac}`,
      'session edited': `${head}.${part({ ...good, sid: 'x' })}.${mac}`,
      'header edited': `${part({ alg: 'HS256', typ: 'JWT', x: 1 })}.${claims}.${mac}`,
      'signature cut': real.slice(0, -2),
      'signature missing': `${head}.${claims}.`,
      'signature of another token': `${head}.${claims}.${other.jwt_token.split('.')[2]}`,
      'another user for the session': sign({ ...good, sub: userId('super') }),
      'a session that is unknown': sign({ ...good, sid: 'f'.repeat(64) }),
      'a session that ended': other.jwt_token,
      'session as a list': sign({ ...good, sid: [good.sid] }),
      'session as an object': sign({ ...good, sid: { $ne: null } }),
      expired: sign({ ...good, iat: at() - 2000, nbf: at() - 2000, exp: at() - 1 }),
      'not valid yet': sign({ ...good, nbf: at() + 60 }),
      'issued long ago, valid for ever': sign({ ...good, iat: at() - 86_400, exp: at() + 86_400 * 365 }),
      'without an end': sign(without('exp')),
      'without a beginning': sign(without('nbf')),
      'without a session': sign(without('sid')),
      'without a user': sign(without('sub')),
      'another audience': sign({ ...good, aud: 'range-api2' }),
      'audience as a list with others': sign({ ...good, aud: ['other', 'range-api'] }),
      'another issuer': sign({ ...good, iss: 'evil' }),
      'without an issuer': sign(without('iss')),
      'payload that is no object': `${head}.${part('x')}.${createHmac('sha256', secret)
        .update(`${head}.${part('x')}`)
        .digest('base64url')}`,
      'four parts': `${real}.x`,
      'two parts': `${head}.${claims}`,
      'only dots': '....................',
    }
    expect(Object.keys(forged).length).toBeGreaterThanOrEqual(40)
    const taken: Record<string, number> = {}
    for (const [how, token] of Object.entries(forged)) {
      const { status } = await s.call('GET /session', {}, { token })
      if (status !== 401) taken[how] = status
    }
    expect(taken).toEqual({})
    expect(await works(real)).toBe(true)
    s.clock.advance(15 * 60 + 1)
    expect(await works(real)).toBe(false)
    const { jwt_token } = await s.ok('POST /session/token', {}, { token: signedIn.token })
    expect(await works(jwt_token)).toBe(true)
  })
})
