/** Signing in: who gets in, what a wrong try learns, how often one may try (checks A1, A2). */
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consoleSocket } from '#tests/support/console.ts'
import { env } from '#config/env.ts'
import { documents } from '#mock/crud/documents.ts'
import { reportPath } from '#mock/http/reply/csp.ts'
import { rateLimits } from '#src/contract/limits.ts'
import { consoleEndOf } from '#src/contract/scene/console.ts'
import { spy } from './support/spy.ts'
import { noLimits } from './support/rates.ts'
import { type AccountName, password, testServer, type TestServer, userId, username } from './support/server.ts'
import { mannWhitney, median } from './support/statistics.ts'

const eyes = spy()
let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true, wrap: eyes.wrap })
})
afterAll(() => s.close())

const wrong = 'Not-The-Password1'
const tryTo = (name: string, secret = wrong, headers: Record<string, string> = {}) =>
  s.call('POST /session', { body: { username: name, password: secret } }, undefined, { headers })
const answer = (r: { status: number; body: unknown }) => ({
  status: r.status,
  body: { ...(r.body as object), request_id: '' },
})

async function statements(work: () => Promise<unknown>): Promise<string[]> {
  eyes.clear()
  await work()
  // settings are renewed by the second, whoever calls
  return eyes.said.filter((sql) => !sql.includes('from setting'))
}

describe('a wrong sign-in', () => {
  it('answers the same, by the same steps, for a name that exists and one that does not', async () => {
    await tryTo('nobody_at_all')
    const known = await statements(async () =>
      expect(answer(await tryTo('student'))).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } }),
    )
    const unknown = await statements(() => tryTo('nobody_at_all'))
    expect(answer(await tryTo('nobody_at_all'))).toEqual(answer(await tryTo('student')))
    expect(unknown).toEqual(known)
    expect(known.length).toBeGreaterThan(1)
  })

  it('does not tell of an account that is disabled or expired until the password is right', async () => {
    for (const status of ['disabled', 'expired'] as const) {
      expect((await tryTo(username(status))).problem.code).toBe('wrong_credentials')
      const right = await s.signIn(status)
      expect([right.status, right.problem.code, right.problem.details]).toEqual([403, 'account_not_active', { status }])
    }
  })

  it('answers an application as it does a wrong password, to the limit of tries: registering tells no names', async () => {
    const stranger = await tryTo('nobody_here')
    for (const name of ['to-audit', 'rejected'] as const) {
      let right: Awaited<ReturnType<typeof tryTo>> | undefined
      const known = await statements(async () => {
        right = await tryTo(username(name), password)
      })
      expect(right && answer(right)).toEqual(answer(stranger))
      expect(known).toEqual(await statements(() => tryTo('nobody_here')))
      const { items } = await s.ok('GET /audit', { query: { q: username(name) } }, 'super')
      expect(items[0]).toMatchObject({ action: 'session.sign-in', code: 'account_not_active' })
      for (let i = 0; i < 9; i++) expect((await tryTo(username(name), password)).status).toBe(401)
      expect((await tryTo(username(name), password)).status).toBe(429)
    }
  })

  it('knows a name in any case and width of its letters', async () => {
    for (const name of ['TEACHER', 'ｔｅａｃｈｅｒ']) expect((await tryTo(name, password)).status).toBe(200)
  })
})

