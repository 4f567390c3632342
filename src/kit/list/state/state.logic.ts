/**
 * What a list shows, as data, and its two spellings: the page's address, which people share, and the query of the call. The names are the
 * same in both; only bounds of instants differ, which an address keeps as the viewer's days.
 */
import { limits } from '../../../contract/limits.ts'
import { type FilterKind, filterKind, type ListQuery } from '../../../contract/lib/resource.ts'
import { isDay } from '../../resource/value.logic.ts'
import { type AnyResource, fieldOf } from '../../resource/words.ts'

export interface ListState {
  page: number
  /** Of a log: where its page begins, `after.<place>`, `before.<place>` or `oldest`; undefined is the newest. */
  place?: string
  size: number
  /** `field` or `-field`; undefined is the resource's own order. */
  sort: string | undefined
  q: string
  /** Values by parameter: `price`, `updated_at_from`. A parameter without a value is left out. */
  filters: Readonly<Record<string, readonly string[]>>
}

export interface FilterParam {
  param: string
  field: string
  kind: FilterKind
  /** Which bound of a range. */
  side?: 'from' | 'to'
  /** Whether a value may stand there; others are dropped when an address is read. */
  accepts: (value: string) => boolean
}

export const pageSizes = [20, 50, 100, 200] as const
const textMax = 200
const valuesMax = 50

export const initialListState = (size: number = limits.pageSize.default): ListState => ({
  page: 1,
  size,
  sort: undefined,
  q: '',
  filters: {},
})

const short = (v: string) => v !== '' && v.length <= textMax

/** The parameters that the named filters of a resource take. */
export function filterParamsOf(resource: AnyResource, names: readonly string[] = resource.filter): FilterParam[] {
  return names
    .filter((field) => resource.filter.includes(field))
    .flatMap((field): FilterParam[] => {
      const f = fieldOf(resource, field)
      const kind = filterKind(f)
      if (kind === 'flag') return [{ param: field, field, kind, accepts: (v) => v === 'true' || v === 'false' }]
      if (kind === 'range') {
        const accepts =
          f.kind === 'time' ? isMoment : f.kind === 'date' ? isDay : (v: string) => /^-?\d{1,15}(\.\d{1,6})?$/.test(v)
        return (['from', 'to'] as const).map((side) => ({ param: `${field}_${side}`, field, kind, side, accepts }))
      }
      if (f.kind === 'one') return [{ param: field, field, kind, accepts: (v) => f.options.includes(v) }]
      return [{ param: field, field, kind, accepts: short }]
    })
}

/** A day, or an exact instant in UTC. */
const isMoment = (v: string): boolean =>
  isDay(v) || (/^\d{4}-\d\d-\d\dT[\d:.]{5,12}Z$/.test(v) && !Number.isNaN(Date.parse(v)))

const places = /^(?:oldest|(?:after|before)\.\d{1,17}-\d{1,17})$/

const single = (kind: FilterKind): boolean => kind === 'flag' || kind === 'range' || kind === 'contains'

/** Reads an address. What does not belong or is malformed is ignored, so that an old link still opens. */
export function readState(search: URLSearchParams, resource: AnyResource, params: readonly FilterParam[]): ListState {
  const whole = (name: string, most: number): number | undefined => {
    const v = search.get(name) ?? ''
    return /^\d{1,7}$/.test(v) && Number(v) >= 1 && Number(v) <= most ? Number(v) : undefined
  }
  const sort = search.get('sort') ?? ''
  const filters: Record<string, readonly string[]> = {}
  for (const p of params) {
    const all = [...new Set(search.getAll(p.param))].filter(p.accepts).slice(0, single(p.kind) ? 1 : valuesMax)
    if (all.length) filters[p.param] = all
  }
  const place = search.get('place') ?? ''
  return {
    ...(resource.log && places.test(place) ? { place } : {}),
    page: resource.log ? 1 : (whole('page', 1_000_000) ?? 1),
    size: whole('page_size', limits.pageSize.max) ?? limits.pageSize.default,
    sort: isSort(resource, sort) && sort !== resource.order ? sort : undefined,
    q: (search.get('q') ?? '').trim().slice(0, textMax),
    filters,
  }
}

