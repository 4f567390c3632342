/**
 * Queries and mutations over the contract client: one cache, one place for invalidation. The client comes from the store's extra argument,
 * so that two apps on one page never share a session. The first load of a sign-in page does without: see `slot.ts` and `call.ts`.
 */
import { setupListeners } from '@reduxjs/toolkit/query'
import { createApi } from '@reduxjs/toolkit/query/react'
import { useDeferredValue } from 'react'
import type { Api, ApiRoute } from '../../contract/api.ts'
import type { CallOptions } from '../../contract/lib/client.ts'
import type { ResourceSpec } from '../../contract/lib/resource.ts'
import type { RouteResult, Args } from '../../contract/lib/route.ts'
import { resourceSpecs } from '../../contract/lines.ts'
import { newKey } from '../../lib/id.ts'
import { type AppProblem, problemOf } from '../../lib/problem.ts'
import { answered, type ArgsOf, askWith, type Extra, type WriteRoute } from './call.ts'
import { provideCache } from './slot.ts'

interface Asked {
  route: string
  args?: object | undefined
  key?: string
}

/** What else is stale when something below a path was written: of resources what they say, and of what is none. */
const alsoStale: Partial<Record<string, readonly string[]>> = {
  ...Object.fromEntries(Object.values(resourceSpecs).map((line: ResourceSpec) => [line.path.slice(1), line.touches])),
  orgs: ['users', 'people', 'teams'],
  scenes: ['instances', 'consoles', 'dashboard', 'physical-devices', 'usb-devices', 'images'],
  instances: ['scenes', 'consoles'],
  deposits: ['images', 'services', 'usb-devices'],
  config: ['drivers'],
  'image-snapshots': ['images'],
  'course-reports': ['course-report-labs', 'course-marking', 'course-monitor'],
  'course-report-labs': ['course-reports', 'course-marking'],
  contests: ['contest-teams', 'my-arenas'],
  'contest-items': ['contests', 'my-arenas'],
  'contest-entries': ['flag-contests'],
  'contest-teams': ['contests'],
  'contest-notices': ['flag-contests'],
  'contest-questions': ['flag-contests'],
  'contest-submissions': ['flag-contests'],
  'contest-write-ups': ['flag-contests'],
  'contest-cases': ['flag-contests', 'contests'],
  'exam-sheets': ['exams'],
  'exam-attempts': ['exams', 'my-exams'],
  // solving a challenge opens its discussion
  'practice-flags': ['question-tools'],
  'question-tools': ['collections', 'notes', 'practice-flags'],
  collections: ['question-tools'],
  'class-hours': ['classes', 'class-cards', 'schedule'],
  'my-class-hours': ['schedule'],
  'question-reports': ['question-tools'],
}
const subjectOf = (route: string): string => route.split(' ')[1]?.split('/')[1] ?? ''

/** They change the session of who calls and nothing that was read, which he may not read again afterwards. */
const ownSession: ReadonlySet<string> = new Set<ApiRoute>(['POST /roles/:id/view'])

export const dataApi = createApi({
  reducerPath: 'data',
  tagTypes: ['subject'],
  keepUnusedDataFor: 60,
  baseQuery: async (ask: Asked, api): Promise<{ data: unknown } | { error: AppProblem }> => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is what `createAppStore` gives its thunks
    const { client } = api.extra as Extra
    try {
      const options = {
        signal: api.signal,
        ...(ask.key ? { idempotencyKey: ask.key } : {}),
      } satisfies CallOptions
      return { data: (await askWith(client)(ask.route, ask.args ?? {}, options)) ?? null }
    } catch (e) {
      return { error: problemOf(e) }
    }
  },
  endpoints: (b) => ({
    read: b.query<unknown, Asked>({
      query: (ask) => ask,
      providesTags: (_r, _e, ask) => [{ type: 'subject' as const, id: subjectOf(ask.route) }],
    }),
    write: b.mutation<unknown, Asked>({
      query: (ask) => ask,
      invalidatesTags: (_r, e, ask) => {
        if (e || ownSession.has(ask.route)) return []
        const subject = subjectOf(ask.route)
        return [subject, ...(alsoStale[subject] ?? [])].map((id) => ({ type: 'subject' as const, id }))
      },
    }),
  }),
})

provideCache({ api: dataApi, follow: setupListeners })

type ReadRoute = Extract<ApiRoute, `GET ${string}`>
export interface ReadState<T> {
  data: T | undefined
  /** The last good answer while the next is on its way. */
  error: AppProblem | undefined
  /** When the answer came, in milliseconds since 1970; later failures leave it as it is. */
  heard: number | undefined
  /** No answer yet. */
  loading: boolean
  /** An answer is on its way, first or not. */
  fetching: boolean
  refetch: () => void
}

/**
 * Reads through the cache. `every` polls (ms) while the window is visible; `skip` waits.
 * @example const { data } = useRead('GET /tools/:id', { params: { id } })
 */
export const useRead = <R extends ReadRoute>(
  route: R,
  args: ArgsOf<R>,
  o: { skip?: boolean; every?: number; fresh?: boolean } = {},
): ReadState<RouteResult<Api, R>> => useCached(route, args, o)

/** The same by a route key that is put together, for what works on every resource. */
export function useCached<T>(
  route: string,
  args: object | undefined,
  /** `fresh`: nothing kept from before will do. */
  o: { skip?: boolean | undefined; every?: number; fresh?: boolean } = {},
): ReadState<T> {
  const r = dataApi.useReadQuery(
    { route, args },
    {
      skip: o.skip ?? false,
      pollingInterval: o.every ?? 0,
      skipPollingIfUnfocused: true,
      refetchOnMountOrArgChange: o.fresh ?? 15,
    },
  )
  // What an answer changes on a page may be much: it is drawn in steps, between which keys and clicks are answered.
  const data = useDeferredValue(r.data)
  const drawing = data !== r.data
  return {
    data: answered<T | undefined>(data),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the base query above answers with no other
    error: r.error as AppProblem | undefined,
    heard: r.fulfilledTimeStamp,
    loading: r.isLoading || (drawing && data === undefined),
    fetching: r.isFetching || drawing,
    refetch: () => void r.refetch(),
  }
}

/**
 * Writes and makes what it touched stale. The call rejects with an AppProblem; a POST carries an idempotency key of its own, the same one
 * when the same call is tried again after no answer came.
 */
export function useWrite<R extends WriteRoute>(
  route: R,
): [call: (args: Args<Api, R>, key?: string) => Promise<RouteResult<Api, R>>, state: { busy: boolean }] {
  const [run, state] = dataApi.useWriteMutation()
  const call = async (args: Args<Api, R>, key?: string) =>
    answered<RouteResult<Api, R>>(await run({ route, args, key: key ?? newKey() }).unwrap())
  return [call, { busy: state.isLoading }]
}
