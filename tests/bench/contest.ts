/**
 * A contest of a thousand entries and a hundred challenges: its board when forty per cent are solved, in a browser that is slowed down; how many
 * flags a second it takes; and what two thousand who look on cost those who hand in.
 */
import { gzipSync } from 'node:zlib'
import { type Bench, benchServer, call } from './benchServer.ts'
import { CrowdLine, listenLine } from './crowdLine.ts'
import { launch, pageRun, sessionOf } from './pages.ts'
import { type Figure, median } from './table.ts'

const solvedShare = 0.4
const [perSecond, mostP99, mostBoard, mostBytes, mostSeen] = [1000, 250, 1000, 60 * 1024, 3000]
/** How many hand in at the same time, for how long, and how many look on for each entry. */
const [senders, seconds, each] = [64, 15, 2]
const flag = 'flag{bench}'

const pause = (ms: number) => new Promise((r) => setTimeout(r, ms))
const percentile = (all: readonly number[], p: number): number =>
  all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * p))] ?? Number.NaN

interface Ground {
  contest: string
  items: string[]
  lines: CrowdLine[]
}
/** A contest that began hours ago, with all who have a session in it. */
async function lay(b: Bench, questions: readonly string[]): Promise<Ground> {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const made = await call<{ id: string; version: number }>(b, 'POST', '/flag-contests', {
    name: `Bench ${Math.random().toString(36).slice(2)}`,
    starts_at: at(-5),
    ends_at: at(5),
    register_until: at(5),
    items: questions.map((question_id, n) => ({
      question_id,
      category: `Category ${n % 8}`,
      curve: 'classic',
      most: 500,
      least: 100,
    })),
  })
  const all = { all: true, orgs: [], roles: [], teams: [], users: [], version: made.version }
  await call(b, 'PUT', `/flag-contests/${made.id}/audience`, all)
  const port = Number(new URL(b.url).port)
  const lines = b.tokens.map((token) => new CrowdLine(port, token))
  for (const line of lines) {
    const r = await line.ask('POST', `/contests/${made.id}/register`, '{}')
    if (r.status !== 200) throw new Error(`register: ${r.status} ${r.body}`)
  }
  const first = await lines[0]?.ask('GET', `/contests/${made.id}/items`)
  const { items } = JSON.parse(first?.body ?? '') as { items: { id: string }[] }
  return { contest: made.id, items: items.map((i) => i.id), lines }
}

interface Sent {
  ms: number[]
  right: number
  perSecond: number
}
/** Each sender goes on with another entry's line: every flag is a solve that counts. @param from which challenge of the list */
async function handIn({ items, lines }: Ground, from: number): Promise<Sent> {
  const ms: number[] = []
  let [next, right] = [0, 0]
  const began = performance.now()
  const until = began + seconds * 1000
  const busy = new Set<number>()
  await Promise.all(
    Array.from({ length: Math.min(senders, lines.length) }, async () => {
      while (performance.now() < until) {
        const n = next++
        const who = n % lines.length
        const item = items[from + Math.floor(n / lines.length)]
        if (item === undefined) return
        while (busy.has(who)) await pause(1)
        busy.add(who)
        const asked = performance.now()
        const r = await lines[who]?.ask('POST', `/contest-items/${item}/submit`, JSON.stringify({ text: flag }))
        ms.push(performance.now() - asked)
        busy.delete(who)
        if (r?.status === 200 && r.body.includes('"verdict":"right"')) right += 1
      }
    }),
  )
  return { ms, right, perSecond: right / ((performance.now() - began) / 1000) }
}

/** Pages that look at the board again when they hear that it changed, as the app's do: one look at a time. @returns how late each was */
function lookOn(b: Bench, contest: string): { seen: number[]; stop: () => void } {
  const port = Number(new URL(b.url).port)
  const seen: number[] = []
  const stops = Array.from({ length: b.tokens.length * each }, (_, n) => {
    const token = b.tokens[n % b.tokens.length] ?? ''
    const line = new CrowdLine(port, token)
    let [heard, looking] = [0, false]
    const look = async (): Promise<void> => {
      if (looking) return
      looking = true
      while (heard > 0) {
        const since = heard
        heard = 0
        const r = await line.ask('GET', `/contests/${contest}/board`).catch(() => undefined)
        if (r?.status === 200) seen.push(performance.now() - since)
      }
      looking = false
    }
    const stop = listenLine(
      port,
      token,
      (name) => {
        if (name !== 'contests') return
        heard ||= performance.now()
        void look()
      },
      () => {},
    )
    return () => {
      stop()
      line.end()
    }
  })
  return { seen, stop: () => stops.forEach((stop) => stop()) }
}