const isSort = (resource: AnyResource, sort: string): boolean => resource.sort.includes(sort.replace(/^-/, ''))

/** Writes an address: what is as usual is left out, parameters of others stay where they are. */
export function writeState(
  state: ListState,
  params: readonly FilterParam[],
  around: URLSearchParams = new URLSearchParams(),
): URLSearchParams {
  const ours = new Set(['page', 'page_size', 'place', 'sort', 'q', ...params.map((p) => p.param)])
  const out = new URLSearchParams([...around].filter(([name]) => !ours.has(name)))
  if (state.q) out.set('q', state.q)
  for (const p of params) for (const v of state.filters[p.param] ?? []) out.append(p.param, v)
  if (state.sort) out.set('sort', state.sort)
  if (state.size !== limits.pageSize.default) out.set('page_size', String(state.size))
  if (state.page !== 1) out.set('page', String(state.page))
  if (state.place) out.set('place', state.place)
  return out
}

/** The query of the call. Days of an instant become the instants at which they begin and end where the viewer is. */
export function toQuery(state: ListState, resource: AnyResource, params: readonly FilterParam[]): ListQuery {
  const query: ListQuery = resource.log ? { page_size: state.size } : { page: state.page, page_size: state.size }
  if (state.place === 'oldest') query.oldest = 'true'
  else if (state.place) {
    const [side = '', at = ''] = state.place.split('.')
    query[side] = at
  }
  if (state.sort) query.sort = state.sort
  if (state.q) query.q = state.q
  for (const p of params) {
    const values = state.filters[p.param]
    const first = values?.[0]
    if (!values || first === undefined) continue
    if (!single(p.kind)) query[p.param] = values
    else if (p.side && fieldOf(resource, p.field).kind === 'time') query[p.param] = instantOf(first, p.side)
    else query[p.param] = first
  }
  return query
}

function instantOf(day: string, side: 'from' | 'to'): string {
  if (!isDay(day)) return day
  const [y = 1970, m = 1, d = 1] = day.split('-').map(Number)
  const at = side === 'from' ? new Date(y, m - 1, d) : new Date(y, m - 1, d, 23, 59, 59, 999)
  at.setFullYear(y)
  return at.toISOString()
}

/** The state after something but the page changed: a narrower list starts at its beginning. */
export function changedListState(state: ListState, part: Partial<Omit<ListState, 'page' | 'place'>>): ListState {
  const { place: _, ...rest } = state
  return { ...rest, ...part, page: 1 }
}

export function withFilter(state: ListState, param: string, values: readonly string[]): ListState {
  const { [param]: _, ...rest } = state.filters
  return changedListState(state, { filters: values.length ? { ...rest, [param]: values } : rest })
}

export const isNarrowed = (state: ListState): boolean => state.q !== '' || Object.keys(state.filters).length > 0

/** The list with neither search nor filters; order and page size stay. */
export const withoutFilters = (state: ListState): ListState => changedListState(state, { q: '', filters: {} })

/** What a click on a column's header leads to: up, down, the resource's own order. */
export function nextSort(state: ListState, resource: AnyResource, field: string): ListState {
  const own = resource.order.replace(/^-/, '') === field
  const turned = resource.order.startsWith('-') ? field : `-${field}`
  const cycle = own ? [undefined, turned] : [field, `-${field}`, undefined]
  const at =
    state.sort?.replace(/^-/, '') === field || (own && state.sort === undefined) ? cycle.indexOf(state.sort) : -1
  return changedListState(state, { sort: cycle[(at + 1) % cycle.length] })
}

export type Direction = 'ascending' | 'descending'
/** How a column is ordered now, in the words of `aria-sort`. */
export function directionOf(state: ListState, resource: AnyResource, field: string): Direction | undefined {
  const sort = state.sort ?? resource.order
  if (sort === field) return 'ascending'
  return sort === `-${field}` ? 'descending' : undefined
}

export const pagesOf = (total: number, size: number): number => Math.max(1, Math.ceil(total / size))

/** Whether the list is narrowed to what is the viewer's own. */
export const isMine = (state: ListState): boolean => state.filters['mine']?.[0] === 'true'
