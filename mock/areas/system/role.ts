import { crud } from '#mock/crud/crud.ts'
import { documents } from '#mock/crud/documents.ts'

const users = documents('user')

export const role = crud<'role', ReadonlyMap<string, number>>('role', {
  async facts(docs, { q }) {
    const { rows } = await q.query<{ id: string; n: number }>(
      `select k_role_id as id, count(*) as n from ${users.table} where k_role_id = any($1::text[]) group by 1`,
      [docs.map((d) => d.id)],
    )
    return new Map(rows.map((r) => [r.id, Number(r.n)]))
  },
  columns: (doc, counts) => ({ user_count: counts.get(doc.id) ?? 0 }),
})
