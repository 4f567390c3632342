/**
 * J14: a thousand idle event streams and one console whose page never reads, beside somebody who reads lists: what they cost in memory, and what
 * the reader notices of them.
 */
import http from 'node:http'
import { WebSocket } from 'ws'
import { type Bench, benchServer, call } from './benchServer.ts'
import type { Figure } from './table.ts'

const streams = 1000
const seconds = 10
const budget = { memory: 1.1, p99: 1.1 }

const pause = (ms: number) => new Promise((r) => setTimeout(r, ms))

/** Milliseconds of a list, twenty a second. */
async function p99(b: Bench): Promise<number> {
  const times: number[] = []
  for (const until = performance.now() + seconds * 1000; performance.now() < until; ) {
    const from = performance.now()
    await call(b, 'GET', '/tools?page_size=20')
    times.push(performance.now() - from)
    await pause(50)
  }
  return times.sort((x, y) => x - y)[Math.floor(times.length * 0.99)] ?? Number.NaN
}

function idle(b: Bench, token: string): Promise<http.ClientRequest> {
  const { hostname, port } = new URL(b.url)
  return new Promise((done, failed) => {
    const req = http.get(
      { hostname, port, path: '/api/mg/api/events', agent: false, headers: { authorization: `Bearer ${token}` } },
      (res) => {
        res.resume()
        if (res.statusCode === 200) done(req)
        else failed(new Error(`a stream was answered ${res.statusCode}`))
      },
    )
    req.on('error', failed)
  })
}

/** A terminal that is asked for far more than its page reads: nothing of it is read. */
async function neverReads(b: Bench, token: string, scene: string): Promise<WebSocket> {
  const { path } = await call<{ path: string }>({ url: b.url, token }, 'POST', `/scenes/${scene}/console`, {
    node: 'web',
    kind: 'terminal',
  })
  const socket = new WebSocket(`${b.url.replace('http', 'ws')}/api/mg/api${path}`)
  socket.on('error', () => {})
  await new Promise((done) => socket.once('message', done))
  socket.pause()
  for (let n = 0; n < 2000; n++) socket.send(Buffer.from('ls -la /etc /usr/bin /var/log\r'))
  return socket
}

export async function socketFigures(): Promise<Figure[]> {
  const b = await benchServer(undefined, 'scenes')
  const open: http.ClientRequest[] = []
  let slow: WebSocket | undefined
  try {
    await p99(b)
    const alone = { memory: b.memory(), p99: await p99(b) }
    for (let n = 0; n < streams; n++) open.push(await idle(b, b.clients[n % b.clients.length]?.token ?? ''))
    const [first] = b.clients
    slow = await neverReads(b, first?.token ?? '', first?.scenes[0] ?? '')
    const beside = { p99: await p99(b), memory: b.memory() }
    const mib = (n: number) => n / 1024 / 1024
    const what = '1,000 idle streams and a console nobody reads'
    return [
      { what: 'memory before', value: mib(alone.memory), unit: 'MiB', budget: '' },
      {
        what: `${what}: memory`,
        value: mib(beside.memory),
        unit: 'MiB',
        budget: '≤ 110 % of before',
        held: beside.memory <= alone.memory * budget.memory,
      },
      { what: 'a list before, p99', value: alone.p99, unit: 'ms', budget: '' },
      {
        what: `${what}: a list, p99`,
        value: beside.p99,
        unit: 'ms',
        budget: '≤ 110 % of before',
        held: beside.p99 <= alone.p99 * budget.p99,
      },
    ]
  } finally {
    slow?.terminate()
    for (const req of open) req.destroy()
    await b.stop()
  }
}
