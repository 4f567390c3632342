/**
 * The candidates of a hall, in a process of their own: they open their sheets, save answers, keep ledgers of what was acknowledged, and compare
 * these with what is stored. Spoken to by messages: `open`, `sit`, `end`.
 */
import { CrowdLine } from './crowdLine.ts'

export interface CrowdOrder {
  do: 'open' | 'sit' | 'end'
  port?: number
  tokens?: readonly string[]
  exam?: string
  items?: number
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
  lost: number
  /** Seconds of processor time of this process. */
  cpu: number
}

interface Ledger {
  line: CrowdLine
  attempt: string
  /** Options that were acknowledged, by item. */
  kept: Map<string, string>
}
const writer = 'page-number-one'
const pause = (ms: number) => new Promise((r) => setTimeout(r, ms))
const clock = () => performance.timeOrigin + performance.now()
const percentile = (values: readonly number[], p: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * p)] ?? Number.NaN

/** Asks until somebody answers, as the page of a candidate does. */
async function insist(line: CrowdLine, method: string, at: string, body?: string): Promise<string> {
  for (;;) {
    const r = await line.ask(method, at, body).catch(() => undefined)
    if (r?.status === 200) return r.body
    if (r && r.status !== 503 && r.status !== 429) throw new Error(`${method} ${at}: ${r.status} ${r.body}`)
    await pause(200 + Math.random() * 800)
  }
}

let ledgers: Ledger[] = []
const at: number[] = []
const ms: number[] = []
const figures = { begun: 0, opened: 0 }
let over = false
let sitting: Promise<unknown> = Promise.resolve()

async function open({ port = 0, tokens = [], exam = '', begin = 0 }: CrowdOrder): Promise<void> {
  const from = clock()
  const took: number[] = []
  ledgers = await Promise.all(
    tokens.map(async (token) => {
      await pause(Math.random() * begin)
      const asked = clock()
      const line = new CrowdLine(port, token)
      const said = await insist(line, 'POST', `/my-exams/${exam}/begin`, JSON.stringify({ writer }))
      const { attempt } = JSON.parse(said) as { attempt: string }
      await insist(line, 'GET', `/exam-attempts/${attempt}?writer=${writer}`)
      took.push(clock() - asked)
      return { line, attempt, kept: new Map<string, string>() }
    }),
  )
  figures.begun = clock() - from
  figures.opened = percentile(took, 0.99)
}

async function sit({ line, attempt, kept }: Ledger, { every = 0, items = 1 }: CrowdOrder): Promise<void> {
  const path = `/exam-attempts/${attempt}/save`
  await pause(Math.random() * every)
  for (let seq = 1; !over; seq++) {
    const item = `i${Math.floor(Math.random() * items)}`
    const option = 'abcd'[Math.floor(Math.random() * 4)] ?? 'a'
    const from = clock()
    await insist(
      line,
      'POST',
      path,
      `{"epoch":1,"writer":"${writer}","seq":${seq},"answers":[{"item":"${item}","answer":{"type":"single","chosen":["${option}"]},"marked":false}]}`,
    )
    const took = clock() - from
    at.push(from)
    ms.push(took)
    kept.set(item, option)
    await pause(Math.max(0, every - took))
  }
}

/** @returns how many answers are not stored as they were acknowledged, or were never sent */
async function compare({ line, attempt, kept }: Ledger): Promise<number> {
  const said = await insist(line, 'GET', `/exam-attempts/${attempt}?writer=${writer}`)
  const { answers } = JSON.parse(said) as { answers: { item: string; answer: { chosen: string[] } | null }[] }
  const stored = new Map(answers.map((a) => [a.item, a.answer?.chosen[0]]))
  let wrong = [...stored.keys()].filter((item) => !kept.has(item)).length
  for (const [item, option] of kept) if (stored.get(item) !== option) wrong++
  return wrong
}

async function end(): Promise<Crowd> {
  over = true
  await sitting
  const { user, system } = process.cpuUsage()
  let lost = 0
  // some at a time: what is looked at now is no part of the exam
  for (let n = 0; n < ledgers.length; n += 50)
    for (const wrong of await Promise.all(ledgers.slice(n, n + 50).map(compare))) lost += wrong
  for (const { line } of ledgers) line.end()
  return { ...figures, at, ms, lost, cpu: (user + system) / 1e6 }
}

process.on('message', (order: CrowdOrder) => {
  if (order.do === 'open') void open(order).then(() => process.send?.({}))
  if (order.do === 'sit') {
    sitting = Promise.all(ledgers.map((l) => sit(l, order)))
    process.send?.({})
  }
  if (order.do === 'end') void end().then((crowd) => process.send?.(crowd, () => process.exit(0)))
})
