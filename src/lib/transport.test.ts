import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import axios from 'axios'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { timeouts } from '../contract/limits.ts'
import { problemOf } from './problem.ts'
import { createTransport } from './transport.ts'

let server: Server
let base = ''
const seen: { req: IncomingMessage; body: string }[] = []
let answer: { status: number; body: string; headers?: Record<string, string>; hang?: boolean } = {
  status: 200,
  body: '{}',
}

beforeAll(async () => {
  server = createServer((req, res) => {
    let body = ''
    req.on('data', (d: Buffer) => (body += d.toString()))
    req.on('end', () => {
      seen.push({ req, body })
      if (answer.hang) return
      res.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
      res.end(answer.body)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/oj/api`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  seen.length = 0
  answer = { status: 200, body: '{"ok":true}' }
})
const http = axios.create({ adapter: 'http', proxy: false })
const make = (o: Partial<Parameters<typeof createTransport>[0]> = {}) =>
  createTransport({ base, locale: () => 'zh-CN', token: () => 't0k', http, pause: async () => {}, ...o })
const call = { key: 'GET /tools', method: 'GET' as const, path: '/tools' }

describe('requests as the specification wants them', () => {
  test('language, token and arrays without indices', async () => {
    await make()({ ...call, query: { price: ['free', 'paid'], q: 'a b' } })
    const { req } = seen[0]!
    expect(req.headers['accept-language']).toBe('zh-CN')
    expect(req.headers.authorization).toBe('Bearer t0k')
    expect(req.url).toBe('/api/oj/api/tools?price=free&price=paid&q=a+b')
  })
  test('a body goes as JSON with every method but GET', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
      await make()({ key: `${method} /x`, method, path: '/x', body: { a: 1 } })
    expect(seen.map((s) => [s.req.headers['content-type'], s.body])).toEqual(
      Array.from({ length: 4 }, () => ['application/json', '{"a":1}']),
    )
    seen.length = 0
    await make()({ ...call, body: { a: 1 } })
    expect(seen[0]?.body).toBe('')
  })
  test('a failure is ordered from the stand-in server only when the flag is there', async () => {
    await make({ fault: () => 'busy' })(call)
    await make()(call)
    expect(seen.map((s) => s.req.headers['x-fault'])).toEqual(['busy', undefined])
  })
})

describe('refusals', () => {
  test('a problem comes as its code with the request number', async () => {
    answer = {
      status: 409,
      body: '{"code":"name_taken","message":"x","request_id":"r1","details":{"fields":[{"path":"name","rule":"taken"}]}}',
    }
    const p = problemOf(await make()(call).catch((e: unknown) => e))
    expect(p).toMatchObject({
      code: 'name_taken',
      status: 409,
      request_id: 'r1',
      details: { fields: [{ path: 'name', rule: 'taken' }] },
    })
  })
  test('an answer that is no problem is still a state people can act on', async () => {
    answer = { status: 502, body: '<html>bad gateway</html>' }
    expect(problemOf(await make()(call).catch((e: unknown) => e)).code).toBe('busy')
    answer = { status: 418, body: '' }
    expect(problemOf(await make()(call).catch((e: unknown) => e)).code).toBe('unknown')
    expect(problemOf(await make({ base: 'http://127.0.0.1:1/' })(call).catch((e: unknown) => e)).code).toBe('network')
  })
  test('the end of the session and a missing right are reported to the app', async () => {
    const told: string[] = []
    const send = make({ onUnauthenticated: () => told.push('out'), onForbidden: () => told.push('right') })
    answer = { status: 401, body: '{"code":"unauthenticated","message":"","request_id":""}' }
    await send(call).catch(() => {})
    answer = { status: 401, body: '{"code":"wrong_credentials","message":"","request_id":""}' }
    await send(call).catch(() => {})
    answer = { status: 403, body: '{"code":"no_operation_permission","message":"","request_id":""}' }
    await send(call).catch(() => {})
    expect(told).toEqual(['out', 'right'])
  })
  test('how long to wait is read from the answer', async () => {
    answer = { status: 429, body: '{"code":"too_many","message":"","request_id":""}', headers: { 'retry-after': '30' } }
    expect(problemOf(await make()(call).catch((e: unknown) => e)).retry_after).toBe(30)
  })
})

describe('G7 time-outs by class', () => {
  test('each class has its own; the long one is for uploads only', async () => {
    const used: unknown[] = []
    const spy = axios.create({
      adapter: async (c) => (used.push(c.timeout), { data: {}, status: 200, statusText: '', headers: {}, config: c }),
    })
    const send = make({ http: spy })
    await send(call)
    await send({ ...call, method: 'POST', body: {} })
    await send(call, { as: 'poll' })
    await send({ ...call, method: 'PATCH', body: new Blob(['x']) })
    expect(used).toEqual([timeouts.read, timeouts.write, timeouts.poll, timeouts.upload])
    expect(timeouts.upload).toBe(1_200_000)
  })
  test('a server that hangs ends in a time-out, and a caller may give up before', async () => {
    answer = { status: 200, body: '', hang: true }
    const short = axios.create({ adapter: 'http', proxy: false })
    short.interceptors.request.use((c) => ({ ...c, timeout: 50 }))
    expect(problemOf(await make({ http: short })(call).catch((e: unknown) => e)).code).toBe('timeout')
    const stop = new AbortController()
    const waiting = make()(call, { signal: stop.signal }).catch((e: unknown) => e)
    stop.abort()
    expect(problemOf(await waiting).code).toBe('cancelled')
  })
})

describe('a busy server', () => {
  const busy = { status: 503, body: '{"code":"busy","message":"","request_id":""}', headers: { 'retry-after': '2' } }
  const well = { status: 200, body: '{"ok":true}' }
  const waits: number[] = []
  /** A transport that waits for nothing, and a server that answers well after so many waits. */
  const after = (n: number, random = 0.5) => {
    waits.length = 0
    const pause = vi.fn(async (ms: number) => {
      if (waits.push(ms) === n) answer = well
    })
    return make({ pause, random: () => random })
  }
  const codeOf = async (asked: Promise<unknown>) => problemOf(await asked.catch((e: unknown) => e)).code

  test('a read it turned away is made again, never before the time it named, a little later by chance', async () => {
    answer = busy
    expect(await after(2)(call)).toEqual({ ok: true })
    expect(seen).toHaveLength(3)
    expect(waits).toEqual([2300, 2600])
    answer = { status: 429, body: 'slow down' }
    expect(await after(1, 1)(call)).toEqual({ ok: true })
    expect(waits).toEqual([600])
  })
  test('after four tries the reader is told, and at once where the wait would be long or the failure is another', async () => {
    answer = busy
    expect(await codeOf(after(9)(call))).toBe('busy')
    expect(seen).toHaveLength(4)
    for (const other of [
      { ...busy, headers: { 'retry-after': '30' } },
      { status: 503, body: '{"code":"restoring","message":"","request_id":""}' },
      { status: 500, body: '' },
    ]) {
      seen.length = 0
      answer = other
      await codeOf(after(9)(call))
      expect([seen.length, waits]).toEqual([1, []])
    }
  })
  test('what writes is never made twice, and whoever polls keeps their own pace', async () => {
    answer = busy
    expect(await codeOf(after(1)({ key: 'POST /x', method: 'POST', path: '/x', body: {} }))).toBe('busy')
    expect(await codeOf(after(1)(call, { as: 'poll' }))).toBe('busy')
    expect(seen).toHaveLength(2)
  })
  test('who gives up while it waits makes no further call', async () => {
    answer = { ...busy, headers: { 'retry-after': '3' } }
    const stop = new AbortController()
    const own = createTransport({ base, locale: () => 'zh-CN', token: () => undefined, http })
    const asked = codeOf(own(call, { signal: stop.signal }))
    await vi.waitFor(() => expect(seen).toHaveLength(1))
    stop.abort()
    expect(await asked).toBe('cancelled')
    expect(seen).toHaveLength(1)
  })
})
