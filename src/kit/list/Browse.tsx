/**
 * A read-only list outside the back office's own tables: rows or cards, page by page, narrowed by words and chips. What it is narrowed to
 * stands in the address, so that a reload and the way back find it again; a dialog keeps it for as long as it is open.
 */
import './browse.css'
import { type ReactNode, useState } from 'react'
import type { Api, ApiRoute } from '../../contract/api.ts'
import type { RowPage } from '../../contract/lib/resource.ts'
import type { RouteResult } from '../../contract/lib/route.ts'
import { limits } from '../../contract/limits.ts'
import { t } from '../../i18n/index.ts'
import { Chips } from '../../ui/data/Chips.tsx'
import { Empty } from '../../ui/feedback/Empty.tsx'
import type { IconName } from '../../ui/icon/Icon.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { type ReadState, useCached } from '../data/api.ts'
import { NativeSelect } from '../resource/input/Select.tsx'
import { Pager } from './pages/Pager.tsx'
import { SearchBox } from './search/SearchBox.tsx'
import { type Among, isNarrowedFrom, useUrlState } from './state/useKept.ts'

/** Routes that answer a page of rows. */
export type PageRoute = {
  [R in Extract<ApiRoute, `GET ${string}`>]: RouteResult<Api, R> extends RowPage<unknown> ? R : never
}[Extract<ApiRoute, `GET ${string}`>]

interface Narrowed {
  page: number
  /** Words that are looked for. */
  q?: string
}
interface Narrowing<T> {
  /** What an address without a word of it means: `page`, `q` where it can be searched, `sort` where it has orders, and each filter by its name in the query. */
  start: T
  among?: Among<T>
  /** Before the names in the address, where a page has several lists. */
  place?: string
  /** It stands in a dialog or a form: kept in memory. */
  inDialog?: boolean
}
interface Spec<T> extends Narrowing<T> {
  params?: object
  /** What is asked for beside what the list is narrowed to. */
  query?: object
  size?: number
  /** Polls, in milliseconds. */
  every?: number
}
interface NarrowedTo<T extends Narrowed> {
  at: T
  /** Narrows it, and begins at its first page. */
  narrow(to: Partial<T> | Partial<Narrowed>): void
  turn: (page: number) => void
  /** Something is left out of it. */
  narrowed: boolean
}
export interface Browsing<Row extends RowPage<unknown>, T extends Narrowed>
  extends NarrowedTo<T>,
    Pick<ReadState<Row>, 'data' | 'error' | 'refetch'> {
  size: number
}

/** What a list is narrowed to, without the list: for a bar above what is not always that list. */
export function useNarrowing<T extends Narrowed>({
  start,
  among,
  place = '',
  inDialog = false,
}: Narrowing<T>): NarrowedTo<T> {
  const kept = useUrlState(start, among, place)
  const held = useState(start)
  const [at, setAt] = inDialog ? held : kept
  return {
    at,
    narrow: (to) => setAt({ ...at, ...to, page: 1 }),
    turn: (page) => setAt({ ...at, page }),
    narrowed: isNarrowedFrom(at, start),
  }
}

/** @example const sets = useBrowse('GET /practice/sets', { start: { page: 1, q: '', state: undefined as SetState | undefined } }) */
export function useBrowse<R extends PageRoute, T extends Narrowed>(
  route: R,
  { params, query, size = limits.pageSize.default, every, ...spec }: Spec<T>,
): Browsing<Extract<RouteResult<Api, R>, RowPage<unknown>>, T> {
  const narrowing = useNarrowing(spec)
  const said = Object.fromEntries(
    Object.entries(narrowing.at).filter(([, value]) => value !== undefined && value !== ''),
  )
  const { data, error, refetch } = useCached<Extract<RouteResult<Api, R>, RowPage<unknown>>>(
    route,
    { ...(params ? { params } : {}), query: { ...query, ...said, page_size: size } },
    every === undefined ? {} : { every },
  )
  return { ...narrowing, data, error, refetch, size }
}

interface BrowseViewProps<Row extends RowPage<unknown>, T extends Narrowed> {
  of: Browsing<Row, T>
  /** Names search and pages, where a page has several lists. */
  name?: string
  /** The resource whose entries its pages count. */
  counts?: string
  /** What it looks like while it loads. */
  kind?: 'list' | 'tiles' | 'text'
  compact?: boolean
  /** What is said of nothing: of the whole list, and why. */
  empty: { icon: IconName; title: string; text?: string | undefined }
  /** Its rows; not drawn when there are none. */
  children: (data: Row) => ReactNode
}

/** Rows or cards with what stands in their place: what went wrong, that they load, that there are none. */
export function BrowseView<Row extends RowPage<unknown>, T extends Narrowed>({
  of: { data, error, refetch, at, turn, size, narrowed },
  name,
  counts,
  kind = 'list',
  compact = false,
  empty,
  children,
}: BrowseViewProps<Row, T>) {
  return (
    <>
      {data ? (
        data.items.length > 0 ? (
          children(data)
        ) : (
          <Empty compact={compact} icon={empty.icon} title={narrowed ? t('kit.list.no_match') : empty.title}>
            {narrowed ? undefined : empty.text}
          </Empty>
        )
      ) : error ? (
        <ProblemView compact={compact} problem={error} onRetry={refetch} />
      ) : (
        <Loading kind={kind} />
      )}
      <Pager
        {...(name === undefined ? {} : { of: name })}
        counts={counts}
        page={at.page}
        size={size}
        total={data?.total}
        onPage={turn}
      />
    </>
  )
}

interface BrowseBarProps<T extends Narrowed> {
  of: Pick<NarrowedTo<T>, 'at' | 'narrow'>
  /** Names the search, where a page has several. */
  name?: string
  /** What is looked into. */
  search?: string | undefined
  filters?: readonly {
    field: keyof T & string
    label: string
    /** What is chosen when nothing is; left out where something always is. */
    all?: string
    options: readonly { value: string; label: string }[]
    /** Many: in a list that opens, instead of all in sight. */
    closed?: boolean
  }[]
  /** It stands inside a panel without edges of its own. */
  inner?: boolean
  /** What is done with the list. */
  children?: ReactNode
}
export function BrowseBar<T extends Narrowed>({
  of: { at, narrow },
  name,
  search,
  filters = [],
  inner = false,
  children,
}: BrowseBarProps<T>) {
  return (
    <div className={inner ? 'kit-browse-bar kit-browse-bar-inner' : 'kit-browse-bar'}>
      {search && (
        <SearchBox
          {...(name === undefined ? {} : { of: name })}
          label={search}
          q={at.q ?? ''}
          onSearch={(q) => narrow({ q })}
        />
      )}
      {filters.map(({ field, label, all, options, closed }) => {
        const said = at[field]
        const value = typeof said === 'string' ? said : undefined
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the field is one of its names
        const choose = (to: string | undefined) => narrow({ [field]: to } as Partial<T>)
        return closed ? (
          <NativeSelect
            key={field}
            aria-label={label}
            value={value ?? ''}
            options={all === undefined ? options : [{ value: '', label: all }, ...options]}
            onChange={(v) => choose(v || undefined)}
          />
        ) : (
          <Chips
            key={field}
            label={label}
            value={value}
            items={all === undefined ? options : [{ value: undefined, label: all }, ...options]}
            onChange={choose}
          />
        )
      })}
      {children}
    </div>
  )
}
