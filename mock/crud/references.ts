/** Rows that name other rows: what is named must exist, and what is named is not removed. */
import { resources } from '#src/contract/resources.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import type { Queryable } from '../db/db.ts'
import { Fail } from '../http/handler.ts'
import { searchable } from './fold.ts'
import { type Data, type Line, tableOf } from './shape.ts'

/** Table of what a reference names. Organisations are a tree of their own and no resource. */
export const targetTable = (to: string): string => {
  if (to === 'org') return 'org'
  if (Object.hasOwn(resources, to)) return tableOf(to)
  throw new Error(`a reference names ${to}, which is nothing`)
}

/** Which of the ids exist; those rows stay until the transaction ends. */
export async function existing(q: Queryable, to: string, ids: readonly string[]): Promise<Set<string>> {
  if (!ids.length) return new Set()
  const { rows } = await q.query<{ id: string }>(
    `select id from ${targetTable(to)} where id = any($1::text[]) order by id for key share`,
    [ids.map(searchable)],
  )
  return new Set(rows.map((r) => r.id))
}

/** Throws `validation` on fields that name what does not exist. What stood before is not asked about again. */
export async function checkReferences(q: Queryable, line: Line, data: Data, before: Data = {}): Promise<void> {
  const fields: FieldProblem[] = []
  for (const [name, f] of Object.entries(line.fields)) {
    const value = data[name]
    if (f.kind !== 'ref' || value === null || value === undefined) continue
    if (JSON.stringify(value) === JSON.stringify(before[name])) continue
    const ids = (Array.isArray(value) ? value : [value]).map(String)
    const found = await existing(q, f.to, ids)
    ids.forEach((id, n) => {
      if (!found.has(id)) fields.push({ path: f.many ? `${name}.${n}` : name, rule: 'unknown_reference' })
    })
  }
  if (fields.length) throw new Fail('validation', { fields })
}

/** Throws `in_use` with the number of rows per resource that name this one. */
export async function checkUnused(q: Queryable, line: Line, id: string): Promise<void> {
  const by: Record<string, number> = {}
  for (const place of line.usedBy ?? []) {
    const [resource = '', field = ''] = place.split('.')
    const target = (resources as Record<string, { line: Line }>)[resource]?.line.fields[field]
    if (target?.kind !== 'ref') throw new Error(`${line.name} is used by ${place}, which is no reference`)
    const same = target.many ? `k_${field} && array[$1]::text[]` : `k_${field} = $1`
    const { rows } = await q.query<{ n: number }>(`select count(*) as n from ${tableOf(resource)} where ${same}`, [id])
    const n = Number(rows[0]?.n ?? 0)
    if (n) by[resource] = (by[resource] ?? 0) + n
  }
  if (Object.keys(by).length) throw new Fail('in_use', { by })
}
