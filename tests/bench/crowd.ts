/**
 * The candidates of a hall, in a process of their own: they open their sheets and their event streams, save answers, keep ledgers of what was
 * acknowledged, and compare these with what is stored. They come back as their page does, by its own rules of when. Spoken to by messages:
 * `open`, `sit`, `end`.
 */
import { liveRetryDelay, liveTimings } from '#src/app/live/live.saga.ts'
import { liveReady } from '#src/contract/session/live.ts'
import { canonicalJson } from '#src/contract/lib/canonicalJson.ts'
import { attemptRetryDelay } from '#src/features/exam/session/sitting.logic.ts'
import { CrowdLine, listenLine } from './crowdLine.ts'
import { Writing } from './crowdText.ts'

export interface CrowdOrder {
  do: 'open' | 'sit' | 'end'
  port?: number
  tokens?: readonly string[]
  exam?: string
  /** Milliseconds. */
  begin?: number
  every?: number
}
export interface Crowd {
  /** Milliseconds from the first to the last sheet that was open, and the 99th percentile of one. */
  begun: number
  opened: number
  /** Starts of saves that were acknowledged, as milliseconds since 1970, and how long each took. */
  at: number[]
  ms: number[]
  /** Whose each was, by number. */
  whose: number[]
  /** Since when the stream of each has been open, milliseconds since 1970; infinite where it is not. */
  streams: number[]
  lost: number
  /** Seconds of processor time of this process. */
  cpu: number
}

interface Ledger {
  n: number
  line: CrowdLine
  attempt: string
  exam: string
  /** Answers that were acknowledged, by item. */
  kept: Map<string, string>
  /** Since when its event stream is open. */
  stream: number
  unlisten: () => void
}
const writer = 'page-number-one'
const pause = (ms: number) => new Promise((r) => setTimeout(r, ms))
const clock = () => performance.timeOrigin + performance.now()
const percentile = (values: readonly number[], p: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * p)] ?? Number.NaN

/** Asks until somebody answers, as the page of a candidate does. */
async function insist(line: CrowdLine, method: string, at: string, body?: string): Promise<string> {
  for (let failures = 1; ; failures++) {
    const r = await line.ask(method, at, body).catch(() => undefined)
    if (r?.status === 200) return r.body
    if (r && r.status !== 503 && r.status !== 429) throw new Error(`${method} ${at}: ${r.status} ${r.body}`)
    await pause(attemptRetryDelay(failures, Math.random()))
  }
}

/** What an exam's page asks when its stream is there again: it may have missed anything. Each on a line that it has for such calls. */
async function look({ attempt, exam }: Ledger, line: CrowdLine): Promise<void> {
  const all = [
    `/exam-attempts/${attempt}/state`,
    `/my-exams/${exam}`,
    '/messages/unread',
    '/session',
    '/auth/register/',
  ]
  for (const at of all) await line.ask('GET', at).catch(() => undefined)
}

/** Keeps an event stream open. */
function listen(ledger: Ledger, port: number, token: string): void {
  const more = new CrowdLine(port, token)
  let [failed, gone] = [0, 0]
  let again = false
  const open = (): void => {
    let since = Number.POSITIVE_INFINITY
    ledger.unlisten = listenLine(
      port,
      token,
      (name) => {
        if (name !== liveReady) return
        ledger.stream = since = clock()
        if (again) setTimeout(() => void look(ledger, more), Math.random() * (gone > 0 ? liveTimings.catchUp : 0))
        again = true
      },
      (away) => {
        gone = away ? gone + 1 : 0
        failed = clock() - since >= liveTimings.steady || away ? 0 : failed + 1
        ledger.stream = Number.POSITIVE_INFINITY
        setTimeout(() => !over && open(), liveRetryDelay(gone || failed, Math.random(), away))
      },
    )
  }
  open()
}

let ledgers: Ledger[] = []
const at: number[] = []
const ms: number[] = []
const whose: number[] = []
const figures = { begun: 0, opened: 0 }
let over = false
let sitting: Promise<unknown> = Promise.resolve()

async function open({ port = 0, tokens = [], exam = '', begin = 0 }: CrowdOrder): Promise<void> {
  const from = clock()
  const took: number[] = []
  ledgers = await Promise.all(
    tokens.map(async (token, n) => {
      await pause(Math.random() * begin)
      const asked = clock()
      const line = new CrowdLine(port, token)
      const said = await insist(line, 'POST', `/my-exams/${exam}/begin`, JSON.stringify({ writer }))
      const { attempt } = JSON.parse(said) as { attempt: string }
      await insist(line, 'GET', `/exam-attempts/${attempt}?writer=${writer}`)
      took.push(clock() - asked)
      const ledger: Ledger = { n, line, attempt, exam, kept: new Map(), stream: Number.NaN, unlisten: () => {} }
      listen(ledger, port, token)
      return ledger
    }),
  )
  figures.begun = clock() - from
  figures.opened = percentile(took, 0.99)
}

async function sit({ n, line, attempt, kept }: Ledger, { every = 0 }: CrowdOrder): Promise<void> {
  const path = `/exam-attempts/${attempt}/save`
  const writing = new Writing(n)
  await pause(Math.random() * every)
  for (let seq = 1; !over; seq++) {
    const { item, answer } = writing.next()
    const from = clock()
    await insist(
      line,
      'POST',
      path,
      JSON.stringify({ epoch: 1, writer, seq, answers: [{ item, answer, marked: false }] }),
    )
    const took = clock() - from
    at.push(from)
    ms.push(took)
    whose.push(n)
    kept.set(item, canonicalJson(answer))
    await pause(Math.max(0, every - took))
  }
}

/** @returns how many answers are not stored as they were acknowledged, or were never sent */
async function compare({ line, attempt, kept }: Ledger): Promise<number> {
  const said = await insist(line, 'GET', `/exam-attempts/${attempt}?writer=${writer}`)
  const { answers } = JSON.parse(said) as { answers: { item: string; answer: object }[] }
  const stored = new Map(answers.map((a) => [a.item, canonicalJson(a.answer)]))
  let wrong = [...stored.keys()].filter((item) => !kept.has(item)).length
  for (const [item, answer] of kept) if (stored.get(item) !== answer) wrong++
  return wrong
}

async function end(): Promise<Crowd> {
  over = true
  await sitting
  const { user, system } = process.cpuUsage()
  const streams = ledgers.map((l) => l.stream)
  for (const { unlisten } of ledgers) unlisten()
  let lost = 0
  // some at a time: what is looked at now is no part of the exam
  for (let n = 0; n < ledgers.length; n += 50)
    for (const wrong of await Promise.all(ledgers.slice(n, n + 50).map(compare))) lost += wrong
  for (const { line } of ledgers) line.end()
  return { ...figures, at, ms, whose, streams, lost, cpu: (user + system) / 1e6 }
}

process.on('message', (order: CrowdOrder) => {
  if (order.do === 'open') void open(order).then(() => process.send?.({}))
  if (order.do === 'sit') {
    sitting = Promise.all(ledgers.map((l) => sit(l, order)))
    process.send?.({})
  }
  if (order.do === 'end') void end().then((crowd) => process.send?.(crowd, () => process.exit(0)))
})
