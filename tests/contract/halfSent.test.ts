/** Callers that send half a call, or never read their answer: they cost a connection and nothing else. */
import net, { type AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import type { AppConfig } from '#mock/app.ts'
import { testServer, type TestServer } from './support/server.ts'

const until = (holds: () => boolean | Promise<boolean>) =>
  vi.waitFor(async () => expect(await holds()).toBe(true), { timeout: 10_000, interval: 20 })

let s: TestServer
/** Calls whose head has arrived. */
let requests = 0
const sockets: net.Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await s.close()
})

async function listening(config: AppConfig): Promise<void> {
  s = await testServer({ config })
  requests = 0
  s.app.server.on('request', () => requests++)
  await s.app.listen({ port: 0, host: '127.0.0.1' })
}

/** A connection that sends a text and then nothing; what it hears, and whether it was ended. */
function caller(text: string) {
  const heard = { text: '', ended: false }
  const socket = net.connect((s.app.server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(text))
  socket.on('data', (d) => (heard.text += String(d)))
  socket.on('error', () => {})
  socket.on('close', () => (heard.ended = true))
  sockets.push(socket)
  return heard
}
const head = (route: string, length: number, more = '') =>
  `${route} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${more}content-length: ${length}\r\n\r\n`
const half = () => caller(`${head('POST /api/mg/api/session', 100_000)}{"us`)
const asked = (n: number) => until(() => requests >= n)

it('half-sent calls of strangers do not shut the reads of others out', async () => {
  await listening({ shed: { delay: 1e9, inFlight: 10 } })
  Array.from({ length: 40 }, half)
  await asked(40)
  await new Promise((r) => setTimeout(r, 100))
  expect((await s.call('GET /session', {}, 'super')).status).toBe(200)
})

it('whoever does not read the answer does not shut the reads of others out', async () => {
  await listening({ shed: { delay: 1e9, inFlight: 10 } })
  for (let n = 0; n < 40; n++) {
    // more than a connection holds by itself
    caller('GET /api/mg/api/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(10))
    sockets.at(-1)?.pause()
  }
  await asked(40)
  await new Promise((r) => setTimeout(r, 300))
  expect((await s.call('GET /session', {}, 'super')).status).toBe(200)
})

it('a body that stops coming, or trickles, is not waited for', async () => {
  await listening({ arrival: { idle: 300, pace: 1000 } })
  const stopped = half()
  const trickling = half()
  const drop = setInterval(() => sockets[1]?.write(' '), 50)
  await until(async () => stopped.ended && trickling.ended)
  clearInterval(drop)
  for (const { text } of [stopped, trickling]) expect(text).toMatch(/^HTTP\/1\.1 503 .*retry-after: 1.*"code":"busy"/s)
})

it('an upload takes as long as its line does', async () => {
  await listening({ arrival: { idle: 200, most: 1 } })
  const token = await s.token('super')
  const part = () =>
    caller(
      `${head('POST /api/mg/api/pictures?name=a.png', 5000, `authorization: Bearer ${token}\r\n`).replace('json', 'octet-stream')}x`,
    )
  const both = [part(), part()]
  await new Promise((r) => setTimeout(r, 1500))
  expect(both).toEqual([
    { text: '', ended: false },
    { text: '', ended: false },
  ])
})

it('of too many half-sent calls of one network the oldest gives way, and whoever sends at once gets in', async () => {
  await listening({ arrival: { most: 5 } })
  const held: ReturnType<typeof half>[] = []
  for (let n = 0; n < 8; n++) {
    held.push(half())
    await asked(n + 1)
  }
  await until(async () => held.filter((h) => h.ended).length === 3)
  expect(held.map((h) => h.ended)).toEqual([true, true, true, false, false, false, false, false])
  const body = '{"username":"nobody","password":"Wrong-pass1"}'
  const whole = caller(head('POST /api/mg/api/session', body.length) + body)
  await until(async () => whole.text !== '')
  expect(whole.text).toMatch(/^HTTP\/1\.1 401/)
})
