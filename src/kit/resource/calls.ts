/**
 * The calls every resource has, by its declaration instead of by its route. The types come from the resource; the route keys are the
 * ones `contract/lib/crud.ts` makes of it.
 */
import type { Audience, BulkReply, Choice } from '../../contract/lib/crud.ts'
import { useCallback, useMemo } from 'react'
import type { ShareLevel, ShareScope } from '../../contract/lib/ownership.ts'
import type { ListQuery, RowPage } from '../../contract/lib/resource.ts'
import { newKey } from '../../lib/id.ts'
import { problemOf } from '../../lib/problem.ts'
import { dataApi, type ReadState, useCached } from '../data/api.ts'
import { answered, type UntypedClient, askWith, useClient } from '../data/call.ts'
import { type AnyResource, type Row, shippedName } from './words.ts'

/** One entry of a picker. */
/** Who may see a row. */
export type AudienceReply = Audience & { version: number }

/** One page of rows; the last good page stays in `data` while the next is on its way. */
export const useRows = <R extends AnyResource>(
  resource: R,
  query: ListQuery,
  o: { skip?: boolean; every?: number } = {},
): ReadState<RowPage<Row<R>>> => useCached(`GET ${resource.path}`, { query }, o)

/** One row; waits while `id` is undefined. */
export const useRow = <R extends AnyResource>(resource: R, id: string | undefined): ReadState<Row<R>> =>
  useCached(`GET ${resource.path}/:id`, { params: { id: id ?? '' } }, { skip: id === undefined })

export function useChoices(resource: AnyResource, query: ListQuery, skip = false): ReadState<RowPage<Choice>> {
  const found = useCached<RowPage<Choice>>(`GET ${resource.path}/options`, { query }, { skip })
  const { data } = found
  const named = useMemo(
    () =>
      data && { ...data, items: data.items.map((c) => ({ ...c, label: shippedName(resource.name, c.key, c.label) })) },
    [data, resource],
  )
  return { ...found, data: named }
}

/** What stands against removing the rows, as it is when it is asked; undefined until that is known, and for none. */
export function useRemovable(resource: AnyResource, ids: readonly string[]): BulkReply | undefined {
  const { data, fetching } = useCached<BulkReply>(
    `GET ${resource.path}/removable`,
    { query: { ids: ids.slice(0, 200) } },
    { skip: ids.length === 0, fresh: true },
  )
  return fetching ? undefined : data
}

/** Whose a row is and what others may do with it. */
export interface SharingReply {
  owner: { id: string; name: string; without_org?: true }
  scope: ShareScope
  level: ShareLevel
  people: { id: string; name: string; level: ShareLevel }[]
  version: number
}
export const useRowSetting = <Stands>(resource: AnyResource, id: string, at: string): ReadState<Stands> =>
  useCached(`GET ${resource.path}/:id/${at}`, { params: { id } })

/**
 * A write by route key that makes what it touched stale. Rejects with an AppProblem. `key` is the idempotency key: pass the same one
 * when the same call is tried again after no answer came.
 */
export type Write = <T = unknown>(
  route: string,
  args: { params?: Record<string, string>; body?: unknown },
  key?: string,
) => Promise<T>

export function useWriteTo(): Write {
  const [run] = dataApi.useWriteMutation()
  return useCallback<Write>(
    async <T>(...[route, args, key]: Parameters<Write>) =>
      answered<T>(await run({ route, args, key: key ?? newKey() }).unwrap()),
    [run],
  )
}

/** A read outside the cache, for what is asked once: a download, the rows of "select all". Rejects with an AppProblem. */
export function useAsk(): UntypedClient {
  const ask = askWith(useClient())
  return useCallback<UntypedClient>(
    async <T>(...[route, args = {}, options]: Parameters<UntypedClient>) => {
      try {
        return await ask<T>(route, args, options)
      } catch (e) {
        throw problemOf(e)
      }
    },
    [ask],
  )
}
