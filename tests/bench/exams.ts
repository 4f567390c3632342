/**
 * An exam hall: candidates open their sheets within ten seconds and save an answer every five, each with a ledger of what was acknowledged; in the
 * middle the server is killed and started again. Halls grow until one is too large. Signing in is measured apart: a password's hash costs what it
 * is meant to cost, so a hall signs in before its exam.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { type Bench, benchServer, call, crowdProcess } from './benchServer.ts'
import type { Crowd, CrowdOrder } from './crowd.ts'
import type { Figure } from './table.ts'

const halls = [1000, 2000, 4000, 7000, 10_000]
const items = 40
const span = { begin: 10_000, every: 5000, before: 20_000, after: 20_000 }
const budget = { p99: 250, opened: 2000 }
const pause = (ms: number) => new Promise((r) => setTimeout(r, ms))

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

interface Hall {
  lost: number
  saves: number
  p99: number
  /** Longest that anybody waited for a save over the restart, ms. */
  gap: number
  begun: number
  opened: number
  /** Processor milliseconds of the server for a save, and shares of a core while the hall saved. */
  each: number
  server: number
  calls: number
  database: number
  crowd: number
}

/** @throws when a candidate met what no page could go on from */
async function tell(crowd: ChildProcess, order: CrowdOrder): Promise<Crowd> {
  crowd.send(order)
  const ended = once(crowd, 'exit').then(() => {
    throw new Error('the candidates ended')
  })
  const [said] = (await Promise.race([once(crowd, 'message'), ended])) as [Crowd]
  return said
}

async function hall(candidates: number): Promise<Hall> {
  const b = await benchServer(undefined, `exam ${candidates}`)
  const crowd = await crowdProcess()
  try {
    const exam = await layExam(b)
    await tell(crowd, { do: 'open', port: Number(new URL(b.url).port), tokens: b.tokens, exam, begin: span.begin })
    await tell(crowd, { do: 'sit', every: span.every, items })
    // the first round is for everybody to come into his time
    await pause(span.every)
    const [cpu, threads, started] = [b.cpu(), b.threads(), Date.now()]
    await pause(span.before - span.every)
    const killed = Date.now()
    const used = {
      all: b.cpu() - cpu,
      calls: b.threads().calls - threads.calls,
      database: b.threads().database - threads.database,
    }
    const seconds = (killed - started) / 1000
    await b.again()
    const back = Date.now()
    await pause(span.after)
    const { at, ms, lost, begun, opened, cpu: own } = await tell(crowd, { do: 'end' })
    const times = at.map((t, n) => ({ at: t, ms: ms[n] ?? 0 }))
    // what waited for the restart, and what all pages send at once after it, is the gap and not the rule
    const usual = times.filter((t) => t.at + t.ms < killed || t.at > back + span.every).map((t) => t.ms)
    const over = times.filter((t) => t.at < back && t.at + t.ms > killed).map((t) => t.ms)
    return {
      lost,
      saves: times.length,
      p99: usual.sort((x, y) => x - y)[Math.floor(usual.length * 0.99)] ?? Number.NaN,
      gap: Math.max(...over, back - killed),
      begun,
      opened,
      each: (used.all * 1000) / times.filter((t) => t.at + t.ms > started && t.at + t.ms < killed).length,
      server: used.all / seconds,
      calls: used.calls / seconds,
      database: used.database / seconds,
      crowd: own / ((Date.now() - started) / 1000 + (begun + span.every) / 1000),
    }
  } finally {
    crowd.kill()
    await b.stop()
  }
}

/** @param sizes of the halls; without them they grow from a thousand to ten */
export async function examFigures(sizes: readonly number[] = halls): Promise<Figure[]> {
  const figures: Figure[] = []
  let largest = 0
  for (const candidates of sizes) {
    const h = await hall(candidates)
    const held = h.lost === 0 && h.p99 <= budget.p99
    const what = `${candidates.toLocaleString('en-US')} candidates`
    figures.push(
      { what: `${what}: all sheets open after`, value: h.begun / 1000, unit: 's', budget: 'asked within 10 s' },
      {
        what: `${what}: a sheet opened, p99`,
        value: h.opened,
        unit: 'ms',
        budget: '≤ 2 s',
        held: h.opened <= budget.opened,
      },
      { what: `${what}: saves`, value: h.saves, unit: '', budget: '' },
      { what: `${what}: answers lost or wrong`, value: h.lost, unit: '', budget: '0', held: h.lost === 0 },
      { what: `${what}: save, p99`, value: h.p99, unit: 'ms', budget: '≤ 250 ms', held: h.p99 <= budget.p99 },
      { what: `${what}: longest wait over kill -9`, value: h.gap / 1000, unit: 's', budget: '' },
      { what: `${what}: processor of the server for a save`, value: h.each, unit: 'ms', budget: '' },
      { what: `${what}: processor of the server`, value: h.server * 100, unit: '%', budget: '' },
      { what: `${what}: of it, the thread of calls`, value: h.calls * 100, unit: '%', budget: '' },
      { what: `${what}: of it, the thread of the database`, value: h.database * 100, unit: '%', budget: '' },
      { what: `${what}: processor of the candidates`, value: h.crowd * 100, unit: '%', budget: '' },
    )
    if (!held) break
    largest = candidates
  }
  return [
    ...figures,
    { what: 'largest hall', value: largest, unit: 'candidates', budget: '10,000', held: largest >= 10_000 },
  ]
}
