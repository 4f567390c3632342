/** A secret that would change is said to change, and no more; neither is what stands in a row that the caller does not see. */
import type { NamedResourceSpec } from '#src/contract/lib/resource.ts'
import { resources } from '#src/contract/resources.ts'
import { mayBuildOn } from '#mock/crud/ownership.ts'
import { tableOf } from '#mock/crud/shape.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Caller } from '#mock/http/request/handler.ts'
import { importable } from '#mock/import/plan/importables.ts'
import { lessonOfRow } from '#mock/import/plan/importable/lesson.ts'
import { namesakeRule, type PlanRow } from '#mock/import/plan/rows.ts'
import type { FieldProblem } from '#src/contract/problems.ts'

const mark = '••••'

type Shown = Pick<PlanRow, 'resource' | 'difference' | 'target_id' | 'reasons'>

const namesakeOf = ({ reasons }: Shown): string | undefined => {
  const id = reasons.find((r) => r.rule === namesakeRule)?.params?.['id']
  return id === undefined ? undefined : String(id)
}

/** Of the rows that stand those that the caller reads elsewhere too. */
async function read(
  q: Queryable,
  who: Caller,
  rows: readonly Pick<Shown, 'resource' | 'target_id'>[],
): Promise<ReadonlySet<string>> {
  const out = new Set<string>()
  for (const resource of new Set(rows.map((r) => r.resource))) {
    if (resource === 'course-lesson') {
      const lessons = rows.flatMap((r) => (r.resource === resource && r.target_id ? [r.target_id] : []))
      const courses = await read(
        q,
        who,
        lessons.map((id) => ({ resource: 'course', target_id: lessonOfRow(id).course })),
      )
      for (const id of lessons) if (courses.has(lessonOfRow(id).course)) out.add(id)
      continue
    }
    const line: NamedResourceSpec | undefined = (resources as Partial<Record<string, { line: NamedResourceSpec }>>)[
      resource
    ]?.line
    const ids = rows.flatMap((r) => (r.resource === resource && r.target_id ? [r.target_id] : []))
    if (!line?.owned || who.is_admin) {
      for (const id of ids) out.add(id)
      continue
    }
    const w = where()
    w.and(`t.id = any(${w.add(ids)}::text[])`)
    const seen = mayBuildOn(line, who, 'read')(w.add)
    if (seen) w.and(`(${seen})`)
    const found = await q.query<{ id: string }>(`select t.id from ${tableOf(resource)} t ${w.text()}`, w.params)
    for (const { id } of found.rows) out.add(id)
  }
  return out
}

const withoutId = (r: FieldProblem): FieldProblem => {
  const { id: _id, ...params } = r.params ?? {}
  return r.rule === namesakeRule ? { ...r, params } : r
}

export async function veiled<R extends Shown>(q: Queryable, who: Caller, rows: readonly R[]): Promise<R[]> {
  const differing = rows.filter((r) => r.difference.length > 0)
  const named = rows.flatMap((r) => {
    const target_id = namesakeOf(r)
    return target_id === undefined ? [] : { resource: r.resource, target_id }
  })
  const open = differing.length + named.length ? await read(q, who, [...differing, ...named]) : new Set()
  return rows.map((row) => {
    const { secret = [] } = importable(row.resource) ?? {}
    const foreign = row.target_id !== null && !open.has(row.target_id)
    const difference = row.difference.map((d) =>
      secret.includes(d.field) ? { ...d, before: mark, after: mark } : foreign ? { ...d, before: mark } : d,
    )
    const other = namesakeOf(row)
    const reasons = other === undefined || open.has(other) ? row.reasons : row.reasons.map(withoutId)
    return { ...row, difference, reasons }
  })
}