describe('registration and reset', () => {
  it('answer the same, by the same steps, for a name that is taken', async () => {
    const apply = (name: string) =>
      s.call('POST /auth/register/', {
        body: { username: name, name: 'Somebody', password: 'Granite-Balcony4', phone: '' },
      })
    await apply('first_one')
    const free = await statements(async () =>
      expect(answer(await apply('second_one'))).toMatchObject({ status: 200, body: { status: 'to-audit' } }),
    )
    const taken = await statements(() => apply('STUDENT'))
    expect(answer(await apply('student'))).toEqual(answer(await apply('third_one')))
    const steps = (list: string[]) =>
      list.map((sql) => sql.replace('rollback to savepoint applicant', 'release savepoint applicant'))
    expect(steps(taken)).toEqual(steps(free))
    const { rows } = await s.db.query<{ n: number }>(
      `select count(*) as n from account where username_key in ('student', 'second_one')`,
    )
    expect(rows[0]?.n).toBe(2)
  })

  it('does not create what it only pretended to', async () => {
    const { rows } = await s.db.query<{ n: number }>(
      `select (select count(*) from account) - (select count(*) from r_user) as n`,
    )
    expect(rows[0]?.n).toBe(0)
  })

  it('tells no more of a name by a code that is wrong', async () => {
    const reset = (name: string) =>
      s.call('POST /account/reset', { body: { username: name, code: 'ABCD-EFGH-JKMN-PQRS', next: 'Granite-Balcony4' } })
    const known = await statements(() => reset('student'))
    const unknown = await statements(() => reset('nobody_at_all'))
    expect(answer(await reset('student'))).toEqual(answer(await reset('nobody_at_all')))
    expect(unknown).toEqual(known)
  })
})

