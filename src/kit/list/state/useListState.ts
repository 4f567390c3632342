import { useCallback, useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { RowPage, RowBase } from '../../../contract/lib/resource.ts'
import type { AnyResource } from '../../resource/words.ts'
import { type FilterParam, type ListState, pagesOf, readState, writeState } from './state.logic.ts'

export type SetListState = (next: ListState, how?: 'push' | 'replace') => void

/** What the address says the list shows, and how to go on from there. `replace` takes the place of the present entry of the history. */
export function useListState(resource: AnyResource, params: readonly FilterParam[]): [ListState, SetListState] {
  const [search, setSearch] = useSearchParams()
  const state = useMemo(() => readState(search, resource, params), [search, resource, params])
  const set = useCallback<SetListState>(
    (next, how = 'push') =>
      setSearch((now) => writeState(next, params, now), { replace: how === 'replace', preventScrollReset: true }),
    [setSearch, params],
  )
  return [state, set]
}

/** A page that lies behind the end, because rows were removed, gives way to the last one. */
export function useLastPage(data: RowPage<RowBase> | undefined, state: ListState, setState: SetListState): void {
  const past =
    data !== undefined && data.items.length === 0 && data.total > 0 && data.page === state.page && state.page > 1
  const total = data?.total ?? 0
  useEffect(() => {
    if (past) setState({ ...state, page: Math.min(state.page - 1, pagesOf(total, state.size)) }, 'replace')
  }, [past, total, state, setState])
}
