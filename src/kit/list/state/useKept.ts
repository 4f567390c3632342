/** What a list outside the back office's own is narrowed to, kept in the address: a reload and the way back find it again. */
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { keysOf } from '../../../contract/lib/typed.ts'

type Value = string | number | undefined
const valuesOf = (kept: object): [name: string, Value][] => Object.entries(kept)
/** Values that may stand for a name; what an address says beyond them is not looked at. */
export type Among<T> = { readonly [K in keyof T]?: readonly NonNullable<T[K]>[] }

/**
 * @param start what an address without a word of it means; every name is listed, those that may be left out as undefined
 * @param place before the names, where a page has several lists
 */
export function readUrlState<T extends object>(search: URLSearchParams, start: T, among: Among<T> = {}, place = ''): T {
  const out: Record<string, Value> = {}
  for (const [name, plain] of valuesOf(start)) {
    const said = search.get(place + name)
    const known: readonly Value[] | undefined = Reflect.get<object, string>(among, name)
    if (said === null || (known && !known.includes(said))) out[name] = plain
    else out[name] = typeof plain === 'number' ? Math.max(1, Math.floor(Number(said)) || 1) : said
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each of its names has got a value
  return out as T
}

export function writeUrlState<T extends object>(search: URLSearchParams, start: T, to: T, place = ''): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [name, plain] of valuesOf(start)) {
    const value: Value = Reflect.get<object, string>(to, name)
    if (value === undefined || value === plain) next.delete(place + name)
    else next.set(place + name, String(value))
  }
  return next
}

/** Something is left out of a list: what it is narrowed to is not what it begins with. Pages and orders show all of it. */
export const isNarrowedFrom = <T extends object>(at: T, start: T): boolean =>
  keysOf(at).some((name) => name !== 'page' && name !== 'sort' && at[name] !== start[name])

/** Like `useState`, in the address; see `readUrlState`. `start` and `among` stand outside the component. */
export function useUrlState<T extends object>(start: T, among?: Among<T>, place = ''): [T, (to: T) => void] {
  const [search, setSearch] = useSearchParams()
  const at = useMemo(() => readUrlState(search, start, among, place), [search, start, among, place])
  const set = useCallback(
    (to: T) => setSearch((now) => writeUrlState(now, start, to, place), { preventScrollReset: true }),
    [setSearch, start, place],
  )
  return [at, set]
}
