/** J14: whoever reads too slowly, or writes too fast, makes others wait for nothing and the server keep nothing without a limit. */
import { Duplex } from 'node:stream'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { closeCode, consoleLimits as most } from '#src/contract/scene/console.ts'
import { type ConsoleClient, consoleClientOf } from './attach.ts'
import { makeRing } from './ring.ts'
import { makeSession } from './session.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const turns = async (n = 40) => {
  for (let i = 0; i < n; i++) await vi.advanceTimersByTimeAsync(30)
}
const user = { id: 'u', name: 'U' }
const facts = {
  id: 'c',
  scene_id: 's',
  node_id: 'n',
  node_name: 'n',
  kind: 'terminal' as const,
  user,
  session: 'session',
  recording_id: null,
}
const session = (stream: Duplex) =>
  makeSession(facts, {
    console: { stream },
    cast: undefined,
    columns: 80,
    rows: 24,
    hold: { frozen: false, keys: null },
    now: () => new Date(),
    watched: () => {},
    ended: () => {},
  })

/** A page over a socket that takes what it is given and sends nothing on until it is read. */
function slow(shadow = false) {
  const socket = {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    held: false,
    closed: 0,
    got: 0,
    send(b: Uint8Array | string) {
      socket.bufferedAmount += b.length
      if (typeof b !== 'string') socket.got += b.length
    },
    pause: () => (socket.held = true),
    resume: () => (socket.held = false),
    close(code: number) {
      socket.closed = code
      socket.readyState = 3
    },
    terminate: () => {},
  }
  const wire = { hold: socket.pause, go: socket.resume }
  const page: ConsoleClient = consoleClientOf(socket as unknown as WebSocket, wire, {
    user,
    session: 'x',
    shadow,
    hour: null,
    text: true,
  })
  return { socket, page, read: () => (socket.bufferedAmount = 0) }
}

const part = Buffer.alloc(64 * 1024, 'a')

it('a source waits for a page that does not read, loses nothing, and goes on when it reads', async () => {
  let made = 0
  const source = new Duplex({
    read() {
      made += part.length
      setImmediate(() => this.push(part))
    },
    write: (_b, _e, done) => done(),
  })
  vi.useRealTimers()
  const s = session(source)
  const { socket, page, read } = slow()
  s.attach(page, false)
  const rest = async () => {
    for (let last = -1; last !== made; await new Promise((r) => setTimeout(r, 20))) last = made
  }
  await rest()
  expect(socket.bufferedAmount).toBeGreaterThan(most.behind)
  expect(socket.bufferedAmount).toBeLessThan(most.behind + 4 * part.length)
  expect(made).toBeLessThan(most.behind + 8 * part.length)
  expect(socket.held).toBe(true)
  const before = socket.got
  read()
  await expect.poll(() => socket.got, { interval: 10 }).toBeGreaterThan(before)
  await rest()
  expect(made - socket.got).toBeLessThan(4 * part.length)
  expect(socket.closed).toBe(0)
  s.end('exit')
})

it('a source that cannot wait costs the page its connection, not the server its memory', async () => {
  const source = new Duplex({ read() {}, write: (_b, _e, done) => done() })
  const s = session(source)
  const { socket, page } = slow()
  s.attach(page, false)
  for (let n = 0; n < 200; n++) {
    source.push(part)
    await turns(1)
  }
  expect(socket.closed).toBe(closeCode('slow'))
  expect(source.readableLength).toBeLessThan(2 * part.length)
  expect(socket.bufferedAmount).toBeLessThan(most.cutOff + part.length)
  // whoever comes back finds the last of it
  const again = slow()
  s.attach(again.page, true)
  expect(again.socket.got).toBeLessThan(most.replay + 10)
  expect(again.socket.closed).toBe(0)
  s.end('exit')
})

it('a page that sends more than its node takes is not listened to until it has', async () => {
  let taken = 0
  let take = (): void => {}
  const source = new Duplex({
    read() {},
    write(b: Buffer, _e, done) {
      take = () => {
        taken += b.length
        done()
      }
    },
  })
  const s = session(source)
  const { socket, page } = slow()
  s.attach(page, false)
  let sent = 0
  for (; !socket.held && sent < 1000; sent++) s.input(Buffer.alloc(1024), page)
  expect(sent).toBeLessThan(100)
  await turns()
  expect(socket.held).toBe(true)
  for (let n = 0; n < sent; n++) {
    take()
    await turns(1)
  }
  await turns()
  expect(socket.held).toBe(false)
  expect(taken).toBe(sent * 1024)
  s.end('exit')
})

it('a watcher who does not read is cut off, and nobody waits for him', async () => {
  const source = new Duplex({ read() {}, write: (_b, _e, done) => done() })
  const s = session(source)
  const [one, other] = [slow(), slow(true)]
  s.attach(one.page, false)
  s.watch(other.page)
  for (let n = 0; n < 160; n++) {
    source.push(part)
    await turns(1)
    one.read()
  }
  expect(one.socket.got).toBe(160 * part.length)
  expect(other.socket.closed).toBe(closeCode('slow'))
  expect(other.socket.bufferedAmount).toBeLessThan(most.cutOff + 2 * part.length)
  s.end('exit')
})

it('a page that asks again and again and reads no answer is cut off', () => {
  const { socket, page } = slow()
  const pong = JSON.stringify({ type: 'pong', at: 1 }).length
  for (let n = 0; n < (2 * most.cutOff) / pong; n++) page.say({ type: 'pong', at: 1 })
  expect(socket.closed).toBe(closeCode('slow'))
  expect(socket.bufferedAmount).toBeLessThan(most.cutOff + 2 * pong)
})

it('what is shown again is the end of what there was, from the beginning of a line', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.uint8Array({ maxLength: 40 }).map((a) => a.map((b) => (b % 5 === 0 ? 10 : 97 + (b % 20)))),
        { maxLength: 60 },
      ),
      fc.integer({ min: 1, max: 300 }),
      (parts, size) => {
        const ring = makeRing(size)
        for (const p of parts) ring.add(p)
        const whole = Buffer.concat(parts)
        const last = whole.subarray(-size)
        const wanted = whole.length > size ? last.subarray(last.indexOf(10) + 1) : whole
        expect(ring.all().toString()).toBe(wanted.toString())
      },
    ),
  )
  const ring = makeRing(most.replay)
  for (let n = 0; n < most.replay * 2; n++) ring.add(Uint8Array.of(10))
  expect(ring.all().length).toBe(most.replay - 1)
})
