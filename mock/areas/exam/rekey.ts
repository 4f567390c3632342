/** Keys changed after an exam: what it would do, and doing it, sheet by sheet, in the background. */
import type { Byline } from '#src/contract/notice/byline.ts'
import { settledMark } from '#src/contract/exam/mark.ts'
import { keyChangeKindsOf, rejudged, worthOf } from '#src/contract/exam/rekey.ts'
import type { KeyChange, Rekey } from '#src/contract/exam/rekey.schema.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type DueHandlers, plan } from '#mock/db/due.ts'
import { Fail, type Handler, type Platform } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { isoTime, lockSheet, theExam } from './attempt.ts'
import { recordExamEvent, tellCandidates } from './invigilate.ts'
import { answersOf, updateAttemptTotal } from './judge.ts'
import { beforeRuling, marksOf, pastOf, putAside, restoreMarks } from './marks.ts'
import { type ExamData, lockRun, runsOf, examRunStateOf } from './run.ts'
import { itemKeyOf, type Papers, type LoadedPaper } from './sheet.ts'
import { bylines } from '../notice/byline.ts'

export interface RegradeTarget {
  exam: ExamData
  /** Variants that ask it. */
  variants: string[]
  /** The paper as it was written. */
  read: LoadedPaper
  score: number
  n: number
  change: KeyChange | undefined
  revision: number
}

/** The item of an exam that is over, with what stands in place of its key. Throws where it cannot be changed so. */
export async function toRekey(
  {
    q,
    platform,
    params,
    body,
  }: { q: Queryable; platform: Platform; params: { id: string }; body: { item: string; change: KeyChange } },
  papers: Papers,
): Promise<RegradeTarget> {
  const exam = await theExam(q, params.id)
  const run = (await runsOf(q, [params.id])).get(params.id)
  const { status } = examRunStateOf(exam, run, platform.now())
  const paper = await papers.variants(q, exam.paper_id)
  const variants = paper.variants.filter((v) => v.sections.some((s) => s.items.some((i) => i.id === body.item)))
  const [first] = variants
  if (!first) throw new Fail('not_found')
  if (status !== 'ended') throw new Fail('not_allowed_in_state', { status })
  const { rows: running } = await q.query('select 1 from exam_key where exam_id = $1 and finished_at is null limit 1', [
    params.id,
  ])
  if (running.length) throw new Fail('not_allowed_in_state', { status })
  const read = await papers.read(q, exam.paper_id, first.id)
  const items = first.sections.flatMap((s) => s.items)
  const at = items.findIndex((i) => i.id === body.item)
  const key = itemKeyOf(read, body.item)
  const { change } = body
  const known = new Set(key.options?.map((o) => o.id))
  if (
    !keyChangeKindsOf(key.type).includes(change.kind) ||
    (change.kind === 'options' && change.correct.some((id) => !known.has(id)))
  )
    throw new Fail('validation', { fields: [{ path: 'change', rule: 'unknown_reference' }] })
  const { rows: had } = await q.query<{ change: KeyChange; revision: number }>(
    'select change, revision from exam_key where exam_id = $1 and item = $2 order by revision desc limit 1',
    [params.id, body.item],
  )
  return {
    exam,
    variants: variants.map((v) => v.id),
    read,
    score: items[at]?.score ?? 0,
    n: at + 1,
    change: had[0]?.change,
    revision: had[0]?.revision ?? 0,
  }
}

/** Judges one item of one sheet again, which the caller has locked. What counted before stays in its history. */
async function apply(q: Queryable, papers: Papers, id: string, k: KeyRow, now: Date): Promise<void> {
  const sheet = await lockSheet(q, id, now)
  if (!sheet || sheet.row.status === 'ongoing' || sheet.row.status === 'pause') return
  const { row } = sheet
  const written = await papers.read(q, row.paper_id, row.variant)
  const score = written.paper.variants
    .find((v) => v.id === row.variant)
    ?.sections.flatMap((s) => s.items)
    .find((i) => i.id === k.item)?.score
  if (score === undefined) return
  const key = itemKeyOf(written, k.item)
  const answer = (await answersOf(q, id)).get(k.item) ?? null
  const points = rejudged(key, answer, score, k.change)
  if (points) {
    await putAside(q, { attempt: id, item: k.item }, 'rekey', now)
    await q.query(
      `insert into exam_mark (attempt_id, item, round, points, rule, version, revision, at) values ($1, $2, 0, $3, $4, $5, $6, $7)`,
      [id, k.item, points.points, points.rule, key.version, k.revision, now.toISOString()],
    )
  } else {
    const back = beforeRuling(await pastOf(q, [id], k.item))
    await putAside(q, { attempt: id, item: k.item }, 'rekey', now)
    await restoreMarks(q, back)
  }
  await updateAttemptTotal(q, sheet, await papers.of(q, row))
}

