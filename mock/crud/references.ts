/** Rows that name other rows: what is named must exist, and what is named is not removed. */
import { resources } from '#src/contract/resources.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import type { Queryable } from '../db/db.ts'
import { Fail, type Who } from '../http/handler.ts'
import { searchable } from './fold.ts'
import { may } from './keeps.ts'
import { mayBuildOn, seenBy } from './ownership.ts'
import { type Data, type Line, quoted, tableOf } from './shape.ts'
import type { Scope } from './where.ts'

/** Table of what a reference names, and the text that stands for one of its rows. Organisations are a tree of their own and no resource. */
function target(to: string): { table: string; label: string } {
  if (to === 'org') return { table: 'org', label: 'name' }
  const line = (resources as Record<string, { line: Line } | undefined>)[to]?.line
  if (!line) throw new Error(`a reference names ${to}, which is nothing`)
  return { table: tableOf(to), label: `data->>${quoted(line.label)}` }
}

/** Labels of rows, by their id. */
export type Labels = ReadonlyMap<string, string>
/** Labels of rows that a call has checked and holds, by resource. */
export type Named = ReadonlyMap<string, Labels>

/** Columns that say what the caller may do with the rows of an owned resource. */
function rightsTo(to: string, who: Who, add: (value: unknown) => string): string {
  const line = (resources as Record<string, { line: Line } | undefined>)[to]?.line
  if (!line?.owned || who.is_admin) return ''
  const [use, read] = [mayBuildOn(line, who)(add) ?? 'true', mayBuildOn(line, who, 'read')(add) ?? 'true']
  return `, (${use}) as usable, (${read}) as seen`
}

interface Found {
  id: string
  label: string | null
  /** Whether the caller may build on it, and whether he sees it. */
  usable?: boolean
  seen?: boolean
}
async function rowsOf(q: Queryable, to: string, ids: readonly string[], lock: string, who?: Who): Promise<Found[]> {
  if (!ids.length) return []
  const { table, label } = target(to)
  const texts = ids.map(searchable)
  const params: unknown[] = []
  const add = (value: unknown) => `$${params.push(value)}`
  // a list is planned anew each time, because its length decides; a single id is not, and takes a third of the time
  const [which, given] =
    texts.length === 1 ? ['t.id = ', add(texts[0])] : ['t.id = any(', `${add(texts)}::text[]) order by t.id`]
  const rights = who ? rightsTo(to, who, add) : ''
  const { rows } = await q.query<Found>(
    `select t.id, ${label} as label${rights} from ${table} t where ${which}${given}${lock}`,
    params,
  )
  return rows
}
const byId = (rows: readonly Found[]): Labels => new Map(rows.map((r) => [r.id, r.label ?? '']))
const labels = async (q: Queryable, to: string, ids: readonly string[], lock: string): Promise<Labels> =>
  byId(await rowsOf(q, to, ids, lock))

/** Those of the ids that exist; the rows stay until the transaction ends. */
export const existing = (q: Queryable, to: string, ids: readonly string[]): Promise<Labels> =>
  labels(q, to, ids, ' for key share')

/** Labels of rows that references name, to be shown beside them; what this call has checked is not read again. */
export async function labelsOf(
  { q, named }: { q: Queryable; named?: Named },
  to: string,
  ids: readonly (string | null | undefined)[],
): Promise<Labels> {
  const held: Labels = named?.get(to) ?? new Map()
  const missing = [...new Set(ids)].filter((id) => typeof id === 'string' && id !== '' && !held.has(id)) as string[]
  return missing.length ? new Map([...held, ...(await labels(q, to, missing, ''))]) : held
}

/**
 * Throws `validation` on fields that name what does not exist, or what its owner has not given this caller to build on. What stood before is
 * not asked about again.
 */
export async function checkReferences(
  q: Queryable,
  line: Line,
  data: Data,
  before: Data = {},
  who?: Who,
): Promise<Named> {
  const fields: FieldProblem[] = []
  const named = new Map<string, Labels>()
  for (const [name, f] of Object.entries(line.fields)) {
    const value = data[name]
    if (f.kind !== 'ref' || value === null || value === undefined) continue
    if (JSON.stringify(value) === JSON.stringify(before[name])) continue
    const ids = (Array.isArray(value) ? value : [value]).map(String)
    const had = new Set([before[name]].flat())
    const rows = await rowsOf(q, f.to, ids, ' for key share', who)
    const withheld = new Map(rows.filter((r) => r.usable === false && !had.has(r.id)).map((r) => [r.id, r.seen]))
    const found = byId(rows.filter((r) => !withheld.has(r.id)))
    named.set(f.to, new Map([...(named.get(f.to) ?? []), ...found]))
    ids.forEach((id, n) => {
      if (!found.has(id))
        fields.push({
          path: f.many ? `${name}.${n}` : name,
          rule: withheld.get(id) ? 'not_usable' : 'unknown_reference',
        })
    })
  }
  if (fields.length) throw new Fail('validation', { fields })
  return named
}

/** How many of those that use a row are named. */
const named = 3

/** Of the rows that name this one, those the caller would find on a list. No resource that names others hides rows by a scope of its own. */
function shownTo(line: Line, who: Who): Scope | undefined {
  return may(who.granted, [...line.read, ...line.write]) ? seenBy(line, who) : undefined
}

/**
 * Throws `in_use` with the number of rows per resource that name this one, and the names of the first that the caller may see: what is kept
 * from him is counted and not named.
 */
export async function checkUnused(q: Queryable, line: Line, id: string, who: Who): Promise<void> {
  const by: Record<string, number> = {}
  const names: string[] = []
  for (const place of line.usedBy ?? []) {
    const [resource = '', field = ''] = place.split('.')
    const user = (resources as Record<string, { line: Line }>)[resource]?.line
    const target = user?.fields[field]
    if (!user || target?.kind !== 'ref') throw new Error(`${line.name} is used by ${place}, which is no reference`)
    const same = target.many ? `k_${field} && array[$1]::text[]` : `k_${field} = $1`
    const from = `from ${tableOf(resource)} t where ${same}`
    const { rows } = await q.query<{ n: number }>(`select count(*) as n ${from}`, [id])
    const n = Number(rows[0]?.n ?? 0)
    if (!n) continue
    by[resource] = (by[resource] ?? 0) + n
    const shown = shownTo(user, who)
    if (!shown) continue
    const params: unknown[] = [id]
    const only = shown((value) => `$${params.push(value)}`)
    const { rows: first } = await q.query<{ label: string }>(
      `select data->>${quoted(user.label)} as label ${from} ${only ? `and (${only})` : ''} order by id limit ${named}`,
      params,
    )
    names.push(...first.map((r) => r.label))
  }
  const n = Object.values(by).reduce((sum, each) => sum + each, 0)
  if (n) throw new Fail('in_use', { by, names: names.slice(0, named), n })
}
