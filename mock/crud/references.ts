/** Rows that name other rows: what is named must exist, and what is named is not removed. */
import type { NamedResourceSpec } from '#src/contract/lib/resource.ts'
import { resources } from '#src/contract/resources.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import type { Queryable } from '../db/db.ts'
import { Fail, type Caller } from '../http/request/handler.ts'
import { searchable } from './fold.ts'
import { holdsAnyScreen } from './keeps.ts'
import { mayBuildOn, seenBy } from './ownership.ts'
import { type Data, quoted, tableOf } from './shape.ts'
import type { Scope } from './where.ts'

/** Table of what a reference names, and the text that stands for one of its rows. Organisations are a tree of their own and no resource. */
function target(to: string): { table: string; label: string } {
  if (to === 'org') return { table: 'org', label: 'name' }
  const line = (resources as Record<string, { line: NamedResourceSpec } | undefined>)[to]?.line
  if (!line) throw new Error(`a reference names ${to}, which is nothing`)
  return { table: tableOf(to), label: `data->>${quoted(line.label)}` }
}

/** Labels of rows, by their id. */
export type Labels = ReadonlyMap<string, string>
/** Labels of rows that a call has checked and holds, by resource. */
export type CheckedLabels = ReadonlyMap<string, Labels>

/** What is named, and whether the row is put into it. */
interface Target {
  to: string
  into?: true
}
/** Columns that say what the caller may do with the rows of an owned resource. */
function rightsTo({ to, into }: Target, who: Caller, add: (value: unknown) => string): string {
  const line = (resources as Record<string, { line: NamedResourceSpec } | undefined>)[to]?.line
  if (!line?.owned || who.is_admin) return ''
  const [use, read] = [
    mayBuildOn(line, who, into ? 'change' : 'use')(add) ?? 'true',
    mayBuildOn(line, who, 'read')(add) ?? 'true',
  ]
  return `, (${use}) as usable, (${read}) as seen`
}

interface Found {
  id: string
  label: string | null
  /** Whether the caller may build on it, and whether he sees it. */
  usable?: boolean
  seen?: boolean
}
async function rowsOf(q: Queryable, of: Target, ids: readonly string[], lock: string, who?: Caller): Promise<Found[]> {
  if (!ids.length) return []
  const { table, label } = target(of.to)
  const texts = ids.map(searchable)
  const params: unknown[] = []
  const add = (value: unknown) => `$${params.push(value)}`
  // a list is planned anew each time, because its length decides; a single id is not, and takes a third of the time
  const [which, given] =
    texts.length === 1 ? ['t.id = ', add(texts[0])] : ['t.id = any(', `${add(texts)}::text[]) order by t.id`]
  const rights = who ? rightsTo(of, who, add) : ''
  const { rows } = await q.query<Found>(
    `select t.id, ${label} as label${rights} from ${table} t where ${which}${given}${lock}`,
    params,
  )
  return rows
}
const byId = (rows: readonly Found[]): Labels => new Map(rows.map((r) => [r.id, r.label ?? '']))
const labels = async (q: Queryable, to: string, ids: readonly string[], lock: string): Promise<Labels> =>
  byId(await rowsOf(q, { to }, ids, lock))

/** Those of the ids that exist; the rows stay until the transaction ends. */
export const existing = (q: Queryable, to: string, ids: readonly string[]): Promise<Labels> =>
  labels(q, to, ids, ' for key share')

/** Labels of rows that references name, to be shown beside them; what this call has checked is not read again. */
export async function labelsOf(
  { q, named }: { q: Queryable; named?: CheckedLabels },
  to: string,
  ids: readonly (string | null | undefined)[],
): Promise<Labels> {
  const held: Labels = named?.get(to) ?? new Map()
  const missing = [...new Set(ids)].flatMap((id) => (id && !held.has(id) ? [id] : []))
  return missing.length ? new Map([...held, ...(await labels(q, to, missing, ''))]) : held
}

/**
 * Throws `validation` on fields that name what does not exist, or what its owner has not given this caller to build on. What stood before is
 * not asked about again.
 */