interface KeyRow {
  id: string
  exam_id: string
  item: string
  revision: number
  change: KeyChange
  reason: string
  at: string
  by: string
  total: number
  done: number
  reached: string
  finished_at: string | null
}
const shown = (k: KeyRow, author: Byline): Rekey => ({
  id: k.id,
  item: k.item,
  revision: k.revision,
  change: k.change,
  reason: k.reason,
  at: isoTime(k.at),
  author,
  total: k.total,
  done: k.done,
  finished_at: k.finished_at && isoTime(k.finished_at),
})

export const rekeys: Handler<'GET /exams/:id/rekeys'> = async ({ q, params }) => {
  await theExam(q, params.id)
  const { rows } = await q.query<KeyRow>(
    'select k.* from exam_key k where k.exam_id = $1 order by k.at desc, k.id desc limit 200',
    [params.id],
  )
  const by = await bylines(
    q,
    rows.map((k) => k.by),
  )
  return { items: rows.map((k) => shown(k, by(k.by, ''))) }
}

const rekeyDue = 'exam.rekey'
/** Sheets judged again in one transaction, so that markers wait for a moment only. */
const atOnce = 25

export const rekey =
  (papers: Papers): Handler<'POST /exams/:id/rekey'> =>
  async (c) => {
    const { q, who, platform, params, body } = c
    await lockRun(q, params.id)
    const found = await toRekey(c, papers)
    const now = platform.now()
    const { rows } = await q.query<{ n: number }>(
      'select count(*)::integer as n from exam_attempt where exam_id = $1 and variant = any($2::text[]) and handed_at is not null',
      [params.id, found.variants],
    )
    const id = platform.newId()
    const { rows: made } = await q.query<KeyRow>(
      `insert into exam_key (id, exam_id, item, revision, change, reason, at, by, total)
       values ($1, $2, $3, $4, $5::jsonb, $6, $7, $8, $9) returning *`,
      [
        id,
        params.id,
        body.item,
        found.revision + 1,
        JSON.stringify(body.change),
        body.reason,
        now.toISOString(),
        who.id,
        rows[0]?.n ?? 0,
      ],
    )
    await plan(q, rekeyDue, id, now)
    await recordExamEvent(c, { exam: params.id, kind: 're_evaluated', params: { n: found.n, reason: body.reason } })
    c.audit({
      entity: 'exam',
      id: params.id,
      before: { change: found.change ?? null },
      after: { change: body.change },
      details: { item: body.item, revision: found.revision + 1, reason: body.reason },
    })
    const [row] = made
    if (!row) throw new Fail('not_found')
    return shown(row, (await bylines(q, [who.id]))(who.id, who.name))
  }

export const rekeyingDue = (platform: Platform, papers: Papers): DueHandlers => ({
  async [rekeyDue](q, id) {
    const now = platform.now()
    const { rows: found } = await q.query<KeyRow>(
      'select * from exam_key where id = $1 and finished_at is null for update',
      [id],
    )
    const [k] = found
    if (!k) return
    const { rows } = await q.query<{ id: string }>(
      `select id from exam_attempt where exam_id = $1 and handed_at is not null and id > $2 order by id limit ${atOnce}`,
      [k.exam_id, k.reached],
    )
    for (const row of rows) await apply(q, papers, row.id, k, now)
    const over = rows.length < atOnce
    await q.query('update exam_key set done = least(total, done + $2), reached = $3, finished_at = $4 where id = $1', [
      id,
      over ? k.total : rows.length,
      rows.at(-1)?.id ?? k.reached,
      over ? now.toISOString() : null,
    ])
    if (!over) {
      await plan(q, rekeyDue, id, now)
      return
    }
    const { rows: people } = await q.query<{ user_id: string }>(
      'select distinct user_id from exam_attempt where exam_id = $1',
      [k.exam_id],
    )
    await tellCandidates(
      q,
      k.exam_id,
      people.map((p) => p.user_id),
    )
    await publish(q, 'exams', { screens: ['exam-scoring'] })
  },
})

/** Points of an item of each sheet as they stand and as they would be. */
export async function itemPoints(q: Queryable, f: RegradeTarget, item: string, ids: readonly string[], to: KeyChange) {
  const key = itemKeyOf(f.read, item)
  const { rows } = await q.query<{ attempt_id: string; answer: never }>(
    'select attempt_id, answer from exam_answer where item = $1 and attempt_id = any($2::text[])',
    [item, [...ids]],
  )
  const answers = new Map(rows.map((r) => [r.attempt_id, r.answer]))
  const marks = await marksOf(q, ids, item)
  const past = to.kind === 'as_was' ? await pastOf(q, ids, item) : []
  const by = <T extends { attempt_id: string }>(all: readonly T[]) => {
    const out = new Map<string, T[]>()
    for (const one of all) out.set(one.attempt_id, [...(out.get(one.attempt_id) ?? []), one])
    return out
  }
  const [now, before] = [by(marks), by(past)]
  const was = worthOf(f.score, f.change)
  return new Map(
    ids.map((id) => {
      const fresh = rejudged(key, answers.get(id) ?? null, f.score, to)
      return [
        id,
        {
          before: settledMark(now.get(id) ?? [], was, f.exam).points,
          after: fresh ? fresh.points : settledMark(beforeRuling(before.get(id) ?? []), f.score, f.exam).points,
        },
      ]
    }),
  )
}
