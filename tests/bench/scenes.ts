/**
 * A thousand scenes watched by two hundred people, five each, while something passes in all of them, which is when pages ask every second:
 * one batched look for a page against one request for each scene. The server is the one that ships, with its engine at work beside it.
 */
import http from 'node:http'
import { type Bench, benchServer } from './benchServer.ts'
import type { Figure } from './table.ts'

/** Milliseconds between two looks of a page while something passes, and seconds of one measurement. */
const pace = 1000
const seconds = 10
const budget = { ratio: 4, cpu: 50, unchanged: 256, p99: 100 }

interface Load {
  /** Of all that was asked for. */
  perSecond: number
  /** Percent of one core. */
  cpu: number
  /** Of other calls, milliseconds. */
  p99: number
  /** Bytes of an answer, on the average. */
  bytes: number
}

/** One connection of one page. @returns bytes of the body */
function connection(b: Bench, token: string) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const { hostname, port } = new URL(b.url)
  return (method: string, at: string, body?: object): Promise<{ bytes: number; text: string }> =>
    new Promise((done, failed) => {
      const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) }
      const req = http.request({ agent, hostname, port, method, path: `/api/mg/api${at}`, headers }, (res) => {
        const parts: Buffer[] = []
        res.on('data', (d: Buffer) => parts.push(d))
        res.on('end', () => {
          const text = Buffer.concat(parts).toString()
          if (res.statusCode === 200) done({ bytes: Buffer.byteLength(text), text })
          else failed(new Error(`${method} ${at}: ${res.statusCode} ${text}`))
        })
      })
      req.on('error', failed)
      req.end(body && JSON.stringify(body))
    })
}
type Ask = ReturnType<typeof connection>

const wait = (ms: number) => new Promise((r) => setTimeout(r, ms))

/** What the pages ask, each at its own moment of the second, and beside it somebody who reads a list ten times a second. */
async function under(b: Bench, pages: (() => Promise<number[]>)[], idle: number): Promise<Load> {
  const until = performance.now() + seconds * 1000
  let answers = 0
  let bytes = 0
  const others: number[] = []
  const cpu = b.cpu()
  const began = performance.now()
  const reading = connection(b, b.token)
  const reader = (async () => {
    while (performance.now() < until) {
      const from = performance.now()
      await reading('GET', '/tools?page_size=20')
      others.push(performance.now() - from)
      await wait(100)
    }
  })()
  const page = async (ask: () => Promise<number[]>, n: number): Promise<void> => {
    await wait((n / pages.length) * pace)
    for (let next = performance.now(); next < until; next += pace) {
      await wait(Math.max(0, next - performance.now()))
      for (const size of await ask()) {
        answers++
        bytes += size
      }
    }
  }
  await Promise.all([reader, ...pages.map(page)])
  const took = (performance.now() - began) / 1000
  const p99 = others.sort((x, y) => x - y)[Math.floor(others.length * 0.99)] ?? Number.NaN
  return {
    perSecond: answers / took,
    cpu: Math.max(0, ((b.cpu() - cpu) / took) * 100 - idle),
    p99,
    bytes: answers ? bytes / answers : 0,
  }
}

interface Seen {
  items: { id: string; revision: number }[]
}

export async function sceneFigures(): Promise<Figure[]> {
  const b = await benchServer(undefined, 'scenes')
  try {
    const pages = b.clients.map(({ token, scenes }) => ({
      ask: connection(b, token),
      scenes,
      known: new Map<string, number>(),
    }))
    const look = async ({ ask, scenes, known }: { ask: Ask; scenes: string[]; known: Map<string, number> }) => {
      const items = scenes.map((id) => ({ id, revision: known.get(id) ?? 0 }))
      const { bytes, text } = await ask('POST', '/scenes/watch', { items })
      for (const s of (JSON.parse(text) as Seen).items) known.set(s.id, s.revision)
      return [bytes]
    }
    const each = async ({ ask, scenes }: { ask: Ask; scenes: string[] }) => {
      const out: number[] = []
      for (const id of scenes) out.push((await ask('GET', `/scenes/${id}`)).bytes)
      return out
    }
    // everything is warm, and everybody knows what he watches
    for (const p of pages) await Promise.all([look(p), each(p)])
    const alone = await under(b, [], 0)
    const idle = alone.cpu
    const still = await under(
      b,
      pages.map((p) => () => look(p)),
      idle,
    )
    const stirring = setInterval(() => b.stir(100), 1000)
    const moving = await under(
      b,
      pages.map((p) => () => look(p)),
      idle,
    )
    clearInterval(stirring)
    const single = await under(
      b,
      pages.map((p) => () => each(p)),
      idle,
    )
    // what each way costs for the same scenes seen as often
    const work = (l: Load, perScene: number) => l.cpu / (l.perSecond * perScene)
    const cheaper = work(single, 1) / work(still, 5)
    const what = '1,000 scenes, 200 pages that ask every second'
    return [
      { what: `${what}: the engine alone`, value: idle, unit: '% of a core', budget: '' },
      { what: `${what}: another call beside the engine alone, p99`, value: alone.p99, unit: 'ms', budget: '' },
      { what: `${what}: one look a page`, value: still.perSecond, unit: '/s', budget: '' },
      {
        what: `${what}: an answer without news`,
        value: still.bytes,
        unit: 'B',
        budget: `≤ ${budget.unchanged} B`,
        held: still.bytes <= budget.unchanged,
      },
      {
        what: `${what}: processor`,
        value: still.cpu,
        unit: '% of a core',
        budget: `≤ ${budget.cpu} %`,
        held: still.cpu <= budget.cpu,
      },
      {
        what: `${what}: another call, p99`,
        value: still.p99,
        unit: 'ms',
        budget: `≤ ${budget.p99} ms`,
        held: still.p99 <= budget.p99,
      },
      { what: `${what}, news in 100 scenes a second: processor`, value: moving.cpu, unit: '% of a core', budget: '' },
      {
        what: `${what}, news in 100 scenes a second: another call, p99`,
        value: moving.p99,
        unit: 'ms',
        budget: `≤ ${budget.p99} ms`,
        held: moving.p99 <= budget.p99,
      },
      {
        what: `one request a scene instead: answered`,
        value: single.perSecond,
        unit: '/s',
        budget: 'of 1,000 asked for',
      },
      { what: `one request a scene instead: processor`, value: single.cpu, unit: '% of a core', budget: '' },
      { what: `one request a scene instead: an answer`, value: single.bytes, unit: 'B', budget: '' },
      { what: `one request a scene instead: another call, p99`, value: single.p99, unit: 'ms', budget: '' },
      {
        what: 'processor for the same scenes, one a scene against one a page',
        value: cheaper,
        unit: '×',
        budget: `≥ ${budget.ratio} ×`,
        held: cheaper >= budget.ratio,
      },
    ]
  } finally {
    await b.stop()
  }
}
