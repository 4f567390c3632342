import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { AnyResource } from '../resource/words.ts'
import { type FilterParam, type ListState, readState, writeState } from './state.logic.ts'

/** What the address says the list shows, and how to go on from there. `replace` takes the place of the present entry of the history. */
export function useListState(
  resource: AnyResource,
  params: readonly FilterParam[],
): [ListState, (next: ListState, how?: 'push' | 'replace') => void] {
  const [search, setSearch] = useSearchParams()
  const state = useMemo(() => readState(search, resource, params), [search, resource, params])
  const set = useCallback(
    (next: ListState, how: 'push' | 'replace' = 'push') =>
      setSearch((now) => writeState(next, params, now), { replace: how === 'replace', preventScrollReset: true }),
    [setSearch, params],
  )
  return [state, set]
}
