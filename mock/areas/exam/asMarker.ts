/** Who marks has the keys of what he marks: an exam that asks the same is none he can sit. */
import { exam as examLine, marking } from '#src/contract/exam/exam.ts'
import { may } from '#mock/crud/keeps.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Who } from '#mock/http/handler.ts'
import { markedBy } from './markedBy.ts'

/**
 * Those of some exams that are closed to this caller, as he marks them or another one that asks one of their questions. Whoever keeps exams
 * tries his own; exams for practice count for nobody.
 */
export async function closedToMarker(q: Queryable, who: Who, exams: readonly string[]): Promise<ReadonlySet<string>> {
  const keeper = who.role_key !== 'referee' && may(who.changes, examLine.write)
  if (!exams.length || keeper || !marking.some((s) => who.granted.has(s))) return new Set()
  const w = where()
  const marked = markedBy(who)(w.add)
  const { rows } = await q.query<{ id: string }>(
    `select e.id from r_exam e where e.id = any(${w.add([...exams])}::text[]) and e.data->>'kind' <> 'practice' and exists (
       select 1 from paper_question u join paper_question p on p.question_id = u.question_id join r_exam t on t.k_paper_id = p.paper_id
       where u.paper_id = e.k_paper_id and (${marked ?? 'true'}))`,
    w.params,
  )
  return new Set(rows.map((r) => r.id))
}
