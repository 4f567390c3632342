/** People of the demonstration sit exams through the server's own handlers, by a clock of their own, so that sheets, trails and receipts are real. */
import type { ApiRoute } from '#src/contract/api.ts'
import { blanksFit } from '#src/contract/bank/answer.ts'
import type { Answer } from '#src/contract/bank/answer.schema.ts'
import { sheetCalled, sheetIdFor } from '#mock/areas/exam/anonymous.ts'
import { markingScreens } from '#src/contract/exam/exam.ts'
import type { ScreenName } from '#src/contract/screens/index.ts'
import { beginHandler } from '../../areas/exam/start.ts'
import { sheetsOf, type AttemptContext } from '../../areas/exam/attempt.ts'
import { closeAttempt } from '../../areas/exam/handIn.ts'
import { updateAttemptTotal } from '../../areas/exam/judge.ts'
import { restoreMarks } from '../../areas/exam/marks.ts'
import { answerObjection } from '../../areas/exam/objections.ts'
import { publishResults } from '../../areas/exam/results.ts'
import { lookAtResults } from '../../areas/exam/resultsDue.ts'
import { objected } from '../../areas/exam/review.ts'
import { saveAnswers } from '../../areas/exam/save.ts'
import {
  makePapers,
  idsInOrder,
  itemKeyOf,
  sheetOrderOf,
  type Papers,
  type LoadedPaper,
} from '../../areas/exam/sheet.ts'
import type { AuditRow } from '../../audit/row.ts'
import type { Queryable } from '../../db/db.ts'
import {
  type AuditEvent,
  batchOf,
  type Ctx,
  Fail,
  type Handler,
  type Platform,
  type Caller,
} from '../../http/request/handler.ts'
import type { Chance } from '../random.ts'
import { ability, answerOf } from './answers.ts'
import { writtenAnswerOf } from './texts.ts'

export interface Sitter {
  id: string
  username: string
  name: string
  role: string
  role_id: string
  org_id: string | null
  address: string
}
export interface ExamSeedContext {
  q: Queryable
  c: Chance
  platform: Platform
  papers: Papers
  /** What was done, for the audit trail. */
  done: AuditRow[]
}
/** Papers that nobody edits meanwhile: each is read once. */
function stillPapers(): Papers {
  const papers = makePapers()
  const kept = new Map<string, Promise<unknown>>()
  const once = <T>(key: string, read: () => Promise<T>): Promise<T> => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key is asked for by one reader
    const had = (kept.get(key) as Promise<T> | undefined) ?? read()
    kept.set(key, had)
    return had
  }
  const read: Papers['read'] = (q, id, variant, language = '') =>
    once(`${id} ${variant} ${language}`, () => papers.read(q, id, variant, language))
  return {
    variants: (q, id) => once(id, () => papers.variants(q, id)),
    read,
    // no key of theirs was ever changed
    of: (q, { paper_id, variant }, language) => read(q, paper_id, variant, language),
  }
}
export const groundOf = (q: Queryable, c: Chance, platform: Platform): ExamSeedContext => ({
  q,
  c,
  platform,
  papers: stillPapers(),
  done: [],
})

const bytes = (c: Chance, n: number): Buffer => Buffer.from(Array.from({ length: n }, () => c.between(0, 255)))

const desk: ReadonlySet<ScreenName> = new Set(['exam-manage', 'exam-edit', 'course-manage', ...markingScreens])
const nothing: ReadonlySet<ScreenName> = new Set()
export function callerOf({ id, username, name, role, role_id, org_id }: Sitter): Caller {
  const held = role === 'student' ? nothing : desk
  return {
    id,
    username,
    name,
    role_id,
    org_id,
    role_key: role,
    is_admin: role === 'super',
    grants: held,
    granted: held,
    changes: held,
    writable: held,
    licensed: held,
    org_line: org_id ? [org_id] : [],
    session: '',
    must_change: null,
  }
}

/** The audit trail, for what that person does at that time. */
const auditing =
  ({ c, done }: ExamSeedContext, who: Sitter, at: Date, action: string) =>
  ({ entity, id, ...more }: AuditEvent) =>
    void done.push({
      at,
      user_id: who.id,
      username: who.username,
      role: who.role,
      address: who.address,
      action,
      entity,
      entity_id: id,
      result: 'done',
      code: null,
      request_id: c.id(at),
      ...more,
    })

