/** What a connection is told whose call nobody could read. */
import { once } from 'node:events'
import net, { type Socket } from 'node:net'
import { expect, it, vi } from 'vitest'
import { addressOf } from './guard/network.ts'
import { makeServer } from './server.ts'

const server = () =>
  makeServer({
    random: (n: number) => Buffer.alloc(n),
    log: () => ({ info: () => undefined, warn: () => undefined }) as never,
    origins: () => undefined as never,
    trustProxy: false,
  } as never)

it.each([
  ['ERR_HTTP_REQUEST_TIMEOUT', 'HTTP/1.1 503', '"code":"busy"'],
  ['HPE_INVALID_METHOD', 'HTTP/1.1 400', '"code":"malformed"'],
])('after %s is %s', (code, status, body) => {
  const app = server()
  const said = vi.fn()
  const socket = { writable: true, bytesRead: 9, write: said, end: said, destroySoon: () => {} } as unknown as Socket
  app.server.emit('clientError', Object.assign(new Error('x'), { code }), socket)
  expect(said.mock.calls[0]?.[0]).toMatch(new RegExp(`^${status}.*${body}`, 's'))
})

it('a connection on which nothing was asked ends without an answer that the next call would take for its own', () => {
  const app = server()
  const [said, destroy] = [vi.fn(), vi.fn()]
  const socket = { writable: true, bytesRead: 0, write: said, end: said, destroy } as unknown as Socket
  app.server.emit('clientError', Object.assign(new Error('x'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
  expect(said).not.toHaveBeenCalled()
  expect(destroy).toHaveBeenCalled()
})

it('knows where a call came from when its caller has hung up', async () => {
  const app = server()
  const address = new Promise<string>((said) => {
    app.get('/waits', async (req) => {
      const closed = once(req.raw.socket, 'close')
      caller.destroy()
      await closed
      said(addressOf(req))
      return {}
    })
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as net.AddressInfo
  const caller = net.connect(port, '127.0.0.1')
  caller.write('GET /waits HTTP/1.1\r\nhost: range\r\n\r\n')
  expect(await address).toBe('127.0.0.1')
  await app.close()
})

it('counts a call whose address nobody knows instead of failing it', () => {
  expect(addressOf({ ip: undefined } as never)).toBe('')
})

it('a browser whose jar of cookies is too full for any call is rid of them, and asks again', async () => {
  const app = server()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as net.AddressInfo
  const caller = net.connect(port, '127.0.0.1')
  let said = ''
  caller.on('data', (d: Buffer) => (said += d.toString()))
  caller.on('error', () => {})
  const jar = Array.from({ length: 60 }, (_, n) => `b${n}=${'x'.repeat(3900)}`).join('; ')
  caller.write(`GET /page/mg HTTP/1.1\r\nhost: range\r\ncookie: ${jar}\r\n\r\n`)
  await once(caller, 'close')
  await app.close()
  expect(said).toMatch(/^HTTP\/1\.1 431 /)
  expect(said).toContain('clear-site-data: "cookies"\r\n')
  expect(said).toContain('set-cookie: b0=; Path=/; Max-Age=0\r\n')
  expect(said).toContain('http-equiv="refresh"')
})

it.each<[string, boolean | string, string[]]>([
  ['no proxy is trusted', false, ['127.0.0.1']],
  ['another one is', '10.0.0.2', ['127.0.0.1']],
  ['it is the one that is trusted', '127.0.0.1', []],
])('names who forwards once, where %s', async (_, trustProxy, named) => {
  const warn = vi.fn()
  const app = makeServer({
    random: (n: number) => Buffer.alloc(n),
    log: () => ({ info: () => undefined, warn, error: () => undefined }),
    origins: () => undefined as never,
    trustProxy,
  } as never)
  app.get('/here', () => ({}))
  const call = (headers: Record<string, string>) => app.inject({ url: '/here', headers })
  await call({})
  expect(warn).not.toHaveBeenCalled()
  for (let i = 0; i < 3; i++) await call({ 'x-forwarded-for': `203.0.113.${i}`, via: '1.1 proxy' })
  expect(warn.mock.calls.map(([fields]) => (fields as { address: string }).address)).toEqual(named)
})
