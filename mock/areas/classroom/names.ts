/** Courses by their names, in both languages where they have them. */
import type { TextLanguage } from '#src/contract/bank/shown.ts'
import type { Queryable } from '#mock/db/db.ts'

export interface CourseName {
  id: string
  name: string
  language: TextLanguage
  translation: { name: string } | null
}
export async function courseNames(q: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, CourseName>> {
  if (!ids.length) return new Map()
  const { rows } = await q.query<CourseName & { other: string | null }>(
    `select id, data->>'name' as name, coalesce(data->>'language', '') as language, data->'translation'->>'name' as other
     from r_course where id = any($1::text[])`,
    [ids],
  )
  return new Map(rows.map(({ other, ...r }) => [r.id, { ...r, translation: other === null ? null : { name: other } }]))
}
