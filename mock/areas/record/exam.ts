/** What candidates reached in an exam whose results come out, as evidence. */
import { paperFacts } from '../bank/paper/facts.ts'
import { attemptPointsOf, totalsOf } from '../exam/mine.ts'
import type { ExamData } from '../exam/run.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { writeEvidence } from './write.ts'

/** @param to of whom a line is written, unless the last one about this exam says the same */
export async function recordExamResults(
  q: Queryable,
  platform: Pick<Platform, 'now' | 'newId'>,
  { id, version, exam, to }: { id: string; version: number; exam: ExamData; to: readonly string[] },
): Promise<void> {
  if (!to.length) return
  const [given, facts, { rows: had }] = await Promise.all([
    attemptPointsOf(q, id),
    paperFacts(q, [exam.paper_id]),
    q.query<{ user_id: string; result: number }>(
      `select distinct on (user_id) user_id, result from evidence
       where kind = 'exam' and subject = $1 and user_id = any($2::text[]) order by user_id, at desc, id desc`,
      [id, [...to]],
    ),
  ])
  const score = facts.get(exam.paper_id)?.score ?? 0
  if (score <= 0) return
  const [totals, last] = [totalsOf(given, exam), new Map(had.map((r) => [r.user_id, r.result]))]
  await writeEvidence(
    q,
    platform,
    to.flatMap((user_id) => {
      const total = totals.get(user_id)
      if (total === undefined) return []
      const result = Math.min(1, Math.max(0, total / score))
      if (last.get(user_id) === result) return []
      return [{ user_id, kind: 'exam' as const, subject: id, title: exam.name, version, result, points: [] }]
    }),
  )
}
