/** What a connection is told whose call nobody could read. */
import type { Socket } from 'node:net'
import { expect, it, vi } from 'vitest'
import { makeServer } from './server.ts'

const server = () =>
  makeServer({
    random: (n: number) => Buffer.alloc(n),
    log: () => undefined as never,
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
