/**
 * An exam hall: candidates open their sheets within ten seconds and save an answer every five, each with a ledger of what was acknowledged; in the
 * middle the server is killed and started again. Halls grow until one is too large. Signing in is measured apart: a password's hash costs what it
 * is meant to cost, so a hall signs in before its exam.
 */
import http from 'node:http'
import { type Bench, benchServer, call } from './benchServer.ts'
import type { Figure } from './table.ts'

const halls = [500, 1000, 2000, 4000, 7000, 10_000]
const items = 40
const span = { begin: 10_000, every: 5000, before: 20_000, after: 20_000 }
const budget = { p99: 250 }
const pause = (ms: number) => new Promise((r) => setTimeout(r, ms))
const agent = new http.Agent({ keepAlive: true, maxSockets: 512 })

/** @returns the status and the body; rejects while nobody answers */
function ask<T>(
  b: Bench,
  token: string,
  method: string,
  at: string,
  body?: object,
): Promise<{ status: number; body: T }> {
  const text = body && JSON.stringify(body)
  return new Promise((done, failed) => {
    const req = http.request(
      `${b.url}/api/mg/api${at}`,
      {
        method,
        agent,
        headers: {
          authorization: `Bearer ${token}`,
          ...(text ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } : {}),
        },
      },
      (res) => {
        let said = ''
        res.on('data', (d: Buffer) => (said += d.toString()))
        res.on('end', () => {
          try {
            done({ status: res.statusCode ?? 0, body: JSON.parse(said) as T })
          } catch (e) {
            failed(e as Error)
          }
        })
        res.on('error', failed)
      },
    )
    req.on('error', failed)
    req.end(text)
  })
}

/** Asks until somebody answers, as the page of a candidate does. */
async function insist<T>(b: Bench, token: string, method: string, at: string, body?: object): Promise<T> {
  for (;;) {
    const r = await ask<T>(b, token, method, at, body).catch(() => undefined)
    if (r?.status === 200) return r.body
    if (r && r.status !== 503 && r.status !== 429)
      throw new Error(`${method} ${at}: ${r.status} ${JSON.stringify(r.body)}`)
    await pause(200 + Math.random() * 800)
  }
}

async function layExam(b: Bench): Promise<string> {
  const set = await call<{ id: string }>(b, 'POST', '/theory-sets', { name: `Hall ${Date.now()}` })
  const questions: { id: string; version: number }[] = []
  for (let n = 0; n < items; n++)
    questions.push(
      await call(b, 'POST', '/theory-questions', {
        title: `Hall ${n}`,
        stem: `Which is it in case ${n} of this hall?`,
        type: 'single',
        set_id: set.id,
        options: ['a', 'b', 'c', 'd'].map((id) => ({ id, text: `Option ${id}`, correct: id === 'a' })),
      }),
    )
  const papers = await call<{ id: string }>(b, 'POST', '/paper-sets', { name: `Hall ${Date.now()}` })
  const line = questions.map((q, n) => ({
    id: `i${n}`,
    bank: 'theory',
    question_id: q.id,
    question_version: q.version,
    score: 1,
  }))
  const paper = await call<{ id: string }>(b, 'POST', '/papers', {
    name: 'Hall',
    set_id: papers.id,
    shuffle_items: true,
    shuffle_options: true,
    variants: [{ id: 'v', sections: [{ id: 's', title: 'One', items: line }] }],
  })
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const exam = await call<{ id: string; version: number }>(b, 'POST', '/exams', {
    name: 'Hall',
    paper_id: paper.id,
    starts_at: at(-1),
    ends_at: at(60),
  })
  const everybody = { all: true, orgs: [], roles: [], users: [], version: exam.version }
  await call(b, 'PUT', `/exams/${exam.id}/audience`, everybody)
  return exam.id
}

interface Ledger {
  token: string
  attempt: string
  /** Options that were acknowledged, by item. */
  kept: Map<string, string>
  saves: number
}
interface Hall {
  lost: number
  saves: number
  p99: number
  /** Longest that anybody waited for a save over the restart, ms. */
  gap: number
  begun: number
  cpu: number
}

