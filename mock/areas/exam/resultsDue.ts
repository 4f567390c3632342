/** Results that the clock shows: each candidate hears of his own once, when the time has come and all he wrote is marked. */
import type { Queryable } from '#mock/db/db.ts'
import { cancelDue, type DueHandlers, plan } from '#mock/db/due.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { notify } from '../notice/notify.ts'
import { recordExamResults } from '../record/exam.ts'
import { exams } from './attempt.ts'
import { type ExamData, runsOf } from './run.ts'
import { wholeDocument } from '#mock/crud/documents.ts'

const resultsDue = 'exam.results'
/** Milliseconds. */
const lookAgain = 60_000
type Planned = Pick<ExamData, 'results_at' | 'kind'>
const instantOf = ({ results_at, kind }: Planned): Date | undefined =>
  results_at && kind !== 'practice' ? new Date(results_at) : undefined

/** The plan of an exam was written. */
export async function planResults(q: Queryable, examId: string, exam: Planned): Promise<void> {
  const at = instantOf(exam)
  if (at) await plan(q, resultsDue, examId, at)
  else await cancelDue(q, resultsDue, examId)
}
/** Something of a sheet was marked: results that are out already may be whole now. Nobody who marks waits for another here. */
export async function lookAtResults(q: Queryable, examId: string, exam: Planned): Promise<void> {
  const at = instantOf(exam)
  if (at)
    await q.query('insert into due (kind, ref, at) values ($1, $2, $3) on conflict (kind, ref) do nothing', [
      resultsDue,
      examId,
      at.toISOString(),
    ])
}

/** Notes who is told now. @returns those who had not been */
export async function toldNow(q: Queryable, examId: string, users: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await q.query<{ user_id: string }>(
    `insert into exam_told (exam_id, user_id, at) select $1, u, $3 from unnest($2::text[]) as u order by u
     on conflict do nothing returning user_id`,
    [examId, [...users], now.toISOString()],
  )
  return rows.map((r) => r.user_id)
}

/** Results are out for these: they hear of it, and it is in their records. */
export async function tellResults(
  q: Queryable,
  platform: Platform,
  { exam: { id, version, data }, to }: { exam: { id: string; version: number; data: ExamData }; to: readonly string[] },
): Promise<void> {
  await recordExamResults(q, platform, { id, version, exam: data, to })
  await notify(q, platform, {
    to,
    kind: 'exam_published',
    params: { exam: data.name },
    link: { screen: 'exam-guide', params: { exam_id: id } },
  })
}

export const resultsDueHandlers = (platform: Platform): DueHandlers => ({
  async [resultsDue](q, examId) {
    const found = await exams.get(q, examId)
    const exam = found && wholeDocument<ExamData>(found.data)
    const at = exam && instantOf(exam)
    const now = platform.now()
    // the plan has changed meanwhile
    if (!at || at.getTime() > now.getTime()) return
    // somebody still writes, or may: by a pause or a sheet that is opened again that changes at any time
    const over = (await runsOf(q, [examId])).get(examId)?.over ?? 0
    if (over > now.getTime()) {
      await plan(q, resultsDue, examId, new Date(Math.min(over, now.getTime() + lookAgain)))
      return
    }
    const { rows } = await q.query<{ user_id: string }>(
      `select user_id from exam_attempt where exam_id = $1 group by user_id having bool_and(status = 'scored')`,
      [examId],
    )
    const to = await toldNow(
      q,
      examId,
      rows.map((r) => r.user_id),
      now,
    )
    if (to.length) await tellResults(q, platform, { exam: { id: examId, version: found.version, data: exam }, to })
  },
})
