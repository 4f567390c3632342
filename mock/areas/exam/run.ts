/** How exams stand by the server's clock. A status is never stored: it follows from the plan, what invigilators did, and now. */
import type { Exam } from '#src/contract/exam/exam.schema.ts'
import type { ExamStatus } from '#src/contract/exam/status.ts'
import { examEndOf, pausedBetween, type ExamTimes, type Pause } from '#src/contract/exam/time.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Add } from '#mock/crud/where.ts'

/** What of an exam is stored. */
export type ExamData = Omit<
  Exam,
  | 'status'
  | 'began_at'
  | 'end_at'
  | 'ended_at'
  | 'running'
  | 'for_me'
  | 'paper_name'
  | 'score'
  | 'items'
  | 'begun'
  | 'handed_in'
  | 'to_be_scored'
>

export interface ExamRun {
  exam_id: string
  started_at: string | null
  ended_at: string | null
  paused_from: string | null
  pauses: { from: number; to: number }[]
  published_at: string | null
  revision: number
  /** Of an exam whose results the clock shows: from when on nobody may write it, see `overSql`, in milliseconds since 1970. */
  over: number | null
}

const instant = (text: string | null | undefined): number | null => (text ? Date.parse(text) : null)

/** Times of an exam; undefined while it waits for somebody to start it. */
export function examTimesOf(e: ExamData, run: ExamRun | undefined): ExamTimes | undefined {
  const [planned, end] = [Date.parse(e.starts_at), Date.parse(e.ends_at)]
  const started = e.start_mode === 'clock' ? planned : instant(run?.started_at)
  if (started === null) return undefined
  const ended = instant(run?.ended_at)
  // the pause in which somebody ended it moves nothing any more
  const pauses: Pause[] = (run?.pauses ?? []).filter((p) => p.to !== ended)
  const since = instant(run?.paused_from)
  if (since !== null) pauses.push({ from: since, to: null })
  return {
    start: started,
    // the instant at which somebody ended it, seen from before the pauses that count for every other end
    end: ended === null ? started + (end - planned) : ended - pausedBetween(pauses, started, ended),
    duration: e.duration === null ? null : e.duration * 60_000,
    late: e.late === null ? null : e.late * 60_000,
    early: e.early * 60_000,
    pauses,
    ended: ended !== null,
  }
}

export interface ExamRunState {
  status: ExamStatus
  times: ExamTimes | undefined
  began_at: string | null
  end_at: string | null
}
export function examRunStateOf(e: ExamData, run: ExamRun | undefined, now: Date): ExamRunState {
  const times = examTimesOf(e, run)
  const at = now.getTime()
  if (!times) return { status: run?.ended_at ? 'ended' : 'not-started', times, began_at: null, end_at: null }
  const end = examEndOf(times, at)
  const status =
    at < times.start && !run?.ended_at ? 'not-started' : at >= end ? 'ended' : run?.paused_from ? 'pause' : 'ongoing'
  return {
    status,
    times,
    began_at: new Date(times.start).toISOString(),
    end_at: new Date(end).toISOString(),
  }
}

const start = `(case when t.data->>'start_mode' = 'clock' then (t.data->>'starts_at')::timestamptz else r.started_at end)`
const end = `(${start} + ((t.data->>'ends_at')::timestamptz - (t.data->>'starts_at')::timestamptz) + r.paused_ms * interval '1 millisecond')`

/**
 * A condition on `t`: somebody with more minutes than the others may begin it, although it has ended for them. It is `mayBegin` for whole exams:
 * one that an invigilator ended is over for everybody, and so it is for who has used up his attempts or comes too late.
 */
