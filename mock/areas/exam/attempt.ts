/** Rows of attempts, and the right to them: a sheet is its candidate's alone. */
import type { AttemptStatus, ExamStatus } from '#src/contract/exam/status.ts'
import type { AttemptState } from '#src/contract/exam/attempt.schema.ts'
import { deadlineOf, type ExamTimes } from '#src/contract/exam/time.ts'
import { documents, wholeDocument } from '#mock/crud/documents.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Platform, type Caller } from '#mock/http/request/handler.ts'
import {
  type ExamData,
  lockRun,
  type ExamRun,
  runOverSql,
  examRunStateOf,
  type ExamRunState,
  examTimesOf,
} from './run.ts'

export const exams = documents('exam')

/** The exam as it is stored. Throws when there is none. */
export async function theExam(q: Queryable, id: string): Promise<ExamData> {
  const doc = await exams.get(q, id)
  if (!doc) throw new Fail('not_found')
  return wholeDocument<ExamData>(doc.data)
}

export interface AttemptRow {
  id: string
  /** What it is called to those who mark without names. */
  marking_id: string
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
  /** The invigilator who did. */
  handed_by_id: string | null
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
export interface AttemptContext {
  row: AttemptRow
  exam: ExamData
  run: ExamRun | undefined
  standing: ExamRunState
  messages: Message[]
}
interface Message {
  id: string
  at: string
  text: string
  /** Of the platform's own words: extra minutes that were given, in all. */
  minutes: number | null
}

const columns = `a.id, a.exam_id, a.user_id, a.n, a.paper_id, a.variant, a.seed, a.status, a.began_at, a.deadline_at, a.handed_at, a.handed_by, a.handed_by_id,
  a.extra, a.reopened, a.writer, a.epoch, a.seq, a.chain, a.saves, a.saved_at, a.heard_at, a.position, a.answered, a.focus_lost, a.items, a.score,
  a.points, a.open, a.marking_id`
// what was said since his last attempt ended is news to him, also what came before he began this one
const heardSql = `(select max(p.handed_at) from exam_attempt p where p.exam_id = a.exam_id and p.user_id = a.user_id and p.n < a.n) as heard_until`
const sheetsSql = `select ${columns}, ${heardSql} from exam_attempt a where a.id = any($1::text[]) order by a.id`
// asked for by one id each: of a list the engine expects several and plans anew every time, which costs more than the answer
const examSql = `select t.id, t.data as exam, to_jsonb(r) || jsonb_build_object('over', ${runOverSql}) as run
  from r_exam t left join exam_run r on r.exam_id = t.id where t.id = $1`
const messagesSql = `select m.id, m.exam_id, m.user_id, m.at, coalesce(m.params->>'text', '') as text, (m.params->>'minutes')::integer as minutes from exam_event m
  where m.kind = 'message' and m.exam_id = any($1::text[]) and (m.user_id is null or m.user_id = any($2::text[])) order by m.at, m.id`

/** Attempts by id, with what belongs to them; `lock`: for a change. Asked for all candidates of a moment at once. */
export async function sheetsOf(
  q: Queryable,
  ids: readonly string[],
  now: Date,
  lock = false,
): Promise<ReadonlyMap<string, AttemptContext>> {
  const attempts = await q.query<AttemptRow & { heard_until: string | null }>(
    lock ? `${sheetsSql} for update of a` : sheetsSql,
    [[...new Set(ids)]],
  )
  const [examIds, users] = [new Set(attempts.rows.map((r) => r.exam_id)), new Set(attempts.rows.map((r) => r.user_id))]
  const [messages, ...exams] = await Promise.all([
    q.query<Message & { exam_id: string; user_id: string | null }>(messagesSql, [[...examIds], [...users]]),
    ...[...examIds].map((id) => q.query<{ id: string; exam: ExamData; run: ExamRun | null }>(examSql, [id])),
  ])
  const of = new Map(
    exams
      .flatMap((read) => read.rows)
      .map(({ id, exam, run }) => [
        id,
        { exam, run: run ?? undefined, standing: examRunStateOf(exam, run ?? undefined, now) },
      ]),
  )
  return new Map(
    attempts.rows.flatMap(({ heard_until, ...row }) => {
      const exam = of.get(row.exam_id)
      const said = messages.rows.filter(
        (m) =>
          m.exam_id === row.exam_id &&
          (m.user_id ?? row.user_id) === row.user_id &&
          (heard_until === null || m.at > heard_until),
      )
      return exam
        ? [[row.id, { row, ...exam, messages: said.map(({ id, at, text, minutes }) => ({ id, at, text, minutes })) }]]
        : []
    }),
  )
}
/** What a candidate who writes nothing has been told since his last attempt ended, or at all. */
export async function messagesFor(
  q: Queryable,
  examId: string,
  userId: string,
  until: string | null,
): Promise<AttemptState['messages']> {
  const { rows } = await q.query<Message>(messagesSql, [[examId], [userId]])
  return rows
    .filter((m) => until === null || m.at > until)
    .map(({ id, at, text, minutes }) => ({ id, at: isoTime(at), text, minutes }))
}
const one = async (q: Queryable, id: string, now: Date, lock: boolean): Promise<AttemptContext | undefined> =>
  (await sheetsOf(q, [id], now, lock)).get(id)

interface Asking {
  q: Queryable
  who: Caller
  platform: Platform
}
/** Refuses anybody else's attempt: it is not there. */
function ownOf(sheet: AttemptContext | undefined, who: Caller): AttemptContext {
  if (sheet?.row.user_id !== who.id) throw new Fail('not_found')
  return sheet
}
/** The caller's own attempt. `lock`: for a change. */
export const ownSheet = async ({ q, who, platform }: Asking, id: string, lock = false): Promise<AttemptContext> =>
  ownOf(await one(q, id, platform.now(), lock), who)
/** An answer, or the refusal, of each call on an attempt of its caller; what each is answered is worked out from the sheet. */
export async function eachOwn<C extends Asking & { params: { id: string } }, T>(
  calls: readonly C[],
  sheets: ReadonlyMap<string, AttemptContext>,
  answer: (c: C, sheet: AttemptContext) => T | Promise<T>,
): Promise<(T | Fail)[]> {
  const out: (T | Fail)[] = []
  for (const c of calls)
    try {
      out.push(await answer(c, ownOf(sheets.get(c.params.id), c.who)))
    } catch (e) {
      if (!(e instanceof Fail)) throw e
      out.push(e)
    }
  return out
}
/** The attempts that calls of one moment are about. */
export const sheetsFor = ([first, ...more]: readonly (Asking & { params: { id: string } })[], lock = false) =>
  first
    ? sheetsOf(
        first.q,
        [first, ...more].map((c) => c.params.id),
        first.platform.now(),
        lock,
      )
    : Promise.resolve(new Map<string, AttemptContext>())
/** Any attempt, as it is. */
export const sheetNow = (q: Queryable, id: string, now: Date): Promise<AttemptContext | undefined> =>
  one(q, id, now, false)
/** Any attempt, locked: for the clock and for invigilators. */
export const lockSheet = (q: Queryable, id: string, now: Date): Promise<AttemptContext | undefined> =>
  one(q, id, now, true)

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
export const attemptStateOf = ({ row, run, standing, messages }: AttemptContext, now: Date): AttemptState => ({
  now: now.toISOString(),
  status: shownStatus(row, standing.status),
  exam_status: standing.status,
  deadline_at: isoTime(row.deadline_at),
  revision: run?.revision ?? 1,
  epoch: row.epoch,
  messages: messages.map((m) => ({ ...m, at: isoTime(m.at) })),
  focus_lost: row.focus_lost,
})
export const isoTime = (at: string): string => new Date(at).toISOString()
const shownStatus = (row: AttemptRow, exam: ExamStatus): AttemptStatus =>
  row.status === 'ongoing' && exam === 'pause' ? 'pause' : row.status

/** Seconds in which answers that were on their way when a pause began are still taken. */
const underway = 10

/** Whether the time of an attempt has run out; a pause stops that of those who still had some when it began. */
export const isTimeUp = ({ row, run }: Pick<AttemptContext, 'row' | 'run'>, now: Date): boolean =>
  Date.parse(row.deadline_at) <= Math.min(now.getTime(), run?.paused_from ? Date.parse(run.paused_from) : Infinity)

/** Refuses what only an open attempt takes. The instant of arrival decides. */
export function stillOpen(sheet: AttemptContext, arrived: Date): void {
  const { row, run } = sheet
  if (row.status !== 'ongoing' && row.status !== 'pause') throw new Fail('attempt_handed_in')
  if (isTimeUp(sheet, arrived)) throw new Fail('exam_over')
  const pause = run?.paused_from
  if (pause && arrived.getTime() > Date.parse(pause) + underway * 1000) throw new Fail('exam_paused')
}
/** @param page that saves, goes on or hands in: its name is told to nobody else, so that whoever signs in beside it must take over and is seen to */
export function sameWriter({ row }: AttemptContext, page: { epoch: number; writer: string }): void {
  if (row.epoch !== page.epoch || row.writer !== page.writer) throw new Fail('attempt_taken_over', { epoch: row.epoch })
}

/**
 * Works out the deadlines of all open attempts anew: the plan, a pause or somebody's time has changed. Time that is taken back ends now
 * (in a pause, when that began), not in the past: what was written in it, and is still on its way, was written in time.
 */
export async function settleDeadlines(q: Queryable, examId: string, exam: ExamData, now: Date): Promise<void> {
  const run = await lockRun(q, examId)
  const times = examTimesOf(exam, run)
  if (!times) return
  const { rows } = await q.query<Pick<AttemptRow, 'id' | 'began_at' | 'extra'> & { more: number }>(
    `select a.id, a.began_at, a.extra, coalesce(x.minutes, 0) as more from exam_attempt a
     left join exam_extra x on x.exam_id = a.exam_id and x.user_id = a.user_id
     where a.exam_id = $1 and a.status in ('ongoing', 'pause') order by a.id for update of a`,
    [examId],
  )
  if (rows.length)
    await q.query(
      `update exam_attempt a set deadline_at = greatest(w.at, least(a.deadline_at, $2))
       from jsonb_to_recordset($1::jsonb) as w(id text, at timestamptz) where a.id = w.id`,
      [
        JSON.stringify(rows.map((r) => ({ id: r.id, at: deadline(times, r, r.more, now).toISOString() }))),
        (run?.paused_from ? new Date(run.paused_from) : now).toISOString(),
      ],
    )
}

/** The condition of `isAnswered` in SQL, of the answer in a column. */
export const isAnsweredSql = (column: string): string =>
  `(${column} is not null and not exists (select 1 from jsonb_array_elements_text(${column}->'blanks') as b(t) where b.t !~ '[^[:space:]]'))`
