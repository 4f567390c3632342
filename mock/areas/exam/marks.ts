/** Who may mark what: rounds of an item, and the marker whose turn it is. */
import { type MarkingRules, rounds, settled } from '#src/contract/exam/mark.ts'
import type { QuestionType } from '#src/contract/bank/question.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Who } from '#mock/http/handler.ts'
import { theExam } from './attempt.ts'
import type { ExamData } from './run.ts'

export interface MarkLine {
  attempt_id: string
  item: string
  round: number
  points: number
  rule: string
  marker: string | null
  marker_name: string | null
  comment: string
  at: string
}
export async function marksOf(q: Queryable, attempts: readonly string[], item?: string): Promise<MarkLine[]> {
  const { rows } = await q.query<MarkLine>(
    `select m.attempt_id, m.item, m.round, m.points, m.rule, m.marker, m.comment, m.at,
       coalesce(nullif(u.data->>'name', ''), u.data->>'username') as marker_name
     from exam_mark m left join r_user u on u.id = m.marker
     where m.attempt_id = any($1::text[]) and ($2::text is null or m.item = $2) order by m.attempt_id, m.item, m.round`,
    [[...attempts], item ?? null],
  )
  return rows
}

export function byAttempt(marks: readonly MarkLine[]): ReadonlyMap<string, MarkLine[]> {
  const out = new Map<string, MarkLine[]>()
  for (const m of marks) out.set(m.attempt_id, [...(out.get(m.attempt_id) ?? []), m])
  return out
}

/** What a person judges; the rest is judged by its key. */
export const isMarked = (type: QuestionType): boolean =>
  type === 'short' || type === 'completion' || type === 'operation'

/** The exam, for somebody who marks it. Throws when others were named. */
export async function markingExam(q: Queryable, who: Who, id: string): Promise<ExamData> {
  const exam = await theExam(q, id)
  if (exam.markers.length && !exam.markers.includes(who.id) && !who.is_admin) throw new Fail('no_operation_permission')
  return exam
}

/** The round in which this person may mark now: his own again, or the one that waits and none of his came before. */
export function turnOf(
  marks: readonly Pick<MarkLine, 'round' | 'points' | 'marker'>[],
  score: number,
  rules: MarkingRules,
  marker: string,
): number | null {
  const own = marks.find((m) => m.marker === marker && m.round <= rounds.third)
  const later = marks.some((m) => m.round > (own?.round ?? rounds.objection))
  if (own) return later ? null : own.round
  return settled(marks, score, rules).needs
}
