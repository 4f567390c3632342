/** Exams that use papers: while there are any, a paper stays as it is. */
import { exam } from '#src/contract/exam/exam.ts'
import { seenText } from '#mock/crud/ownership.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Caller } from '#mock/http/request/handler.ts'

export interface ExamUse {
  id: string
  name: string
  /** Whether this caller may know its name. */
  seen: boolean
}

/** By paper, for those that are used. */
export async function examUsesOf(
  q: Queryable,
  papers: readonly string[],
  who: Caller,
): Promise<ReadonlyMap<string, readonly ExamUse[]>> {
  if (!papers.length) return new Map()
  const w = where()
  const seen = seenText(exam, who, w.add)
  const { rows } = await q.query<ExamUse & { paper: string }>(
    `select t.k_paper_id as paper, t.id, t.data->>'name' as name, ${seen} as seen from r_exam t
     where t.k_paper_id = any(${w.add([...papers])}::text[]) order by 1, 3, 2`,
    w.params,
  )
  const out = new Map<string, ExamUse[]>()
  for (const { paper, ...use } of rows) out.set(paper, [...(out.get(paper) ?? []), use])
  return out
}
