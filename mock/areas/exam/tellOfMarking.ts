/** Messages of marking: to who is named to mark, of an objection to who answers it, and of the answer to who objected. No candidate is named in any. */
import type { MessageParams } from '#src/contract/notice/message.ts'
import { countedTotal, gradeOf } from '#src/contract/exam/score.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { notify } from '../notice/notify.ts'
import { exams, type AttemptContext } from './attempt.ts'
import { keepersToDecide } from './invigilators.ts'
import { ableMarkers } from './markedBy.ts'
import { marksOf } from './marks.ts'
import type { ExamData } from './run.ts'

/** The exam was written: those hear of it who mark it from now on, but for whoever wrote it. */
export async function tellMarkers(
  q: Queryable,
  platform: Platform,
  { id, after, before, by }: { id: string; after: ExamData; before: ExamData | undefined; by: string },
): Promise<void> {
  const to = after.markers.filter((m) => m !== by && !before?.markers.includes(m))
  const link = { screen: 'exam-scoring', params: { examId: id } } as const
  if (to.length) await notify(q, platform, { to, kind: 'exam_marker', params: { exam: after.name }, link })
}

/** Those who decide where no marker is left, but for who judged it themselves; then the owner, who can name somebody. */
async function deciders(
  q: Queryable,
  platform: Platform,
  exam: string,
  judges: ReadonlySet<string | null>,
): Promise<string[]> {
  const free = (await keepersToDecide(q, platform, exam, judges)).map((p) => p.id)
  const owner = (await exams.get(q, exam))?.owner_id
  return free.length || !owner ? free : [owner]
}

/** None of the markers is left for an answer: those hear of it who decide, once for as many as wait until they read it. */
export async function tellWhoDecides(
  q: Queryable,
  platform: Platform,
  { row, exam }: AttemptContext,
  marks: readonly { marker: string | null }[],
): Promise<void> {
  const to = await deciders(q, platform, row.exam_id, new Set(marks.map((m) => m.marker)))
  const { rows: told } = await q.query<{ id: string }>(
    `select user_id as id from message where user_id = any($1::text[]) and kind = 'exam_undecided' and read_at is null
       and link->'params'->>'examId' = $2`,
    [to, row.exam_id],
  )
  const fresh = to.filter((id) => !told.some((t) => t.id === id))
  const link = { screen: 'exam-scoring', params: { examId: row.exam_id } } as const
  if (fresh.length) await notify(q, platform, { to: fresh, kind: 'exam_undecided', params: { exam: exam.name }, link })
}

/** Somebody objected: those hear of it who are named and did not give the points; where nobody is left, whoever decides. */
export async function tellWhoAnswers(
  q: Queryable,
  platform: Platform,
  { row, exam }: AttemptContext,
  item: string,
): Promise<void> {
  const judges = new Set((await marksOf(q, [row.id], item)).map((m) => m.marker))
  const named = (await ableMarkers(q, exam.markers)).filter((m) => !judges.has(m))
  const to = (named.length ? named : await deciders(q, platform, row.exam_id, judges)).filter(
    (id) => id !== row.user_id,
  )
  const link = { screen: 'exam-scoring', params: { examId: row.exam_id }, query: { tab: 'objections' } } as const
  if (to.length) await notify(q, platform, { to, kind: 'objection_made', params: { exam: exam.name }, link })
}

/** The grade of the candidate of a sheet as it stands. */
export async function gradeNow(q: Queryable, { row, exam }: AttemptContext): Promise<string> {
  const { rows } = await q.query<{ points: number; score: number }>(
    `select points, score from exam_attempt where exam_id = $1 and user_id = $2 and status = 'scored' order by n`,
    [row.exam_id, row.user_id],
  )
  const score = Math.max(0, ...rows.map((r) => r.score))
  const points = rows.length
    ? countedTotal(
        exam.attempt_rule,
        rows.map((r) => r.points),
      )
    : 0
  return gradeOf(score > 0 ? points / score : 0, { A: exam.grade_a, B: exam.grade_b, C: exam.grade_c })
}

/** What an answered objection changed, as far as the candidate may see it now. */
export interface Moved {
  /** The number of the question on the sheet. */
  n: number
  before: number | null
  after: number
  /** `same`, the new grade, or `hidden` while it is not told. */
  grade: string
}
export async function tellWhoObjected(
  q: Queryable,
  platform: Platform,
  { row, exam }: AttemptContext,
  moved: Moved | undefined,
): Promise<void> {
  const told = (kind: 'objection_answered' | 'objection_kept' | 'objection_moved', params: MessageParams) =>
    notify(q, platform, {
      to: [row.user_id],
      kind,
      params: { exam: exam.name, ...params },
      link: { screen: 'exam-review', params: { exam_id: row.exam_id }, query: { attempt: row.id } },
    })
  if (!moved) return told('objection_answered', {})
  const { n, before, after, grade } = moved
  return before === null || before === after
    ? told('objection_kept', { n, points: after })
    : told('objection_moved', { n, before, after, grade })
}
