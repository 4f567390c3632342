/** Who finds a course in the catalogue, and when. Who may take it is the audience of the resource. */
import type { Audience } from '#src/contract/lib/crud.ts'
import { forgetAudience, kinds, readAudience, visibleTo } from '#mock/crud/audience.ts'
import type { Scope } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Caller, Fail } from '#mock/http/request/handler.ts'
import { keysOf } from '#src/contract/lib/typed.ts'

/** Under this name the finders of courses stand beside the audiences of resources. */
export const finding = 'course-visibility'

interface Row {
  visible_from: string | null
  visible_to: string | null
  visible_version: number
  visible_all: boolean
}
export async function visibilityRow(q: Queryable, id: string, lock = ''): Promise<Row> {
  const { rows } = await q.query<Row>(
    `select visible_from, visible_to, visible_version, visible_all from course_outline where course_id = $1${lock}`,
    [id],
  )
  if (!rows[0]) throw new Fail('not_found')
  return rows[0]
}
const instant = (at: string | null) => (at === null ? null : new Date(at).toISOString())

export const findersOf = async (q: Queryable, id: string): Promise<Audience> =>
  readAudience(q, finding, { id, open: (await visibilityRow(q, id)).visible_all })
export const forgetFinders = (q: Queryable, id: string): Promise<void> => forgetAudience(q, finding, id)

/** A condition on an outline `o`: this person is among those who find it. When is asked beside it. */
export const foundBy = (who: Pick<Caller, 'id' | 'role_id' | 'org_line'>): Scope =>
  visibleTo(finding, who, { id: 'o.course_id', open: 'o.visible_all' })

export const anybody = (a: Audience): boolean => a.all || keysOf(kinds).some((k) => a[k].length > 0)
/** Somebody would find the course, and nobody may take it. */
export async function isFoundUnauthorised(q: Queryable, doc: { id: string; open?: boolean }): Promise<boolean> {
  const [finders, takers] = await Promise.all([findersOf(q, doc.id), readAudience(q, 'course', doc)])
  return anybody(finders) && !anybody(takers)
}

export const visibilityOf = async (q: Queryable, id: string) => {
  const row = await visibilityRow(q, id)
  return {
    ...(await readAudience(q, finding, { id, open: row.visible_all })),
    from: instant(row.visible_from),
    to: instant(row.visible_to),
    version: row.visible_version,
  }
}