export const mayBeginStill = (now: Date, add: Add): string => {
  const at = `${add(now.toISOString())}::timestamptz`
  return `exists (select 1 from exam_run r join exam_extra x on x.exam_id = r.exam_id where r.exam_id = t.id and r.ended_at is null
    and ${end} + x.minutes * interval '1 minute' > ${at}
    and (t.data->>'late' is null or ${start} + (t.data->>'late')::integer * interval '1 minute' + r.paused_ms * interval '1 millisecond' >= ${at})
    and (select count(*) from exam_attempt h where h.exam_id = t.id and h.user_id = x.user_id) < coalesce((t.data->>'attempts')::integer, 1))`
}

/** A condition on `t`: it was over for everybody before an instant. */
export const endedBefore = (instant: string): string =>
  `exists (select 1 from exam_run r where r.exam_id = t.id and least(r.ended_at, case when r.paused_from is null then ${end} end) < ${instant})`

/** Somebody may sit an exam `t`, or has: one that is planned for nobody yet keeps nothing back from anybody. */
export const isMeantSql = `(t.open or t.id in (select m.entity_id from audience m where m.resource = 'exam')
    or t.id in (select m.exam_id from exam_attempt m))`

/**
 * From when on nobody may write an exam `t` with its run `r`, as it stands: the instant at which `inStatuses` and `mayBeginStill` end to say
 * otherwise, `infinity` while a sheet is open, whatever the plan says.
 */
export const overSql = `(case
    when t.id in (select o.exam_id from exam_attempt o where o.status in ('ongoing', 'pause')) then 'infinity'::timestamptz
    when r.exam_id is null or r.ended_at is not null then '-infinity'
    when ${end} is null or r.paused_from is not null then 'infinity'
    else greatest(${start}, ${end}, (select max(least(${end} + x.minutes * interval '1 minute',
      ${start} + (t.data->>'late')::integer * interval '1 minute' + r.paused_ms * interval '1 millisecond' + interval '1 microsecond'))
      from exam_extra x where x.exam_id = t.id
        and (select count(*) from exam_attempt h where h.exam_id = t.id and h.user_id = x.user_id) < coalesce((t.data->>'attempts')::integer, 1))) end)`

/** `Run.over` of an exam `t` with its run `r`: as a number that JSON and dates can say. Nobody asks for it in most exams, and it costs. */
export const runOverSql = `case when r.published_at is null and t.data->>'results_at' is not null
    then least(greatest(date_part('epoch', ${overSql}) * 1000, 0), 8.64e15) end`
const columns = `r.exam_id, r.started_at, r.ended_at, r.paused_from, r.pauses, r.published_at, r.revision, ${runOverSql} as over`
const withPlan = 'exam_run r left join r_exam t on t.id = r.exam_id'

export async function runsOf(q: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, ExamRun>> {
  if (!ids.length) return new Map()
  const { rows } = await q.query<ExamRun>(`select ${columns} from ${withPlan} where r.exam_id = any($1::text[])`, [
    [...ids],
  ])
  return new Map(rows.map((r) => [r.exam_id, r]))
}
/** Locked, so that whoever begins, pauses or ends one does it after the other. */
export async function lockRun(q: Queryable, id: string): Promise<ExamRun | undefined> {
  const { rows } = await q.query<ExamRun>(`select ${columns} from ${withPlan} where r.exam_id = $1 for update of r`, [
    id,
  ])
  return rows[0]
}

/** The status at an instant of an exam `t` with its run `r`. */
export const statusSql = (at: string): string => `(case
    when r.ended_at is not null then 'ended'
    when ${start} is null or ${at} < ${start} then 'not-started'
    when r.paused_from is not null then 'pause'
    when ${at} >= ${end} then 'ended'
    else 'ongoing' end)`

/** The same as a condition on rows of the table of exams, for lists: `t` is the exam. */
export function inStatuses(statuses: readonly string[], now: Date, add: Add): string {
  const at = `${add(now.toISOString())}::timestamptz`
  return `exists (select 1 from exam_run r where r.exam_id = t.id and ${statusSql(at)} = any(${add([...statuses])}::text[]))`
}