/** What a handler is given, as if that person had called at that time. */
export const callAs = <Params extends object, Query, Body>(
  { q, c, platform }: Pick<ExamSeedContext, 'q' | 'c' | 'platform'>,
  who: Sitter,
  at: Date,
  { params, query, body }: { params: Params; query: Query; body: Body },
  { request_id = '', audit = () => undefined }: { request_id?: string; audit?: (entry: AuditEvent) => void } = {},
) => ({
  q,
  who: callerOf(who),
  platform: { ...platform, now: () => at, newId: () => c.id(at), random: (n: number) => bytes(c, n) },
  meta: {
    request_id,
    address: who.address,
    agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0',
    origin: undefined,
  },
  arrived: at,
  params,
  body,
  query,
  stream: undefined,
  audit,
  after: () => undefined,
})

const calling = <Body>(g: ExamSeedContext, who: Sitter, at: Date, action: string, params: { id: string }, body: Body) =>
  callAs(
    g,
    who,
    at,
    { params, query: undefined, body },
    { request_id: g.c.id(at), audit: auditing(g, who, at, action) },
  )

export interface AttemptScript {
  /** Minutes after the exam began. */
  begins: number
  /** Minutes he writes, to the last where the clock hands in; undefined: still at it, so many answers saved. */
  writes: number | undefined
  /** Share of the sheet he gets through. */
  through?: number
  saves?: number
  /** How good he is, in deviations from the middle; by chance when left out. */
  able?: number
}
const minutes = (at: Date, n: number): Date => new Date(at.getTime() + n * 60_000)

function answersFor(
  g: ExamSeedContext,
  read: LoadedPaper,
  sheet: Pick<AttemptContext, 'row'>,
  { through = 1, able = ability(g.c) }: AttemptScript,
) {
  const ids = idsInOrder(sheetOrderOf(read, sheet.row))
  return ids.slice(0, Math.ceil(ids.length * through)).flatMap((item) => {
    const answer: Answer | null = answerOf(g.c, itemKeyOf(read, item), read.items.asked.get(item)?.title ?? '', able)
    return answer ? [{ item, answer, marked: g.c.hit(0.06) }] : []
  })
}

/** What all of them are answered. Calls of one moment share their statements, as those of a hall do. */
async function all<R extends ApiRoute>(handler: Handler<R>, calls: readonly Ctx<R>[]) {
  const run = batchOf(handler)
  if (!run) throw new Error('these calls are made one by one')
  const out = calls.length ? await run(calls) : []
  return out.map((one) => {
    if (one instanceof Fail) throw one
    return one
  })
}

/** Several people's ways through one exam. @returns their attempts, in their order */
export async function sit(
  g: ExamSeedContext,
  exam: string,
  start: Date,
  people: readonly (readonly [who: Sitter, way: AttemptScript])[],
): Promise<string[]> {
  const { c, papers, q } = g
  const those = people.map(([who, way]) => ({
    who,
    way,
    began: minutes(start, way.begins),
    writer: `page-${bytes(c, 6).toString('hex')}`,
  }))
  const begun = await all(
    beginHandler(papers),
    those.map(({ who, began, writer }) => calling(g, who, began, 'exam.begin', { id: exam }, { writer })),
  )
  const attempts = begun.map((b) => b.attempt)
  const sheets = await sheetsOf(q, attempts, start, true)
  const writing = []
  for (const [n, one] of those.entries()) {
    const id = attempts[n] ?? ''
    const sheet = sheets.get(id)
    if (!sheet) throw new Error('an attempt that was begun is gone')
    const read = await papers.read(q, sheet.row.paper_id, sheet.row.variant)
    const answers = answersFor(g, read, sheet, one.way)
    writing.push({ ...one, id, answers, times: Math.max(1, Math.min(one.way.saves ?? 2, answers.length)) })
  }
  for (let n = 0; n < Math.max(...writing.map((w) => w.times)); n++)
    await all(
      saveAnswers(papers),
      writing
        .filter((w) => n < w.times)
        .map(({ who, way, began, writer, id, answers, times }) => {
          const each = Math.ceil(answers.length / times)
          const some = answers.slice(n * each, (n + 1) * each)
          const sightings = c.hit(0.12) ? [{ what: 'focus_lost' as const, ago: c.between(2000, 40_000) }] : []
          const at = minutes(began, ((n + 1) * (way.writes ?? 12)) / (times + 0.2))
          const body = { epoch: 1, seq: n + 1, writer, answers: some, sightings }
          return calling(g, who, at, 'exam.save', { id }, body)
        }),
    )
  const written = await sheetsOf(q, attempts, start, true)
  for (const { who, way, began, id } of writing) {
    const sheet = written.get(id)
    if (way.writes === undefined || !sheet) continue
    const end = minutes(began, way.writes)
    const due = new Date(sheet.row.deadline_at)
    const by = end >= due ? 'time' : 'candidate'
    await closeAttempt(q, papers, sheet, { by }, by === 'time' ? due : end, end)
    if (by === 'candidate')
      auditing(g, who, end, 'exam.hand-in')({ entity: 'exam', id: exam, details: { attempt: id, by } })
  }
  return attempts
}

