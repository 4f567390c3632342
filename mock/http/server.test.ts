/** What a connection is told whose call nobody could read. */
import type { Socket } from 'node:net'
import { expect, it, vi } from 'vitest'
import { makeServer } from './server.ts'

it.each([
  ['ERR_HTTP_REQUEST_TIMEOUT', 'HTTP/1.1 503', '"code":"busy"'],
  ['HPE_INVALID_METHOD', 'HTTP/1.1 400', '"code":"malformed"'],
])('after %s is %s', (code, status, body) => {
  const app = makeServer({
    random: (n: number) => Buffer.alloc(n),
    log: () => undefined as never,
    origins: () => undefined as never,
    trustProxy: false,
  } as never)
  const end = vi.fn()
  app.server.emit('clientError', Object.assign(new Error('x'), { code }), { writable: true, end } as unknown as Socket)
  expect(end.mock.calls[0]?.[0]).toMatch(new RegExp(`^${status}.*${body}`, 's'))
})
