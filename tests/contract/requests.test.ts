/** Requests as they come over the wire: origins, media types, bodies, queries, methods (checks B5, I1, I2, I3, I5, I6, I8). */
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { env } from '#config/env.ts'
import { unknownParams } from '#tests/support/unknownParams.ts'
import { jsonLog } from '#mock/http/log.ts'
import { api } from '#src/contract/api.ts'
import { type Route, splitKey } from '#src/contract/lib/route.ts'
import { problems } from '#src/contract/problems.ts'
import { inject } from './support/inject.ts'
import { inputs } from './support/arbitrary.ts'
import { spy } from './support/spy.ts'
import { testServer, type TestServer } from './support/server.ts'

const eyes = spy()
const host = 'https://host.example'
let s: TestServer
beforeAll(async () => {
  s = await testServer({ wrap: eyes.wrap, config: { hosts: [host, 'https://other.example:8443'] } })
})
afterAll(() => s.close())

const routes = Object.entries(api as Record<string, Route>)
const writing = routes.filter(([key]) => !key.startsWith('GET'))
const reading = routes.filter(([key]) => key.startsWith('GET'))
const url = (key: string) => `/api/mg/api${splitKey(key)[1].replace(/:\w+/g, 'x')}`

/** Everything in the database but what notes that somebody called, and what the server measures of itself. */
async function contents(): Promise<string> {
  const { rows } = await s.db.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace
     and relname not in ('audit', 'session', 'attempt', 'system_log', 'alarm_state', 'r_alarm', 'measure') order by relname`,
  )
  const out: unknown[] = []
  for (const { name } of rows)
    out.push(
      name,
      (
        await s.db.query(
          `select * from "${name}" t ${name === 'setting' ? `where name not like 'audit.%'` : ''} order by t::text`,
        )
      ).rows,
    )
  return JSON.stringify(out)
}

describe('a call from another site', () => {
  const hostile: [string, Record<string, string>][] = [
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['the origin null', { origin: 'null' }],
    ['a cross-site page that hides its origin', { 'sec-fetch-site': 'cross-site' }],
    ['a sister domain', { 'sec-fetch-site': 'same-site' }],
    ['a foreign origin that says it is the same', { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }],
  ]
  it.each(hostile.map(([how, headers], turn) => [how, headers, turn] as const))(
    'changes nothing by any route: %s',
    async (_how, headers, turn) => {
      const before = await contents()
      for (const [n, [key]] of writing.entries()) {
        // of the whole each way on every route, else two of them, by turns: all are told before a route is looked for
        if (!env.whole && (n + turn) % 5 > 1) continue
        const r = await s.send(key, { params: unknownParams(key), body: {} }, 'super', { headers })
        expect([r.status, r.problem.code], key).toEqual([403, 'cross_site'])
      }
      expect(await contents()).toBe(before)
    },
  )

  it.each(
    ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'].map(
      (type, turn) => [type, turn] as const,
    ),
  )('cannot hide in a %s body', async (type, turn) => {
    const before = await contents()
    for (const [n, [key]] of writing.entries()) {
      if (!env.whole && n % 3 !== turn) continue
      const r = await s.send(key, { params: unknownParams(key) }, 'super', {
        payload: '{"name":"x"}',
        headers: { 'content-type': type },
      })
      expect([r.status, r.problem.code], key).toEqual([415, 'unsupported_type'])
    }
    expect(await contents()).toBe(before)
  })

  it('is let in from our own page, from a host on the list, and from programs that have no page', async () => {
    for (const headers of [
      {},
      { origin: 'http://localhost:80' },
      { origin: host },
      { origin: host, 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'none' },
    ] as Record<string, string>[]) {
      const own =
        headers.origin === 'http://localhost:80'
          ? { ...headers, origin: 'http://localhost', host: 'localhost' }
          : headers
      const r = await s.call('POST /session/token', {}, 'student', { headers: own })
      expect(r.status, JSON.stringify(own)).toBe(200)
    }
  })

  it('cannot change anything by reading', async () => {
    // of the whole each id by each verb on every route, else one by one, in turn
    const ids = ['user-student', 'role-teacher']
    const verbs = ['GET', 'HEAD'] as const
    const before = await contents()
    for (const [n, [key]] of reading.entries())
      for (const id of env.whole ? [...ids, 'x'] : key.includes(':') ? ids.slice(n % 2).slice(0, 1) : ['x'])
        for (const verb of env.whole ? verbs : verbs.slice(n % 2).slice(0, 1)) {
          const r = await inject(s.app, {
            method: verb,
            url: url(key).replace('/x', `/${id}`),
            headers: { authorization: `Bearer ${await s.token('super')}` },
          })
          expect(r.statusCode, `${verb} ${key}`).toBeLessThan(500)
        }
    expect(await contents()).toBe(before)
  })
})

describe('sharing with other origins', () => {
  const tricks = [
    'null',
    '*',
    '',
    'https://host.example.evil.org',
    'https://evil-host.example',
    'https://evilhost.example',
    'https://xhost.example',
    'https://sub.host.example',
    'https://host.example.',
    'http://host.example',
    'https://host.example:443',
    'https://host.example:80',
    'https://host.example:8443',
    'https://host.example/',
    'https://host.example/x',
    'https://host.example?',
    'https://host.example#',
    'https://HOST.EXAMPLE',
    'HTTPS://host.example',
    'https://host.example ',
    ' https://host.example',
    'https://host.example,https://evil.org',
    'https://evil.org,https://host.example',
    'https://evil.org/https://host.example',
    'https://host.example@evil.org',
    'https://user@host.example',
    'https://host.example%00.evil.org',
    'https://host.example%2eevil.org',
    'https://host.example\\.evil.org',
    'https://host_example',
    'https://hostXexample',
    'https://host.exampl',
    'https://ost.example',
    'https://host.example1',
    'file://',
    'file://host.example',
    'data:',
    'about:blank',
    'blob:https://host.example/x',
    'chrome-extension://abc',
    'moz-extension://abc',
    'ftp://host.example',
    'wss://host.example',
    'https://other.example',
    'https://other.example:8444',
    'https://other.example:84430',
    'http://other.example:8443',
    'https://[::1]',
    'https://127.0.0.1',
    'http://localhost:5174',
    'http://127.0.0.1:8080',
    'https://localhost',
    'https://xn--host-example',
    'https://hоst.example',
    'https://host。example',
    'https://host.example:8443:1',
    'https://host.example:',
    'undefined',
    'true',
    'https://',
  ]
  it(`keeps ${tricks.length} tricks out and lets the listed in`, async () => {
    expect(tricks.length).toBeGreaterThanOrEqual(60)
    for (const [origin, allowed] of [
      ...tricks.map((t) => [t, false] as const),
      [host, true] as const,
      ['https://other.example:8443', true] as const,
    ]) {
      const headers = { origin: Buffer.from(origin).toString('latin1') }
      const get = await s.app.inject({ url: '/api/mg/api/auth/register/', headers })
      const ask = await s.app.inject({
        method: 'OPTIONS',
        url: '/api/mg/api/tools',
        headers: { ...headers, 'access-control-request-method': 'POST' },
      })
      for (const r of [get, ask]) {
        expect(r.headers['access-control-allow-origin'], origin).toBe(allowed ? origin : undefined)
        expect(r.headers['access-control-allow-credentials']).toBe(allowed ? 'true' : undefined)
        expect(r.headers.vary).toContain('Origin')
      }
    }
  })

  it('answers a preflight of a host with what the client sends', async () => {
    const r = await s.app.inject({
      method: 'OPTIONS',
      url: '/api/oj/api/tools',
      headers: { origin: host, 'access-control-request-method': 'PUT' },
    })
    expect(r.statusCode).toBe(204)
    for (const name of ['authorization', 'content-type', 'idempotency-key', 'accept-language'])
      expect(r.headers['access-control-allow-headers']).toContain(name)
    expect(r.headers['access-control-allow-methods']).toContain('PUT')
  })

  it('opens to the ports of this machine in development only', async () => {
    const dev = await testServer({ config: { development: true } })
    try {
      const ask = (origin: string) =>
        dev.app
          .inject({ url: '/api/mg/api/auth/register/', headers: { origin } })
          .then((r) => r.headers['access-control-allow-origin'])
      expect(await ask('http://localhost:5176')).toBe('http://localhost:5176')
      expect(await ask('http://localhost.evil.org:5176')).toBeUndefined()
    } finally {
      await dev.close()
    }
  })
})

describe('a body', () => {
  const send = (payload: string | Buffer, headers: Record<string, string> = {}) =>
    s.send('POST /tool-categories', {}, 'super', { payload, headers })

  it.each([
    'application/json\t',
    'application/json\ttext/plain',
    'application/json garbage',
    'application/json,text/plain',
    'application/jsonx',
    'xapplication/json',
    'application/json/',
    'application /json',
    'application/json; charset=utf-16',
    'application/json;charset=utf-7',
    'application/json; charset=utf-8; x=y',
    'text/json',
    'application/x-json',
    'application/vnd.api+json',
    'application/*',
    '*/*',
    'json',
    ';',
    'application/json;',
    'application/json\u00a0',
    'application/octet-stream',
    'application/json; boundary=x',
  ])('is refused as %j', async (type) => {
    const r = await send('{"name":"Edge form"}', { 'content-type': type })
    expect([r.status, r.problem.code]).toEqual([415, 'unsupported_type'])
  })

  it.each([
    'application/json',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
  ])('is read as %j', async (type) => {
    const r = await send('{"name":1}', { 'content-type': type })
    expect([r.status, r.problem.details?.fields]).toEqual([422, [{ path: 'name', rule: 'type' }]])
  })

  it('is refused without a type, and in any coding', async () => {
    const r = await s.app.inject({
      method: 'POST',
      url: '/api/mg/api/tool-categories',
      headers: { authorization: `Bearer ${await s.token('super')}` },
      payload: Buffer.from('{"name":"x"}'),
    })
    expect(r.statusCode).toBe(415)
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, 0x20))
    for (const coding of ['gzip', 'br', 'deflate', 'identity', 'x'])
      expect((await send(bomb, { 'content-encoding': coding })).status).toBe(415)
  })

  it('is refused by its announced size at once, and unannounced as soon as it is too long', async () => {
    const announced = await s.app.inject({
      method: 'POST',
      url: '/api/mg/api/tool-categories',
      headers: {
        authorization: `Bearer ${await s.token('super')}`,
        'content-type': 'application/json',
        'content-length': String(100 * 1024 * 1024),
      },
      payload: '{}',
    })
    expect(announced.statusCode).toBe(413)
    let sent = 0
    const endless = new Readable({
      read() {
        sent += 65_536
        this.push(sent > 100 * 1024 * 1024 ? null : Buffer.alloc(65_536, 0x20))
      },
    })
    const r = await s.app.inject({
      method: 'POST',
      url: '/api/mg/api/tool-categories',
      headers: {
        authorization: `Bearer ${await s.token('super')}`,
        'content-type': 'application/json',
        'transfer-encoding': 'chunked',
      },
      payload: endless,
    })
    expect(r.statusCode).toBe(413)
    expect(sent).toBeLessThan(4 * 1024 * 1024)
  })

  it.each([
    ['100,000 keys', `{${Array.from({ length: 100_000 }, (_, i) => `"k${i}":1`).join()}}`],
    ['100,000 levels', '['.repeat(100_000)],
    ['a key twice', '{"name":"one","name":"two"}'],
    ['a key twice in another spelling', '{"name":"one","\\u006eame":"two"}'],
    ['a prototype', '{"name":"x","__proto__":{"is_admin":true}}'],
    ['a constructor', '{"name":"x","constructor":{"prototype":{"is_admin":true}}}'],
    ['a NUL', '{"name":"ab\\u0000cd"}'],
    ['half a character', '{"name":"abc\\ud800"}'],
    ['broken UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])],
    ['a byte order mark', '\ufeff{"name":"abcd"}'],
    ['no end', '{"name":"abcd"'],
    ['something after the end', '{"name":"abcd"}{"name":"efgh"}'],
    ['a comment', '{"name":"abcd"/**/}'],
  ])('with %s is malformed, quickly', async (_what, payload) => {
    const before = process.cpuUsage()
    const r = await send(payload)
    const used = process.cpuUsage(before)
    expect([r.status, r.problem.code]).toEqual([400, 'malformed'])
    // generous: the check allows 50 ms, this only notices what is out of all proportion
    expect((used.user + used.system) / 1000).toBeLessThan(1000)
    expect(({} as { is_admin?: unknown }).is_admin).toBeUndefined()
  })

  it('where none is expected is refused unless it is empty', async () => {
    expect((await s.send('POST /session/token', {}, 'student', { payload: '{}' })).status).toBe(200)
    expect(
      (await s.send('POST /session/token', {}, 'student', { payload: '{"sub":"user-super"}' })).problem.details?.fields,
    ).toEqual([{ path: 'sub', rule: 'unknown_field' }])
    expect(
      (await s.send('DELETE /tools/:id', { params: { id: 'x' } }, 'super', { payload: '{"force":true}' })).status,
    ).toBe(422)
  })

  it('with a field that no schema lists is refused by every route and changes nothing', async () => {
    const before = await contents()
    const strange = Object.entries({
      is_admin: true,
      score: 1,
      status: 'normal',
      user_id: 'user-super',
      role_key: 'super',
      toString: 'x',
      'a.b': 1,
    })
    // of the whole every field on every route, else one, by turns
    for (const [n, [key, route]] of writing.entries()) {
      if (route.stream === 'upload') continue
      const good = fc.sample(route.body ? inputs(route.body) : fc.constant({}), { numRuns: env.whole ? 3 : 1, seed: 7 })
      for (const body of good)
        for (const [m, [name, value]] of strange.entries()) {
          if (!env.whole && m !== n % strange.length) continue
          const shape = (route.body as { shape?: object } | undefined)?.shape ?? {}
          if (Object.hasOwn(shape, name)) continue
          const r = await s.send(
            key,
            {
              params: { ...unknownParams(key), id: 'user-student' },
              body: { version: 1, ...(body as object), [name]: value },
            },
            'super',
          )
          expect([400, 422, 429], `${key} ${name} ${r.raw.body}`).toContain(r.status)
          if (r.status === 422)
            expect(
              r.problem.details?.fields?.some((f) => f.rule === 'unknown_field'),
              `${key} ${name} ${r.raw.body}`,
            ).toBe(true)
        }
    }
    expect(await contents()).toBe(before)
  })

  it('with an unknown field deep inside is refused too', async () => {
    const r = await s.send(
      'POST /tools',
      { body: { name: 'Deep', category_id: 'x', summary: '', commands: [{ command: 'ls', is_admin: true }] } },
      'super',
    )
    expect(r.problem.details?.fields).toEqual([{ path: 'commands.0.is_admin', rule: 'unknown_field' }])
  })
})

describe('a query', () => {
  const list = (query: string) =>
    s.app.inject({ url: `/api/mg/api/tools?${query}`, headers: { authorization: `Bearer ${bearer}` } })
  let bearer = ''
  beforeAll(async () => {
    bearer = await s.token('super')
  })

  it.each([
    'page=1&page=2',
    'page=1.5',
    'page=0',
    'page=-1',
    'page=1e3',
    'page=0x10',
    'page= 1',
    'page_size=201',
    'page=NaN',
    'page',
    'page[]=1',
    'page[0]=1',
    'price[]=free',
    'price[0]=free',
    'price.0=free',
    'nonsense=1',
    'sort=name;drop',
    'sort=data',
    'sort=--name',
    'online=maybe',
    'updated_at_from=yesterday',
    'q=a&q=b',
  ])('%s breaks a rule', async (query) => {
    const r = await list(query)
    expect([r.statusCode, (r.json() as { code: string }).code]).toEqual([422, 'validation'])
  })

  it.each([
    '__proto__=1',
    'constructor=1',
    '__proto__[is_admin]=1&prototype=2',
    'q=%',
    'q=%c0%80',
    'q=%00',
    'q=%ed%a0%80',
  ])('%s is malformed', async (query) => {
    expect((await list(query)).statusCode).toBe(query.startsWith('__proto__[') ? 400 : 400)
  })

  it.each([
    '',
    'page=1',
    'price=free&price=paid',
    'price=free',
    'online=true',
    'q=%E6%89%AB&page_size=200',
    'ids=a&ids=b',
    'platforms=linux',
    '&&page=1&',
  ])('%j is answered', async (query) => {
    expect((await list(query)).statusCode).toBe(200)
  })
})

describe('anything else', () => {
  it('with another method is told which there are', async () => {
    const r = await s.app.inject({ method: 'PATCH', url: '/api/mg/api/tools' })
    expect([r.statusCode, r.headers.allow, (r.json() as { code: string }).code]).toEqual([
      405,
      'GET, POST, HEAD, OPTIONS',
      'method_not_allowed',
    ])
  })

  it('with another method is no other call, whichever path it is sent to', async () => {
    const calls = Object.keys(api).map(splitKey)
    const wrong: unknown[] = []
    for (const path of new Set(calls.map(([, at]) => at))) {
      const has = calls.flatMap(([method, at]) => (at === path ? [method] : []))
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
        if (has.some((m) => m === method)) continue
        const r = await s.app.inject({ method, url: `/api/mg/api${path.replaceAll(/:\w+/g, 'x')}?page=1` })
        const allowed = String(r.headers.allow).split(', ')
        if (r.statusCode !== 405 || !has.every((m) => allowed.includes(m)) || allowed.includes(method))
          wrong.push([method, path, r.statusCode, r.headers.allow])
      }
    }
    expect(wrong).toEqual([])
    expect((await s.app.inject({ method: 'PATCH', url: '/api/mg/api/tools/' })).statusCode).toBe(404)
  })

  it('is a problem of the catalogue in its own media type', async () => {
    for (const [path, status] of [
      ['/api/mg/api/nothing', 404],
      ['/api/mg/api', 404],
      ['/nothing', 404],
      ['/api/mg/api/tools/%zz', 400],
      ['/api/mg/api/users', 401],
    ] as const) {
      const r = await s.app.inject({ url: path })
      const problem = r.json() as { code: keyof typeof problems; request_id: string }
      expect([path, r.statusCode, r.headers['content-type']]).toEqual([
        path,
        status,
        'application/problem+json; charset=utf-8',
      ])
      expect(problems[problem.code]).toBe(status)
      expect(problem.request_id).toBe(r.headers['x-request-id'])
    }
  })

  it('carries the headers that keep a browser from guessing, telling or keeping', async () => {
    // the description says nothing of anybody, and is asked for again by its tag
    for (const [path, kept] of [
      ['/api/mg/api/auth/register/', 'no-store'],
      ['/api/mg/api/nothing', 'no-store'],
      ['/api/mg/api/users', 'no-store'],
      ['/health', 'no-store'],
      ['/api/mg/api/openapi.json', 'no-cache'],
    ] as const) {
      const r = await s.app.inject({ url: path })
      expect(r.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': kept,
        'content-security-policy': expect.stringContaining("default-src 'none'") as string,
      })
      expect(r.headers['set-cookie']).toBeUndefined()
      expect(r.headers['strict-transport-security']).toBeUndefined()
      expect(r.headers.server).toBeUndefined()
      expect(r.headers['x-powered-by']).toBeUndefined()
    }
  })

  it('promises HTTPS for a year only where it is HTTPS, as a trusted proxy says', async () => {
    const behind = await testServer({ config: { trustProxy: true } })
    try {
      const r = await behind.app.inject({ url: '/health', headers: { 'x-forwarded-proto': 'https' } })
      expect(r.headers['strict-transport-security']).toContain('max-age=31536000')
    } finally {
      await behind.close()
    }
    expect(
      (await s.app.inject({ url: '/health', headers: { 'x-forwarded-proto': 'https' } })).headers[
        'strict-transport-security'
      ],
    ).toBeUndefined()
  })

  it('says nothing of the inside when the database fails, and goes on after', async () => {
    eyes.breakOn(/from r_tool\b/)
    const r = await s.call('GET /tools', {}, 'super')
    eyes.breakOn()
    expect([r.status, r.problem.code, r.headers['retry-after']]).toEqual([503, 'busy', '1'])
    expect(r.raw.body).not.toMatch(/select|broken|XX000|\.ts|r_tool/)
    expect((await s.call('GET /tools', {}, 'super')).status).toBe(200)
  })

  it('does not answer what its own schema refuses, and says so in the log without the value', async () => {
    const said: string[] = []
    const one = await testServer({ log: jsonLog((l) => said.push(l)) })
    try {
      const { id } = await one.ok('POST /tool-categories', { body: { name: 'Will be broken' } }, 'super')
      await one.db.query(
        `update r_tool_category set data = data || '{"description": {"private": "value"}}' where id = $1`,
        [id],
      )
      const r = await one.call('GET /tool-categories/:id', { params: { id } }, 'super')
      expect([r.status, r.problem.code]).toEqual([503, 'busy'])
      expect(said.join('')).toContain('reply of GET /tool-categories/:id does not fit its schema at description')
      expect(said.join('')).not.toContain('private')
      const { rows } = await one.db.query<{ version: number }>('select version from r_tool_category where id = $1', [
        id,
      ])
      const put = await one.send('POST /tool-categories', { body: { name: 'Another one' } }, 'super')
      expect([rows[0]?.version, put.status]).toEqual([1, 200])
    } finally {
      await one.close()
    }
  })

  it('is not kept from one person and given to another', async () => {
    const [a, b] = [await s.call('GET /session', {}, 'student'), await s.call('GET /session', {}, 'teacher')]
    expect([a.body.user.username, b.body.user.username]).toEqual(['student', 'teacher'])
    for (const r of [a, b]) {
      expect(r.headers['cache-control']).toBe('no-store')
      expect(r.headers.etag).toBeUndefined()
    }
  })

  it('fails on request in development, and only there', async () => {
    const dev = await testServer({ config: { development: true } })
    try {
      const headers = { 'x-fault': 'licence' }
      expect((await dev.call('GET /auth/register/', {}, undefined, { headers })).status).toBe(200)
      expect((await dev.call('GET /auth/register/', {}, undefined, { headers: { 'x-fault': 'locked' } })).status).toBe(
        423,
      )
      expect((await s.call('GET /auth/register/', {}, undefined, { headers: { 'x-fault': 'locked' } })).status).toBe(
        200,
      )
    } finally {
      await dev.close()
    }
  })

  it('is turned away while the server is behind, unless somebody saves something', async () => {
    const busy = await testServer({ config: { shed: { inFlight: -1 } } })
    try {
      const r = await busy.call('GET /session', {}, 'super')
      expect([r.status, r.headers['retry-after']]).toEqual([503, '2'])
      // whoever follows a link there reads a page, which tries again
      const page = await busy.call('GET /session', {}, 'super', { headers: { accept: 'text/html,*/*;q=0.8' } })
      expect([page.status, page.headers['retry-after'], page.headers['content-type']]).toEqual([
        503,
        '2',
        'text/html; charset=utf-8',
      ])
      expect(page.raw.body).toMatch(/http-equiv="refresh" content="2".*The server is busy.*系统繁忙/s)
      expect(page.headers['content-security-policy']).not.toContain('sandbox')
      expect((await busy.call('POST /tool-categories', { body: { name: 'Saved all the same' } }, 'super')).status).toBe(
        200,
      )
    } finally {
      await busy.close()
    }
  })
})
