/** Rows that an undo leaves because something uses them: what that is, as far as the caller may see it. */
import { papersOf } from '#mock/areas/bank/more.ts'
import { namesOfPeople } from '#mock/areas/system/usedPeople.ts'
import { holdsAnyScreen } from '#mock/crud/keeps.ts'
import { seenText } from '#mock/crud/ownership.ts'
import { tableOf } from '#mock/crud/shape.ts'
import type { NamedResourceSpec } from '#src/contract/lib/resource.ts'
import { isKeyOf } from '#src/contract/lib/typed.ts'
import { resources } from '#src/contract/resources.ts'
import { referencesTo } from '#mock/crud/references.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Caller } from '#mock/http/request/handler.ts'
import type { PlanRow } from '#mock/import/plan/rows.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import { resourceSpecOf } from '#mock/import/plan/may.ts'

type Kept = Pick<PlanRow, 'resource' | 'reasons' | 'target_id'>

/** How many of those that use a row are named. */
const named = 3
const questions: ReadonlySet<string> = new Set(['theory-question', 'exercise', 'flag-challenge'])

/** What names people, by person; of the first the names, as far as the caller may see them. */
async function namingOf(
  q: Queryable,
  who: Caller,
  ids: readonly string[],
): Promise<Map<string, { names: string[]; n: number }>> {
  const out = new Map<string, { names: string[]; n: number }>()
  const all = await namesOfPeople(q, ids)
  const seen = await visibleLabels(
    q,
    who,
    all.map(({ entity, entity_id }) => ({ entity, entity_id })),
  )
  for (const { id, entity, entity_id } of all) {
    const known = out.get(id) ?? { names: [], n: 0 }
    const name = seen(entity, entity_id)
    known.n++
    if (name !== undefined) known.names.push(name)
    out.set(id, known)
  }
  return out
}

/** Names of rows that the caller would find on a list. */
async function visibleLabels(
  q: Queryable,
  who: Caller,
  things: readonly { entity: string; entity_id: string }[],
): Promise<(entity: string, id: string) => string | undefined> {
  const found = new Map<string, string>()
  for (const entity of new Set(things.map((t) => t.entity))) {
    if (!isKeyOf(resources, entity)) continue
    const line: NamedResourceSpec = resources[entity].line
    if (!holdsAnyScreen(who.granted, [...line.read, ...line.write])) continue
    const params: unknown[] = [things.flatMap((t) => (t.entity === entity ? t.entity_id : []))]
    const seen = seenText(line, who, (value) => `$${params.push(value)}`)
    const { rows } = await q.query<{ id: string; label: string }>(
      `select t.id, t.data->>'${line.label}' as label from ${tableOf(entity)} t where t.id = any($1::text[]) and (${seen}) order by t.id`,
      params,
    )
    for (const { id, label } of rows) found.set(`${entity} ${id}`, label)
  }
  return (entity, id) => found.get(`${entity} ${id}`)
}

const used = (r: FieldProblem) => r.rule === 'in_use'

export async function withUses<R extends Kept>(q: Queryable, who: Caller, rows: readonly R[]): Promise<R[]> {
  const kept = rows.filter((r) => r.target_id !== null && r.reasons.some(used))
  const names = new Map<string, { names: string[]; n: number }>()
  for (const resource of new Set(kept.map((r) => r.resource))) {
    const ids = kept.flatMap((r) => (r.resource === resource && r.target_id ? [r.target_id] : []))
    for (const [id, uses] of await referencesTo(q, resourceSpecOf(resource), ids, who)) names.set(id, uses)
    if (resource === 'user') for (const [id, uses] of await namingOf(q, who, ids)) names.set(id, uses)
    for (const p of questions.has(resource) ? await papersOf(q, ids, who) : []) {
      const known = names.get(p.question_id) ?? { names: [], n: 0 }
      known.n++
      if (p.seen) known.names.push(p.name)
      names.set(p.question_id, known)
    }
  }
  return rows.map((row) => {
    const by = names.get(row.target_id ?? '')
    if (!by) return row
    const shown = by.names.slice(0, named)
    const params = { names: shown.map((name) => `“${name}”`).join(', '), n: by.n, more: by.n - shown.length }
    const rules =
      row.resource === 'user' ? (['named_in', 'named_hidden'] as const) : (['in_use_by', 'in_use_hidden'] as const)
    const said: FieldProblem = { path: '', rule: rules[shown.length ? 0 : 1], params }
    return { ...row, reasons: row.reasons.map((r) => (used(r) ? said : r)) }
  })
}

/** The first of those that stay, each with its reason as the caller may read it. */
export async function withReasons<R extends { why: string; resource: string; target_id: string }>(
  q: Queryable,
  who: Caller,
  first: readonly R[],
) {
  const rows = await withUses(
    q,
    who,
    first.map((row) => ({ ...row, reasons: [{ path: '', rule: row.why }] })),
  )
  return rows.map(({ reasons, resource: _resource, target_id: _target, ...row }) => ({ ...row, reason: reasons[0] }))
}
