/** J14: whoever sends without a measure costs the server no more than whoever types: no memory without a limit, no query for each message. */
import { EventEmitter } from 'node:events'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WebSocket } from 'ws'
import type { Queryable } from '#mock/db/db.ts'
import { byteQueue } from '#mock/world/scene/desktop/byteQueue.ts'
import { rfb } from '#mock/world/scene/desktop/rfb.ts'
import { clientMessages } from './clientMessages.ts'
import { typedKeys } from './typedKeys.ts'
import { makeTypedLines, moment } from './typedLines.ts'
import { flood, listenTo } from './wire.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const hello = Buffer.from('RFB 003.008\n\x01\x01')
const key = (sym: number) => Buffer.from([4, 1, 0, 0, 0, 0, sym >> 8, sym & 255])
const enter = key(0xff0d)
/** All encodings there can be: the longest message of a client. */
const longest = Buffer.alloc(4 + 65_535 * 4, 0)
longest.set([2, 0, 0xff, 0xff])

/** Milliseconds of this process's own work. */
function worked(work: () => void): number {
  const from = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(from)
  return (user + system) / 1000
}
const bit = (bytes: Buffer, take: (b: Buffer) => void) => {
  for (let n = 0; n < bytes.length; n++) take(bytes.subarray(n, n + 1))
}
const picture = (closed: () => void, seen: number[]) =>
  rfb({
    width: 8,
    height: 8,
    name: 'pc',
    pixels: () => new Uint32Array(64).fill(0x10_20_30),
    send: (b) => void seen.push(b.length),
    key: () => {},
    pointer: () => {},
    cut: () => {},
    close: closed,
    ready: () => true,
  })

describe('messages of a desktop', () => {
  it('come as they were sent, however they are cut, and a byte at a time costs what it is long', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 3000 }), { maxLength: 30 }), fc.nat(2000), (parts, most) => {
        const queue = byteQueue()
        const [all, out] = [Buffer.concat(parts), []] as [Buffer, Buffer[]]
        for (const p of parts) {
          queue.add(p)
          while (queue.length > most) out.push(queue.take(most + 1))
        }
        out.push(queue.take(queue.length))
        expect(Buffer.concat(out)).toEqual(all)
        expect(queue.length).toBe(0)
      }),
    )
    const read = clientMessages()
    read(hello)
    let whole = 0
    expect(worked(() => bit(longest, (b) => void (whole += read(b)?.length ?? 0)))).toBeLessThan(3000)
    expect(whole).toBe(1)
    const server = picture(() => {}, [])
    server.feed(hello)
    expect(worked(() => bit(longest, (b) => server.feed(b)))).toBeLessThan(3000)
  })

  it('of a client that speaks something else are looked at once and kept nowhere', () => {
    const lines: string[] = []
    const take = typedKeys((l) => void lines.push(l))
    take(hello)
    const before = process.memoryUsage().arrayBuffers
    const nonsense = Buffer.alloc(1024 * 1024, 99)
    for (let n = 0; n < 100; n++) take(nonsense)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * nonsense.length)
    take(Buffer.concat([key(97), enter]))
    expect(lines).toEqual([])
  })

  it('name a pixel of one, two or four bytes, or end it', () => {
    for (const [bits, right] of [
      [8, true],
      [16, true],
      [32, true],
      [0, false],
      [12, false],
      [24, false],
      [255, false],
    ] as const) {
      const sent: number[] = []
      let closed = false
      const server = picture(() => void (closed = true), sent)
      const format = Buffer.alloc(20)
      format[4] = bits
      server.feed(Buffer.concat([hello, format, Buffer.from([3, 0, 0, 0, 0, 0, 0, 8, 0, 8])]))
      expect([bits, closed, sent.at(-1) === 16 + 64 * (bits / 8)]).toEqual([bits, !right, right])
    }
  })
})

it('lines that are typed faster than by hand are written together, and not all of them', async () => {
  const asked: unknown[][] = []
  const db = { query: async (_: string, params: unknown[]) => (asked.push(params), { rows: [], count: 0 }) }
  const typed = makeTypedLines(db as unknown as Queryable, (_, work) => void work())
  const at = { user_id: 'u', scene_id: 's', node_id: 'n' }
  const take = typedKeys((l) => typed.add(at, l, new Date(0)))
  take(hello)
  for (let n = 0; n < 20_000; n++) take(Buffer.concat([key(97), enter]))
  typed.add({ ...at, node_id: 'other' }, 'a\ud800\0b', new Date(1))
  await vi.advanceTimersByTimeAsync(moment.ms)
  expect(asked.length).toBe(1)
  const lines = JSON.parse(String(asked[0]?.[0])) as { node_id: string; text: string }[]
  expect(lines.filter((l) => l.node_id === 'n').length).toBe(moment.lines)
  expect(lines.at(-1)).toMatchObject({ node_id: 'other', text: 'a\ufffd\ufffdb' })
  typed.add(at, 'later', new Date(2))
  await vi.advanceTimersByTimeAsync(moment.ms)
  expect(asked.length).toBe(2)
})

it('a page that sends more messages than anybody types waits for a moment, and goes on when nothing else holds it', async () => {
  const socket = Object.assign(new EventEmitter(), { held: false, pause() {}, resume() {}, terminate() {} })
  socket.pause = () => void (socket.held = true)
  socket.resume = () => void (socket.held = false)
  let heard = 0
  const wire = listenTo(socket as unknown as WebSocket)
  wire.start({ bytes: () => void heard++, ping() {}, malformed() {} })
  const send = (n: number) => {
    for (let i = 0; i < n; i++) socket.emit('message', Buffer.from('a'), true)
  }
  send(flood.messages - 1)
  expect(socket.held).toBe(false)
  send(1)
  expect([socket.held, heard]).toEqual([true, flood.messages])
  await vi.advanceTimersByTimeAsync(flood.ms)
  expect(socket.held).toBe(false)
  send(flood.messages)
  wire.hold('source')
  await vi.advanceTimersByTimeAsync(flood.ms)
  expect(socket.held).toBe(true)
  wire.go('source')
  expect(socket.held).toBe(false)
})