export async function checkReferences(
  q: Queryable,
  line: NamedResourceSpec,
  data: Data,
  before: Data = {},
  who?: Caller,
): Promise<CheckedLabels> {
  const fields: FieldProblem[] = []
  const named = new Map<string, Labels>()
  for (const [name, f] of Object.entries(line.fields)) {
    const value = data[name]
    if (f.kind !== 'ref' || value === undefined || JSON.stringify(value) === JSON.stringify(before[name])) continue
    // what lies in another's set is taken out of it by whom the set is shared with to change it
    const left = f.into && who ? await rowsOf(q, f, [before[name] ?? []].flat().map(String), '', who) : []
    if (left.some((r) => r.usable === false)) {
      fields.push({ path: name, rule: 'not_fillable' })
      continue
    }
    if (value === null) continue
    const ids = (Array.isArray(value) ? value : [value]).map(String)
    const had = new Set([before[name]].flat())
    const rows = await rowsOf(q, f, ids, ' for key share', who)
    const withheld = new Map(rows.filter((r) => r.usable === false && !had.has(r.id)).map((r) => [r.id, r.seen]))
    const found = byId(rows.filter((r) => !withheld.has(r.id)))
    named.set(f.to, new Map([...(named.get(f.to) ?? []), ...found]))
    ids.forEach((id, n) => {
      if (!found.has(id))
        fields.push({
          path: f.many ? `${name}.${n}` : name,
          rule: withheld.get(id) ? (f.into ? 'not_fillable' : 'not_usable') : 'unknown_reference',
        })
    })
  }
  if (fields.length) throw new Fail('validation', { fields })
  return named
}

/** How many of those that use a row are named. */
const named = 3

/** Of the rows that name this one, those the caller would find on a list. No resource that names others hides rows by a scope of its own. */
function shownTo(line: NamedResourceSpec, who: Caller): Scope | undefined {
  return holdsAnyScreen(who.granted, [...line.read, ...line.write]) ? seenBy(line, who) : undefined
}

export interface RowReferences {
  by: Record<string, number>
  /** Of the first that the caller may see. */
  names: string[]
  n: number
}

/** What names each of the rows, where anything does; what is kept from the caller is counted and not named. */
export async function referencesTo(
  q: Queryable,
  line: NamedResourceSpec,
  ids: readonly string[],
  who: Caller,
): Promise<Map<string, RowReferences>> {
  const out = new Map<string, RowReferences>()
  for (const place of line.usedBy ?? []) {
    const [resource = '', field = ''] = place.split('.')
    const user = (resources as Record<string, { line: NamedResourceSpec }>)[resource]?.line
    const target = user?.fields[field]
    if (!user || target?.kind !== 'ref') throw new Error(`${line.name} is used by ${place}, which is no reference`)
    const from = target.many
      ? `from ${tableOf(resource)} t cross join lateral unnest(t.k_${field}) u(used)
         where t.k_${field} && $1::text[] and u.used = any($1::text[])`
      : `from (select t.*, t.k_${field} as used from ${tableOf(resource)} t) t where t.used = any($1::text[])`
    const { rows } = await q.query<{ used: string; n: number }>(`select used, count(*) as n ${from} group by used`, [
      ids,
    ])
    for (const { used, n } of rows) {
      const known = out.get(used) ?? { by: {}, names: [], n: 0 }
      known.by[resource] = (known.by[resource] ?? 0) + Number(n)
      known.n += Number(n)
      out.set(used, known)
    }
    const shown = rows.length ? shownTo(user, who) : undefined
    if (!shown) continue
    const params: unknown[] = [ids]
    const only = shown((value) => `$${params.push(value)}`)
    const { rows: first } = await q.query<{ used: string; label: string }>(
      `select used, label from (
         select used, t.id, data->>${quoted(user.label)} as label, row_number() over (partition by used order by t.id) as r
         ${from} ${only ? `and (${only})` : ''}) f where r <= ${named} order by used, id`,
      params,
    )
    for (const { used, label } of first) {
      const known = out.get(used)
      if (known && known.names.length < named) known.names.push(label)
    }
  }
  return out
}

/** Throws `in_use` with the number of rows per resource that name this one, and the names of the first. */
export async function checkUnused(q: Queryable, line: NamedResourceSpec, id: string, who: Caller): Promise<void> {
  const uses = (await referencesTo(q, line, [id], who)).get(id)
  if (uses) throw new Fail('in_use', { ...uses })
}
