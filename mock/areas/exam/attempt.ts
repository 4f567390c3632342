/** Rows of attempts, and the right to them: a sheet is its candidate's alone. */
import type { AttemptStatus, ExamStatus } from '#src/contract/exam/status.ts'
import type { AttemptState } from '#src/contract/exam/attempt.schema.ts'
import { deadlineOf, type ExamTimes } from '#src/contract/exam/time.ts'
import { documents } from '#mock/crud/documents.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Platform, type Who } from '#mock/http/handler.ts'
import { type ExamData, lockRun, type Run, standingOf, type Standing, timesOf } from './run.ts'

export const exams = documents('exam')

/** The exam as it is stored. Throws when there is none. */
export async function theExam(q: Queryable, id: string): Promise<ExamData> {
  const doc = await exams.get(q, id)
  if (!doc) throw new Fail('not_found')
  return doc.data as ExamData
}

export interface AttemptRow {
  id: string
  exam_id: string
  user_id: string
  n: number
  paper_id: string
  variant: string
  seed: string
  status: AttemptStatus
  began_at: string
  deadline_at: string
  handed_at: string | null
  handed_by: 'candidate' | 'time' | 'invigilator' | null
  extra: number
  /** How often somebody opened it again. */
  reopened: number
  writer: string
  epoch: number
  seq: number
  chain: string
  saves: number
  saved_at: string | null
  heard_at: string
  position: number
  answered: number
  focus_lost: number
  items: number
  score: number
  points: number | null
  open: number
}

/** An attempt with its exam, as a call on it needs them. */
export interface Sheet {
  row: AttemptRow
  exam: ExamData
  run: Run | undefined
  standing: Standing
  messages: Message[]
}
export interface Message {
  id: string
  at: string
  text: string
}

interface Found {
  attempt: AttemptRow
  exam: ExamData
  run: Run | null
  messages: Message[] | null
}
/** One statement: it is asked with every save of every candidate. */
async function find(
  q: Queryable,
  condition: string,
  params: readonly unknown[],
  now: Date,
): Promise<Sheet | undefined> {
  const { rows } = await q.query<Found>(
    `select to_jsonb(a) as attempt, e.data as exam, to_jsonb(r) as run,
       (select jsonb_agg(jsonb_build_object('id', m.id, 'at', m.at, 'text', m.params->>'text') order by m.at, m.id) from exam_event m
        where m.exam_id = a.exam_id and (m.user_id = a.user_id or m.user_id is null) and m.kind = 'message' and m.at >= a.began_at) as messages
     from exam_attempt a join r_exam e on e.id = a.exam_id left join exam_run r on r.exam_id = a.exam_id where ${condition}`,
    params,
  )
  const [found] = rows
  if (!found) return undefined
  const { attempt: row, exam, messages } = found
  const run = found.run ?? undefined
  return { row, exam, run, standing: standingOf(exam, run, now), messages: messages ?? [] }
}

interface Asking {
  q: Queryable
  who: Who
  platform: Platform
}
/** The caller's own attempt; anybody else's is not there. `lock`: for a change. */
export async function ownSheet({ q, who, platform }: Asking, id: string, lock = false): Promise<Sheet> {
  const sheet = await find(
    q,
    `a.id = $1 and a.user_id = $2${lock ? ' for update of a' : ''}`,
    [id, who.id],
    platform.now(),
  )
  if (!sheet) throw new Fail('not_found')
  return sheet
}
/** Any attempt, as it is. */
export const sheetNow = (q: Queryable, id: string, now: Date): Promise<Sheet | undefined> =>
  find(q, 'a.id = $1', [id], now)
/** Any attempt, locked: for the clock and for invigilators. */
export const lockSheet = (q: Queryable, id: string, now: Date): Promise<Sheet | undefined> =>
  find(q, 'a.id = $1 for update of a', [id], now)

/** Minutes a candidate has beyond the others'. */
export async function extraOf(q: Queryable, examId: string, userId: string): Promise<number> {
  const { rows } = await q.query<{ minutes: number }>(
    'select minutes from exam_extra where exam_id = $1 and user_id = $2',
    [examId, userId],
  )
  return rows[0]?.minutes ?? 0
}

/** When the attempt is handed in by the clock, as things stand. */
export const deadline = (
  times: ExamTimes,
  row: Pick<AttemptRow, 'began_at' | 'extra'>,
  extra: number,
  now: Date,
): Date => new Date(deadlineOf(times, Date.parse(row.began_at), (extra + row.extra) * 60_000, now.getTime()))

/** What the page of a candidate is told with every answer. */
export const stateOf = ({ row, run, standing, messages }: Sheet, now: Date): AttemptState => ({
  now: now.toISOString(),
  status: shownStatus(row, standing.status),
  exam_status: standing.status,
  deadline_at: iso(row.deadline_at),
  revision: run?.revision ?? 1,
  epoch: row.epoch,
  messages: messages.map((m) => ({ ...m, at: iso(m.at) })),
})
export const iso = (at: string): string => new Date(at).toISOString()
const shownStatus = (row: AttemptRow, exam: ExamStatus): AttemptStatus =>
  row.status === 'ongoing' && exam === 'pause' ? 'pause' : row.status

/** Seconds in which answers that were on their way when a pause began are still taken. */
const underway = 10

/** Refuses what only an open attempt takes. The instant of arrival decides. */
export function stillOpen({ row, run }: Sheet, now: Date): void {
  if (row.status !== 'ongoing' && row.status !== 'pause') throw new Fail('attempt_handed_in')
  const pause = run?.paused_from
  if (pause && now.getTime() > Date.parse(pause) + underway * 1000) throw new Fail('exam_paused')
  if (!pause && now.getTime() >= Date.parse(row.deadline_at)) throw new Fail('exam_over')
}
export function sameWriter({ row }: Sheet, epoch: number): void {
  if (row.epoch !== epoch) throw new Fail('attempt_taken_over', { epoch: row.epoch })
}

/** Works out the deadlines of all open attempts anew: the plan, a pause or somebody's time has changed. */
export async function settleDeadlines(q: Queryable, examId: string, exam: ExamData, now: Date): Promise<void> {
  const run = await lockRun(q, examId)
  const times = timesOf(exam, run)
  if (!times) return
  const { rows } = await q.query<Pick<AttemptRow, 'id' | 'began_at' | 'extra'> & { more: number }>(
    `select a.id, a.began_at, a.extra, coalesce(x.minutes, 0) as more from exam_attempt a
     left join exam_extra x on x.exam_id = a.exam_id and x.user_id = a.user_id
     where a.exam_id = $1 and a.status in ('ongoing', 'pause') order by a.id for update of a`,
    [examId],
  )
  if (rows.length)
    await q.query(
      `update exam_attempt a set deadline_at = w.at from jsonb_to_recordset($1::jsonb) as w(id text, at timestamptz) where a.id = w.id`,
      [JSON.stringify(rows.map((r) => ({ id: r.id, at: deadline(times, r, r.more, now).toISOString() })))],
    )
}