interface Open {
  attempt: string
  item: string
  answer: Answer
  score: number
  accepted: readonly (readonly string[])[]
}
/** Answers of an exam that wait for a person. */
export async function toMark(g: ExamSeedContext, exam: string): Promise<Open[]> {
  const { rows } = await g.q.query<{ id: string; item: string; answer: Answer; paper_id: string; variant: string }>(
    `select a.id, w.item, w.answer, a.paper_id, a.variant from exam_attempt a join exam_answer w on w.attempt_id = a.id and w.answer is not null
     where a.exam_id = $1 and a.status = 'to-be-scored' and not exists (select 1 from exam_mark m where m.attempt_id = a.id and m.item = w.item)
     order by a.id, w.item`,
    [exam],
  )
  const out: Open[] = []
  for (const r of rows) {
    const read = await g.papers.read(g.q, r.paper_id, r.variant)
    const asked = read.items.asked.get(r.item)
    out.push({
      attempt: r.id,
      item: r.item,
      answer: r.answer,
      score: asked?.score ?? 0,
      accepted: read.items.keys.get(r.item)?.answer.accepted ?? [],
    })
  }
  return out
}

/** Points a marker of some mildness gives. */
function opinion(c: Chance, { answer, score, accepted }: Open, mild: number): { points: number; comment: string } {
  if (answer.type === 'completion') {
    return { points: score * (blanksFit(accepted, answer) ?? 0), comment: '' }
  }
  const text = answer.type === 'short' || answer.type === 'operation' ? answer.text : ''
  const found = writtenAnswerOf(text)
  const share = Math.min(1, Math.max(0, (found?.share ?? 0) + mild + (c.hit(0.2) ? 0.1 : 0)))
  return { points: Math.round(share * score * 2) / 2, comment: c.hit(0.7) ? (found?.comment ?? '') : '' }
}

type Asking = { q: Queryable; platform: Pick<Platform, 'now'> }
/** The call as its marker makes it, who may know the sheet by another id. */
const byMarker = async <C extends Asking>(call: C, attempt: string) => ({
  ...call,
  params: { id: await sheetCalled(call, attempt) },
})

export interface Marking {
  marker: Sitter
  round: 1 | 2
  at: Date
  mild: number
}
/** Marks answers as their marker does, in one piece: what each of them would be told, and look up again, nobody hears here. */
export async function give(g: ExamSeedContext, open: readonly Open[], m: Marking): Promise<void> {
  const { q, c, papers } = g
  const sheets = await sheetsOf(q, [...new Set(open.map((o) => o.attempt))], m.at, true)
  let at = m.at
  const marks = []
  for (const one of open) {
    const sheet = sheets.get(one.attempt)
    if (sheet?.row.status !== 'to-be-scored') throw new Error('a sheet that nobody is to mark')
    at = new Date(at.getTime() + c.between(8, 70) * 1000)
    const { points, comment } = opinion(c, one, m.mild)
    const { row, exam } = sheet
    const { version } = itemKeyOf(await papers.of(q, row), one.item)
    const mark = { attempt_id: row.id, item: one.item, round: m.round, points, version, comment }
    marks.push({ ...mark, rule: 'marker', revision: 0, marker: m.marker.id, lines: [], at: at.toISOString() })
    const called = sheetIdFor({ numbered: exam.anonymous }, row)
    auditing(
      g,
      m.marker,
      at,
      'exam.mark',
    )({
      entity: 'exam',
      id: row.exam_id,
      before: { points: null },
      after: { points },
      details: { attempt: called, item: one.item, round: m.round },
    })
  }
  await restoreMarks(q, marks)
  for (const sheet of sheets.values()) await updateAttemptTotal(q, sheet, await papers.of(q, sheet.row))
  for (const { row, exam } of new Map([...sheets.values()].map((s) => [s.row.exam_id, s])).values())
    await lookAtResults(q, row.exam_id, exam)
}
export const publishDemoResults = (g: ExamSeedContext, exam: string, who: Sitter, at: Date) =>
  publishResults(calling(g, who, at, 'exam.publish', { id: exam }, {}))
export const objectTo = (
  g: ExamSeedContext,
  attempt: string,
  who: Sitter,
  at: Date,
  body: { item: string; text: string },
) => objected(calling(g, who, at, 'exam.object', { id: attempt }, body))
export async function replyTo(
  g: ExamSeedContext,
  attempt: string,
  who: Sitter,
  at: Date,
  body: { item: string; points: number; reply: string },
) {
  const call = calling(g, who, at, 'exam.answer-objection', { id: attempt }, body)
  return answerObjection(g.papers)(await byMarker(call, attempt))
}
