/** What exams show of papers, without their questions, which are large. */
import { paperScoreOf } from '#src/contract/bank/paper.ts'
import { resources } from '#src/contract/resources.ts'
import { mayBuildOn } from '#mock/crud/ownership.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Caller } from '#mock/http/request/handler.ts'

export interface PaperFacts {
  name: string
  /** Of its first variant. */
  score: number
  items: number
  /** The caller may set an exam over it; true where nobody asks. */
  buildable: boolean
}

export async function paperFacts(
  q: Queryable,
  ids: readonly string[],
  who?: Caller,
): Promise<ReadonlyMap<string, PaperFacts>> {
  const w = where()
  const buildable = (who && mayBuildOn(resources.paper.line, who)(w.add)) ?? 'true'
  w.and(`t.id = any(${w.add([...new Set(ids)])}::text[])`)
  const { rows } = await q.query<{ id: string; name: string; scores: number[]; buildable: boolean }>(
    `select t.id, t.data->>'name' as name, (${buildable}) as buildable,
       coalesce((select jsonb_agg(i->'score') from jsonb_array_elements(t.data#>'{variants,0,sections}') s
         cross join lateral jsonb_array_elements(s->'items') i), '[]') as scores
     from r_paper t ${w.text()}`,
    w.params,
  )
  return new Map(
    rows.map(({ id, scores, ...r }) => [
      id,
      { ...r, score: paperScoreOf([{ items: scores.map((score) => ({ score })) }]), items: scores.length },
    ]),
  )
}