describe('the limit of wrong passwords', () => {
  it('is ten in five minutes per account, the right one included after that, and says how long to wait', async () => {
    for (let i = 0; i < 10; i++) expect((await tryTo('referee')).status).toBe(401)
    const held = await tryTo('referee', password)
    expect([held.status, held.problem.code]).toEqual([429, 'too_many'])
    expect(Number(held.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(held.headers['retry-after'])).toBeLessThanOrEqual(300)
    s.clock.advance(Number(held.headers['retry-after']) + 1)
    expect((await tryTo('referee', password)).status).toBe(200)
  })

  it('counts a name that nobody has alike', async () => {
    for (let i = 0; i < 10; i++) expect((await tryTo('no_such_name')).status).toBe(401)
    expect((await tryTo('no_such_name')).status).toBe(429)
  })

  it('is not got around by asking a hundred times at once', async () => {
    const all = await Promise.all(Array.from({ length: 100 }, () => tryTo('normal')))
    const counts = new Map<number, number>()
    for (const { status } of all) counts.set(status, (counts.get(status) ?? 0) + 1)
    expect(Object.fromEntries(counts)).toEqual({ 401: 10, 429: 90 })
  })

  it('counts alike in every way of writing one IPv6 network', async () => {
    const six = await testServer({ cheapPasswords: true, config: { trustProxy: true } })
    try {
      const from = (address: string, secret = wrong) =>
        six.call('POST /session', { body: { username: 'student', password: secret } }, undefined, {
          headers: { 'x-forwarded-for': address },
        })
      for (let i = 0; i < 10; i++) expect((await from(`2001:db8::${i + 1}`)).status).toBe(401)
      expect((await from('2001:db8:0:0:9::1', password)).status).toBe(429)
      expect((await from('2001:db8:0:1::1', password)).status).toBe(200)
    } finally {
      await six.close()
    }
  })

  it('is not got around by another spelling of the name or a forged address', async () => {
    s.clock.advance(3600)
    for (let i = 0; i < 10; i++)
      await tryTo(i % 2 ? 'ADMIN' : 'ａｄｍｉｎ', wrong, { 'x-forwarded-for': `10.0.0.${i}` })
    expect((await tryTo('admin', password, { 'x-forwarded-for': '10.9.9.9' })).status).toBe(429)
  })

  it('does not count those who knew their password', async () => {
    s.clock.advance(3600)
    for (let i = 0; i < 15; i++) expect((await tryTo('teacher', password)).status).toBe(200)
  })

  it('does not count tries that nobody had time to judge', async () => {
    s.clock.advance(3600)
    eyes.breakOn(/from account a join/)
    for (let i = 0; i < 15; i++) expect((await tryTo('teacher', password)).status).toBe(503)
    eyes.breakOn()
    expect((await tryTo('teacher', password)).status).toBe(200)
  })

  it('holds for the question for the present password too', async () => {
    s.clock.advance(3600)
    const token = await s.token('second-student')
    const change = () =>
      s.call('PUT /account/password', { body: { current: wrong, next: 'Granite-Balcony4' } }, { token })
    for (let i = 0; i < 10; i++) expect((await change()).problem.code).toBe('password_wrong')
    expect((await change()).status).toBe(429)
  })

  it('does not keep the right reset code out, which cannot be guessed, whoever typed wrong ones', async () => {
    const { code } = await s.ok('POST /users/:id/reset-code', { params: { id: userId('second-student') } }, 'super')
    const reset = (given: string) =>
      s.call('POST /account/reset', {
        body: { username: username('second-student'), code: given, next: 'Granite-Balcony4' },
      })
    for (let i = 0; i < 10; i++) expect((await reset('ABCD-EFGH-JKMN-PQRS')).problem.code).toBe('code_invalid')
    expect((await reset('ABCD-EFGH-JKMN-PQRS')).problem.code).toBe('too_many')
    expect((await reset(code)).status).toBe(200)
  })
})

describe('an owner', () => {
  let net: TestServer
  beforeAll(async () => {
    net = await testServer({ cheapPasswords: true, config: { trustProxy: true } })
  })
  afterAll(() => net.close())
  const home = '10.1.1.1'
  const signIn = (who: AccountName, secret: string, address: string, device?: string) =>
    net.call(
      'POST /session',
      { body: { username: username(who), password: secret, ...(device === undefined ? {} : { device }) } },
      undefined,
      { headers: { 'x-forwarded-for': address } },
    )
  /** Wrong passwords from as many networks as it takes. */
  const attack = async (who: AccountName, times: number) => {
    for (let i = 0; i < times; i++) await signIn(who, wrong, `203.0.${i >> 8}.${i & 255}`)
  }

  it('is not locked out by wrong passwords typed elsewhere', async () => {
    for (let i = 0; i < 15; i++) await signIn('student', wrong, '203.0.113.9')
    expect((await signIn('student', password, '203.0.113.9')).status).toBe(429)
    expect((await signIn('student', password, home)).status).toBe(200)
  })

  it('is protected from tries from many networks, which a device that signed in before gets past, and a network it did from', async () => {
    const first = await signIn('teacher', password, home)
    const { device } = first.body
    expect(Buffer.from(device ?? '', 'base64url')).toHaveLength(32)
    await attack('teacher', 49)
    expect((await signIn('teacher', wrong, '203.1.0.1')).status).toBe(401)
    const stranger = await signIn('teacher', password, '198.51.100.1')
    expect([stranger.status, stranger.problem.code]).toEqual([429, 'too_many'])
    expect(Number(stranger.headers['retry-after'])).toBeLessThanOrEqual(3600)
    const { rows } = await net.db.query<{ details: unknown }>(
      `select details from audit where code = 'too_many' order by seq desc limit 1`,
    )
    expect(rows[0]?.details).toMatchObject({ username: username('teacher') })
    expect((await signIn('teacher', password, home)).status).toBe(200)
    const again = await signIn('teacher', password, '198.51.100.2', device)
    expect(again.status).toBe(200)
    // it has one already
    expect(again.body.device).toBeUndefined()
    // in a hall behind one address too, where somebody else typed them
    for (let i = 0; i < 10; i++) await signIn('teacher', wrong, '198.51.100.3')
    expect((await signIn('teacher', password, '198.51.100.3', device)).status).toBe(200)
  })

  it('has the device limited like any other place', async () => {
    const { device } = (await signIn('referee', password, home)).body
    for (let i = 0; i < 10; i++) expect((await signIn('referee', wrong, `10.2.2.${i}`, device)).status).toBe(401)
    expect((await signIn('referee', password, '10.2.2.99', device)).status).toBe(429)
    expect((await signIn('referee', password, '10.2.2.99')).status).toBe(200)
  })

  it('finds no use of the device for another account, or as a session', async () => {
    const { device = '' } = (await signIn('normal', password, home)).body
    await attack('second-student', 50)
    expect((await signIn('second-student', password, home, device)).status).toBe(429)
    expect((await net.call('GET /session', {}, { token: device })).status).toBe(401)
  })

  it.each(['a new password', 'signing out everywhere'])('has no known device any more after %s', async (what) => {
    net.clock.advance(7200)
    const { device, token } = (await signIn('admin', password, home)).body
    if (what === 'a new password') {
      const next = 'Granite-Balcony4'
      await net.ok('PUT /account/password', { body: { current: password, next } }, { token })
      const there = (await signIn('admin', next, home)).body
      await net.setting('password.history', 0)
      await net.ok('PUT /account/password', { body: { current: next, next: password } }, { token: there.token })
    } else await net.ok('DELETE /sessions', {}, { token })
    await attack('admin', 50)
    expect((await signIn('admin', password, '10.9.9.9', device)).status).toBe(429)
  })

  it('keeps it over signing out once, and begins anew with a new password', async () => {
    net.clock.advance(7200)
    const { device, token } = (await signIn('second-admin', password, home)).body
    await net.ok('DELETE /session', {}, { token })
    await attack('second-admin', 50)
    const there = await signIn('second-admin', password, '10.9.9.9', device)
    expect(there.status).toBe(200)
    const next = 'Granite-Balcony4'
    await net.ok('PUT /account/password', { body: { current: password, next } }, { token: there.body.token })
    expect((await signIn('second-admin', next, home)).status).toBe(200)
  })
})

describe('one password tried on many names', () => {
  let net: TestServer
  beforeAll(async () => {
    net = await testServer({ cheapPasswords: true, config: { trustProxy: true } })
  })
  afterAll(() => net.close())
  const from = async (address: string, name: string, secret: string, device?: string) =>
    net.call(
      'POST /session',
      { body: { username: name, password: secret, ...(device === undefined ? {} : { device }) } },
      undefined,
      { headers: { 'x-forwarded-for': address } },
    )
  let tried = 0
  const spray = async (address: string, times: number) => {
    let told = 0
    // so many at once as the server has time to judge
    for (let n = 0; n < times; n += 50) {
      const some = Array.from({ length: Math.min(50, times - n) }, () => from(address, `name_${tried++}`, wrong))
      told += (await Promise.all(some)).filter((r) => r.status === 401).length
    }
    return told
  }

  it('is slowed down for its network, and neither for others, a device that is known, nor a name that signed in there', async () => {
    const address = '203.0.113.20'
    const { device } = (await from(address, username('teacher'), password)).body
    expect(await spray(address, 150)).toBeLessThanOrEqual(100)
    const held = await from(address, username('student'), password)
    expect([held.status, held.problem.code]).toEqual([429, 'too_many'])
    expect(held.problem.details).toEqual({ seconds: 6 })
    for (const known of [device, undefined])
      expect((await from(address, username('teacher'), password, known)).status).toBe(200)
    expect((await from('203.0.113.21', username('student'), password)).status).toBe(200)
    // the whole class gets in as soon as the one who sprayed has stopped, and nobody faster than before
    net.clock.advance(7)
    expect((await from(address, username('student'), password)).status).toBe(200)
    expect((await from(address, username('referee'), password)).status).toBe(200)
  })

  it('goes on no faster than a hundred in ten minutes, however long', async () => {
    const address = '203.0.113.40'
    let told = await spray(address, 150)
    for (let second = 0; second < 1200; second += 3) {
      net.clock.advance(3)
      told += await spray(address, 2)
    }
    expect(told).toBeGreaterThan(100)
    expect(told).toBeLessThanOrEqual(100 + 1200 / 6)
  })

  it('is not what a class does that mistypes and then gets in', async () => {
    const address = '203.0.113.30'
    expect(await spray(address, 95)).toBe(95)
    for (let i = 0; i < 9; i++) {
      expect((await from(address, username('student'), wrong)).status).toBe(401)
      if (i % 3 === 2) expect((await from(address, username('student'), password)).status).toBe(200)
    }
  })
})

describe('an examination hall', () => {
  // as fast as a thousand within ten minutes
  const people = env.whole ? 1000 : 120
  it('signs people in from one address, a hundred in a minute, without turning one away', {
    timeout: 120_000,
  }, async () => {
    const hall = await testServer({ cheapPasswords: true, config: { rates: undefined as never } })
    try {
      const crowd = Array.from({ length: people }, (_, n) => ({ id: `c${n}`, name: `candidate_${n}` }))
      const data = { role_id: 'role-student', org_id: null, expires_on: null, status: 'normal' as const }
      await documents('user').insertMany(
        hall.db,
        crowd.map(({ id, name }) => ({ id, data: { ...data, username: name, name } })),
        { at: hall.clock.now(), by: 'tests' },
      )
      await hall.db.query(
        `insert into account (user_id, username, username_key, hash, hash_kind, changed_at)
         select c.id, c.name, c.name, a.hash, a.hash_kind, a.changed_at from account a, jsonb_to_recordset($1::jsonb) as c(id text, name text)
         where a.user_id = 'user-student'`,
        [JSON.stringify(crowd)],
      )
      const statuses = new Map<number, number>()
      for (let n = 0; n < people; n += 50) {
        const some = await Promise.all(
          crowd.slice(n, n + 50).map(({ name }) => hall.call('POST /session', { body: { username: name, password } })),
        )
        for (const { status } of some) statuses.set(status, (statuses.get(status) ?? 0) + 1)
        hall.clock.advance(20)
      }
      expect(Object.fromEntries(statuses)).toEqual({ 200: people })
      const { max, per } = rateLimits['sign-in'].address
      expect(max / per).toBeGreaterThanOrEqual(1000 / 600)
    } finally {
      await hall.close()
    }
  })

  it('is told apart from a flood, and a forged address helps only where the proxy is trusted', async () => {
    const few = { account: { max: 1000, per: 60 }, address: { max: 5, per: 60 } }
    for (const trustProxy of [false, true]) {
      const one = await testServer({ cheapPasswords: true, config: { trustProxy, rates: { ...noLimits, read: few } } })
      try {
        const seen = new Set<number>()
        for (let i = 0; i < 20; i++)
          seen.add(
            (await one.call('GET /auth/register/', {}, undefined, { headers: { 'x-forwarded-for': `10.0.0.${i}` } }))
              .status,
          )
        expect([...seen].sort()).toEqual(trustProxy ? [200] : [200, 429])
        if (!trustProxy) continue
        // one subscriber has all addresses of an IPv6 network
        const six: number[] = []
        for (let i = 0; i < 8; i++) {
          const headers = { 'x-forwarded-for': `2001:db8:1:2::${i + 1}` }
          six.push((await one.call('GET /auth/register/', {}, undefined, { headers })).status)
        }
        expect(six).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
      } finally {
        await one.close()
      }
    }
  })
})

it('what is served without a session is counted by network too: reports of browsers, links of files, consoles', async () => {
  const few = { account: { max: 1000, per: 60 }, address: { max: 5, per: 60 } }
  const one = await testServer({
    cheapPasswords: true,
    config: { trustProxy: true, rates: { ...noLimits, read: few, report: few } },
  })
  try {
    await one.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = one.app.server.address() as AddressInfo
    const console = (headers: Record<string, string>) =>
      new Promise((done) => {
        const socket = consoleSocket(port, 'invented', { headers })
        socket.on('close', (code) => done(consoleEndOf(code)))
      })
    const asked = {
      report: async (headers: Record<string, string>) =>
        (await one.app.inject({ method: 'POST', url: reportPath, headers, payload: '{}' })).statusCode,
      error: async (headers: Record<string, string>) => {
        const body = { error: 'TypeError', message: 'x is undefined', at: 'index-1.js:1:2', screen: 'login' }
        return (await one.call('POST /browser-errors', { body }, undefined, { headers })).status
      },
      file: async (headers: Record<string, string>) =>
        (await one.app.inject({ url: '/api/mg/api/image-exports/none/file', headers })).statusCode,
      console,
    }
    const found: Record<string, unknown[]> = {}
    for (const [n, [name, ask]] of Object.entries(asked).entries()) {
      found[name] = []
      // a subscriber of his own for each
      for (let i = 0; i < 6; i++) found[name].push(await ask({ 'x-forwarded-for': `2001:db8:9:${n}::${i + 1}` }))
    }
    const five = <T>(first: T, last: T) => [...Array.from({ length: 5 }, () => first), last]
    expect(found).toEqual({
      report: five(204, 429),
      error: five(200, 429),
      file: five(404, 429),
      console: five('ticket', 'limit'),
    })
  } finally {
    await one.close()
  }
})

it('takes nothing from the people of an address: not without a session, not with a token nobody has, not by having too many of one’s own', async () => {
  const few = { account: { max: 3, per: 60 }, address: { max: 5, per: 60 } }
  const one = await testServer({ config: { rates: { ...noLimits, read: few, report: few } } })
  try {
    const body = { error: 'TypeError', message: 'x is undefined', at: 'index-1.js:1:2', screen: 'login' }
    const strangers = [undefined, { token: 'x'.repeat(43) }]
    for (const as of strangers) {
      for (let n = 0; n < 8; n++) {
        await one.call('POST /browser-errors', { body }, as)
        await one.send('POST /question-tools/:id/reports', { params: { id: 'x' }, body: {} }, as)
        await one.call('GET /session', {}, as)
      }
      expect((await one.call('POST /browser-errors', { body }, as)).status).toBe(429)
    }
    const seen: number[] = []
    for (let n = 0; n < 8; n++) seen.push((await one.call('GET /session', {}, 'student')).status)
    expect(seen).toEqual([200, 200, 200, 429, 429, 429, 429, 429])
    expect((await one.call('GET /session', {}, 'teacher')).status).toBe(200)
    expect((await one.call('POST /browser-errors', { body }, 'teacher')).status).toBe(200)
  } finally {
    await one.close()
  }
})

// 2 × 2,000 real hashes and more: some minutes
describe.skipIf(process.env.TIMING !== '1')('the time a wrong sign-in takes (TIMING=1)', () => {
  it.each(['sign-in', 'register'])(
    'does not tell whether the name exists: %s',
    { timeout: 1_800_000 },
    async (what) => {
      const slow = await testServer()
      try {
        let n = 0
        const one = async (known: boolean): Promise<number> => {
          await slow.db.query('delete from attempt')
          const began = performance.now()
          if (what === 'sign-in')
            await slow.call('POST /session', { body: { username: known ? 'student' : 'nobody12', password: wrong } })
          else
            await slow.call('POST /auth/register/', {
              body: {
                username: known ? 'student' : `new_${n++}`,
                name: 'Somebody',
                password: 'Granite-Balcony4',
                phone: '',
              },
            })
          return performance.now() - began
        }
        for (let i = 0; i < 50; i++) await one(i % 2 === 0)
        const known: number[] = []
        const unknown: number[] = []
        for (let i = 0; i < 2000; i++) {
          known.push(await one(true))
          unknown.push(await one(false))
        }
        const p = mannWhitney(known, unknown)
        const apart = Math.abs(median(known) - median(unknown)) / median(known)
        console.info(
          `${what}: medians ${median(known).toFixed(3)} and ${median(unknown).toFixed(3)} ms, p = ${p.toFixed(4)}`,
        )
        expect(apart).toBeLessThan(0.05)
        expect(p).toBeGreaterThan(0.01)
      } finally {
        await slow.close()
      }
    },
  )
})

describe('a sign-in', () => {
  it('gives a token of 256 random bits, another each time, and keeps only its hash', async () => {
    const [a, b] = [await s.signIn('super'), await s.signIn('super')]
    expect(Buffer.from(a.body.token, 'base64url')).toHaveLength(32)
    expect(a.body.token).not.toBe(b.body.token)
    const { rows } = await s.db.query<{ text: string }>('select s::text as text from session s where user_id = $1', [
      userId('super'),
    ])
    expect(rows.map((r) => r.text).join()).not.toContain(a.body.token)
  })
})