/** @param entries a thousand when left out */
export async function contestFigures(entries = 1000): Promise<Figure[]> {
  const challenges = 100
  const b = await benchServer(undefined, `contest ${entries}`)
  try {
    const set = await call<{ id: string }>(b, 'POST', '/flag-sets', { name: `Bench ${Date.now()}`, practice: false })
    const questions: string[] = []
    for (let n = 0; n < challenges; n += 1) {
      const body = { title: `Bench ${n}`, set_id: set.id, score: 500, flag: { kind: 'static', value: flag } }
      questions.push((await call<{ id: string }>(b, 'POST', '/flag-challenges', body)).id)
    }
    const full = await lay(b, questions)
    await b.laySolves(full.contest, solvedShare)
    const [token = ''] = b.tokens
    const asked: number[] = []
    let body = ''
    for (let n = 0; n < 10; n += 1) {
      const from = performance.now()
      body = (await full.lines[0]?.ask('GET', `/contests/${full.contest}/board`))?.body ?? ''
      asked.push(performance.now() - from)
    }
    const rows = (JSON.parse(body) as { rows: { id: string }[] }).rows
    if (rows.length !== entries) throw new Error(`the board has ${rows.length} rows`)
    const bytes = gzipSync(body).length
    const browser = await launch()
    const shown: number[] = []
    try {
      for (let n = 0; n < 3; n += 1) {
        const run = await pageRun(
          browser,
          {
            name: 'board',
            url: `${b.url}/page/mg/ct/flag/contest/${full.contest}?part=board`,
            // its last row is there
            ready: `tbody tr:nth-of-type(${entries})`,
            token: sessionOf(b.url, token),
          },
          true,
        )
        shown.push(run.ready)
      }
    } finally {
      await browser.close()
    }
    const play = await lay(b, questions)
    const alone = await handIn(play, 0)
    const half = Math.floor(challenges / 2)
    const watching = lookOn(b, play.contest)
    await pause(3000)
    const beside = await handIn(play, half)
    await pause(mostSeen)
    watching.stop()
    const p99 = (all: readonly number[]) => percentile(all, 0.99)
    const lookers = (entries * each).toLocaleString('en-US')
    const what = `board of ${entries.toLocaleString('en-US')} × ${challenges}, 40 % solved`
    return [
      {
        what: `${what}: whole in a slowed browser`,
        value: median(shown),
        unit: 'ms',
        budget: `≤ ${mostBoard} ms`,
        held: median(shown) <= mostBoard,
      },
      { what: `${what}: asked of the server`, value: median(asked), unit: 'ms', budget: '' },
      {
        what: `${what}: data, gzip`,
        value: bytes / 1024,
        unit: 'KiB',
        budget: `≤ ${mostBytes / 1024} KiB`,
        held: bytes <= mostBytes,
      },
      {
        what: 'flags a second, each a solve',
        value: alone.perSecond,
        unit: '/s',
        budget: `≥ ${perSecond}`,
        held: alone.perSecond >= perSecond,
      },
      {
        what: 'a flag, p99',
        value: p99(alone.ms),
        unit: 'ms',
        budget: `≤ ${mostP99} ms`,
        held: p99(alone.ms) <= mostP99,
      },
      {
        what: `a flag beside ${lookers} who look on, p99`,
        value: p99(beside.ms),
        unit: 'ms',
        budget: '≤ 150 % of before',
        held: p99(beside.ms) <= p99(alone.ms) * 1.5,
      },
      {
        what: `a change seen by ${lookers}, p99`,
        value: p99(watching.seen),
        unit: 'ms',
        budget: `≤ ${mostSeen} ms`,
        held: p99(watching.seen) <= mostSeen,
      },
    ]
  } finally {
    await b.stop()
  }
}