async function hall(candidates: number): Promise<Hall> {
  const b = await benchServer(undefined, `exam ${candidates}`)
  try {
    const exam = await layExam(b)
    const ledgers: Ledger[] = []
    const opened = performance.now()
    await Promise.all(
      b.tokens.map(async (token) => {
        await pause(Math.random() * span.begin)
        const writer = 'page-number-one'
        const { attempt } = await insist<{ attempt: string }>(b, token, 'POST', `/my-exams/${exam}/begin`, { writer })
        await insist(b, token, 'GET', `/exam-attempts/${attempt}?writer=${writer}`)
        ledgers.push({ token, attempt, kept: new Map(), saves: 0 })
      }),
    )
    const begun = performance.now() - opened
    const times: { at: number; ms: number }[] = []
    let over = false
    const sit = async (l: Ledger): Promise<void> => {
      await pause(Math.random() * span.every)
      for (let seq = 1; !over; seq++) {
        const item = `i${Math.floor(Math.random() * items)}`
        const option = 'abcd'[Math.floor(Math.random() * 4)] ?? 'a'
        const from = performance.now()
        await insist(b, l.token, 'POST', `/exam-attempts/${l.attempt}/save`, {
          epoch: 1,
          writer: 'page-number-one',
          seq,
          answers: [{ item, answer: { type: 'single', chosen: [option] }, marked: false }],
        })
        times.push({ at: from, ms: performance.now() - from })
        l.kept.set(item, option)
        l.saves++
        await pause(Math.max(0, span.every - (performance.now() - from)))
      }
    }
    const cpu = b.cpu()
    const started = performance.now()
    const sitting = Promise.all(ledgers.map(sit))
    await pause(span.before)
    const used = (b.cpu() - cpu) / ((performance.now() - started) / 1000)
    const killed = performance.now()
    await b.again()
    const back = performance.now()
    await pause(span.after)
    over = true
    await sitting
    let lost = 0
    for (const l of ledgers) {
      const sheet = await insist<{ answers: { item: string; answer: { chosen: string[] } | null }[] }>(
        b,
        l.token,
        'GET',
        `/exam-attempts/${l.attempt}?writer=page-number-one`,
      )
      const stored = new Map(sheet.answers.map((a) => [a.item, a.answer?.chosen[0]]))
      for (const [item, option] of l.kept) if (stored.get(item) !== option) lost++
      for (const item of stored.keys()) if (!l.kept.has(item)) lost++
    }
    // what waited for the restart, and what all pages send at once after it, is the gap and not the rule
    const usual = times.filter((t) => t.at + t.ms < killed || t.at > back + span.every).map((t) => t.ms)
    const gap = Math.max(...times.filter((t) => t.at < back && t.at + t.ms > killed).map((t) => t.ms), back - killed)
    return {
      lost,
      saves: times.length,
      p99: usual.sort((x, y) => x - y)[Math.floor(usual.length * 0.99)] ?? Number.NaN,
      gap,
      begun,
      cpu: used,
    }
  } finally {
    await b.stop()
  }
}

export async function examFigures(): Promise<Figure[]> {
  const figures: Figure[] = []
  let largest = 0
  for (const candidates of halls) {
    const h = await hall(candidates)
    const held = h.lost === 0 && h.p99 <= budget.p99
    const what = `${candidates.toLocaleString('en-US')} candidates`
    figures.push(
      { what: `${what}: all sheets open after`, value: h.begun / 1000, unit: 's', budget: 'asked within 10 s' },
      { what: `${what}: saves`, value: h.saves, unit: '', budget: '' },
      { what: `${what}: answers lost or wrong`, value: h.lost, unit: '', budget: '0', held: h.lost === 0 },
      { what: `${what}: save, p99`, value: h.p99, unit: 'ms', budget: '≤ 250 ms', held: h.p99 <= budget.p99 },
      { what: `${what}: longest wait over kill -9`, value: h.gap / 1000, unit: 's', budget: '' },
      { what: `${what}: processor of the server`, value: h.cpu * 100, unit: '%', budget: '' },
    )
    if (!held) break
    largest = candidates
  }
  return [
    ...figures,
    { what: 'largest hall', value: largest, unit: 'candidates', budget: '10,000', held: largest >= 10_000 },
  ]
}
