/** Conditions and orders of a list. Columns come from the declaration only; whatever a caller sent is a parameter. */
import { type Field, filterKind, type NamedResourceSpec } from '#src/contract/lib/resource.ts'
import { containing, containingIn, fold, searchable } from './fold.ts'
import { instant, sortExpressionOf } from './shape.ts'

/** Adds a parameter and answers its place in the statement. */
export type Add = (value: unknown) => string
/** A condition on row `t` that a handler adds, or undefined for none. */
export type Scope = (add: Add) => string | undefined

export interface RowQuery {
  page: number
  page_size: number
  q?: string | undefined
  /** Fields `q` looks into, which have columns of their own; all that the resource is found by when left out. */
  finds?: readonly string[] | undefined
  ids?: readonly string[] | undefined
  sort?: string | undefined
  /** The parsed query: `field`, `field_from`, `field_to`. Names the resource does not filter by are not looked at. */
  filters?: Readonly<Record<string, unknown>>
  scopes?: readonly Scope[]
  /** Filters that follow from more than the stored value, by field. */
  special?: Readonly<Record<string, (values: unknown, add: Add) => string>>
}

/** The values of a filter that takes several. */
export const filterWords = (values: unknown): string[] => (Array.isArray(values) ? values.map(String) : [])

export function where() {
  const params: unknown[] = []
  const parts: string[] = []
  return {
    params,
    add: (value: unknown) => `$${params.push(value)}`,
    and: (sql: string) => void parts.push(sql),
    text: () => (parts.length ? `where ${parts.join(' and ')}` : ''),
  }
}
export type Where = ReturnType<typeof where>

const day = /^\d{4}-\d\d-\d\d$/
const stamped = (field: string) => field === 'created_at' || field === 'updated_at'

/** A bound of a range as the column compares it. A day as the upper bound of an instant means all of that day. */
function bound(name: string, f: Field, value: unknown, upper: boolean, add: Add): string {
  if (f.kind === 'number' || f.kind === 'size') return `${add(Number(value))}::double precision`
  const text = String(value)
  if (f.kind === 'date') return add(text.slice(0, 10))
  const at = instant(day.test(text) ? `${text}T${upper ? '23:59:59.999' : '00:00:00.000'}Z` : text)
  return stamped(name) ? `${add(at)}::timestamptz` : add(at)
}

const list = (v: unknown): string[] => (Array.isArray(v) ? v : [v]).map((x) => searchable(String(x)))

function filter(w: Where, name: string, f: Field, given: Readonly<Record<string, unknown>>): void {
  const column = stamped(name) ? `t.${name}` : name === 'id' ? 't.id' : `t.k_${name}`
  const value = given[name]
  switch (filterKind(f)) {
    case 'range': {
      const [from, to] = [given[`${name}_from`], given[`${name}_to`]]
      if (from !== undefined) w.and(`${column} >= ${bound(name, f, from, false, w.add)}`)
      if (to !== undefined) w.and(`${column} <= ${bound(name, f, to, true, w.add)}`)
      break
    }
    case 'flag':
      if (typeof value === 'boolean') w.and(`${column} = ${w.add(value)}::boolean`)
      break
    case 'any':
      if (value !== undefined) w.and(`${column} = any(${w.add(list(value))}::text[])`)
      break
    case 'has':
      if (value !== undefined)
        w.and(`${column} && ${w.add(list(value).map((v) => (f.kind === 'words' ? fold(v) : v)))}::text[]`)
      break
    case 'contains':
      if (typeof value === 'string' && value !== '') w.and(`${column} like ${w.add(containing(value))}`)
  }
}

export function listWhere(line: NamedResourceSpec, spec: Omit<RowQuery, 'page' | 'page_size'>): Where {
  const w = where()
  for (const scope of spec.scopes ?? []) {
    const sql = scope(w.add)
    if (sql) w.and(`(${sql})`)
  }
  if (spec.ids) w.and(`t.id = any(${w.add(spec.ids.map(searchable))}::text[])`)
  const text = spec.q?.trim()
  if (text && !spec.finds) w.and(`t.find like ${w.add(containingIn(text))}`)
  else if (text) {
    const pattern = w.add(containing(text))
    w.and(`(${spec.finds?.map((f) => `t.k_${f} like ${pattern}`).join(' or ') || 'false'})`)
  }
  const given = spec.filters ?? {}
  for (const name of line.filter) {
    const special = spec.special?.[name]
    if (special) {
      if (given[name] !== undefined) w.and(`(${special(given[name], w.add)})`)
    } else filter(w, name, line.fields[name] ?? { kind: 'text' }, given)
  }
  return w
}

const sorted = (line: NamedResourceSpec, sort: string | undefined): string =>
  sort && line.sort.includes(sort.replace(/^-/, '')) ? sort : line.order

/** The column an order looks at. */
export function orderColumn(line: NamedResourceSpec, sort: string | undefined): string {
  const field = sorted(line, sort).replace(/^-/, '')
  return field === 'id' ? 't.created_at' : stamped(field) ? `t.${field}` : `t.k_${field}`
}

/** Rows with nothing in the field stand last whichever way; the id settles ties, so that no row is on two pages. */
export function orderBy(line: NamedResourceSpec, sort: string | undefined, backwards = false): string {
  const known = sorted(line, sort)
  const field = known.replace(/^-/, '')
  const way = known.startsWith('-') === backwards ? 'asc' : 'desc'
  if (stamped(field) || field === 'id') return `t.${field} ${way}, t.id ${way}`
  const by = sortExpressionOf(field, line.fields[field] ?? { kind: 'text' }).replace(`k_${field}`, `t.k_${field}`)
  return `(${by}) ${way} nulls ${backwards ? 'first' : 'last'}, t.id ${way}`
}
