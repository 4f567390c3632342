/**
 * An exam hall: candidates open their sheets within ten seconds and save an answer every five, choices and growing essays, each with a ledger of what
 * was acknowledged; every page has its event stream, and an invigilator looks on. In the middle the server is killed and started again. Halls grow
 * until one is too large. Signing in is measured apart: a password's hash costs what it is meant to cost, so a hall signs in before its exam.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { type Bench, benchServer, call, crowdProcess } from './benchServer.ts'
import type { Crowd, CrowdOrder } from './crowd.ts'
import { essays, items } from './crowdText.ts'
import type { Figure } from './table.ts'

const halls = [1000, 2000, 4000, 7000, 10_000]
const span = { begin: 10_000, every: 5000, warm: 15_000, before: 15_000, after: 20_000 }
/** `bare`: how often what the rows of a save cost by themselves a save may cost. */
const budget = { p99: 250, opened: 2000, bare: 4, again: 5000 }
/** Milliseconds between two looks of an invigilator at the candidates, and at the exam: those of the page that watches one. */
const looks = { candidates: 5000, exam: 10_000 }
const pause = (ms: number) => new Promise((r) => setTimeout(r, ms))

async function layExam(b: Bench): Promise<string> {
  const set = await call<{ id: string }>(b, 'POST', '/theory-sets', { name: `Hall ${Date.now()}` })
  const questions: { id: string; version: number }[] = []
  for (let n = 0; n < items; n++)
    questions.push(
      await call(b, 'POST', '/theory-questions', {
        title: `Hall ${n}`,
        stem: `Which is it in case ${n} of this hall?`,
        set_id: set.id,
        ...(n < items - essays
          ? {
              type: 'single',
              options: ['a', 'b', 'c', 'd'].map((id) => ({ id, text: `Option ${id}`, correct: id === 'a' })),
            }
          : { type: 'short', reference: 'What speaks for it, and what against it' }),
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
  /** Milliseconds from the killing until the server was ready, and from then until each had saved again and his stream was open. */
  away: number
  again: number[]
  streams: number[]
  begun: number
  opened: number
  /** Milliseconds of an invigilator's looks at the candidates. */
  looks: number[]
  /** Processor milliseconds of a save that is nothing but its rows, of the server for a save, and shares of a core while the hall saved. */
  bare: number
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

/** The page of an invigilator who watches the exam. @returns what ends it, and how long its looks took */
function invigilator(b: Bench, exam: string): () => number[] {
  const took: number[] = []
  const look = (at: string) => call(b, 'GET', at).catch(() => undefined)
  const timers = [
    setInterval(async () => {
      const from = performance.now()
      if (await look(`/exams/${exam}/candidates?page_size=50`)) took.push(performance.now() - from)
    }, looks.candidates),
    setInterval(() => look(`/exams/${exam}`), looks.exam),
  ]
  return () => {
    for (const t of timers) clearInterval(t)
    return took
  }
}

const nth = (values: readonly number[], share: number): number =>
  values.toSorted((x, y) => x - y)[Math.floor(values.length * share)] ?? Number.NaN

async function hall(candidates: number): Promise<Hall> {
  const b = await benchServer(undefined, `exam ${candidates}`)
  const crowd = await crowdProcess()
  try {
    const exam = await layExam(b)
    await tell(crowd, { do: 'open', port: Number(new URL(b.url).port), tokens: b.tokens, exam, begin: span.begin })
    await tell(crowd, { do: 'sit', every: span.every })
    const leave = invigilator(b, exam)
    // the first rounds are for everybody to come into his time, and for the engine to get warm: an exam lasts longer than that
    await pause(span.warm)
    const [cpu, threads, started] = [b.cpu(), b.threads(), Date.now()]
    await pause(span.before)
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
    const { at, ms, whose, streams, lost, begun, opened, cpu: own } = await tell(crowd, { do: 'end' })
    const times = at.map((t, n) => ({ at: t, ms: ms[n] ?? 0 }))
    // what waited for the restart, and what all pages send at once after it, is the gap and not the rule
    const usual = times.filter((t) => t.at + t.ms < killed || t.at > back + span.every).map((t) => t.ms)
    const again = Array.from({ length: candidates }, () => Number.POSITIVE_INFINITY)
    times.forEach((t, n) => {
      const [saved, who] = [t.at + t.ms - back, whose[n] ?? 0]
      if (saved > 0) again[who] = Math.min(again[who] ?? 0, saved)
    })
    const over = times.filter((t) => t.at < back && t.at + t.ms > killed).map((t) => t.ms)
    return {
      lost,
      saves: times.length,
      p99: nth(usual, 0.99),
      gap: Math.max(...over, back - killed),
      away: back - killed,
      again,
      streams: streams.map((since) => Math.max(0, since - back)),
      looks: leave(),
      begun,
      opened,
      bare: await b.bareSave(),
      each: (used.all * 1000) / times.filter((t) => t.at + t.ms > started && t.at + t.ms < killed).length,
      server: used.all / seconds,
      calls: used.calls / seconds,
      database: used.database / seconds,
      crowd: own / ((Date.now() - started) / 1000 + (begun + span.warm) / 1000),
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
      { what: `${what}: an invigilator looks, longest`, value: Math.max(...h.looks), unit: 'ms', budget: '' },
      { what: `${what}: away over kill -9`, value: h.away / 1000, unit: 's', budget: '' },
      { what: `${what}: saved again after it was ready, half`, value: nth(h.again, 0.5) / 1000, unit: 's', budget: '' },
      { what: `${what}: saved again after it was ready, p99`, value: nth(h.again, 0.99) / 1000, unit: 's', budget: '' },
      {
        what: `${what}: all saved again after it was ready`,
        value: Math.max(...h.again) / 1000,
        unit: 's',
        budget: '≤ 5 s',
        held: Math.max(...h.again) <= budget.again,
      },
      {
        what: `${what}: streams open again after it was ready, p99`,
        value: nth(h.streams, 0.99) / 1000,
        unit: 's',
        budget: '',
      },
      { what: `${what}: longest wait over kill -9`, value: h.gap / 1000, unit: 's', budget: '' },
      { what: `${what}: processor of a save that is but its rows`, value: h.bare, unit: 'ms', budget: '' },
      { what: `${what}: processor of the server for a save`, value: h.each, unit: 'ms', budget: '' },
      {
        what: `${what}: the one is of the other`,
        value: h.each / h.bare,
        unit: 'times',
        budget: '≤ 4 times',
        held: h.each / h.bare <= budget.bare,
      },
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
