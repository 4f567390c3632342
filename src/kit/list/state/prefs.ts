/** How a viewer likes a list to look, kept in the browser by user and list. Nothing of it is needed to show the list. */
import { useMemo, useState } from 'react'
import { scoped, type Store } from '../../../lib/storage.ts'
import { useMe } from '../../session/use.ts'
import type { ColumnChoice } from '../grid/columns.logic.ts'
import { isRecord } from '../../../contract/lib/typed.ts'

export type Density = 'comfortable' | 'compact'
export type ListLook = 'list' | 'cards'
export interface Prefs {
  columns?: ColumnChoice
  density?: Density
  look?: ListLook
}

const names = (v: unknown): v is string[] => Array.isArray(v) && v.every((n) => typeof n === 'string')

/** Reads what was kept; anything but the known parts in their known form is dropped. */
function readPrefs(text: string | null): Prefs {
  let raw: unknown
  try {
    raw = JSON.parse(text ?? '{}')
  } catch {
    return {}
  }
  if (!isRecord(raw)) return {}
  const { columns: choice, density, look } = raw
  const out: Prefs = {}
  if (isRecord(choice) && names(choice['order']) && names(choice['hidden']))
    out.columns = { order: choice['order'], hidden: choice['hidden'] }
  if (density === 'comfortable' || density === 'compact') out.density = density
  if (look === 'list' || look === 'cards') out.look = look
  return out
}

/** Parts to keep otherwise; `undefined` puts a part back to as declared. */
export type PrefsChange = { [K in keyof Prefs]?: Prefs[K] | undefined }

/** The viewer's preferences for a list, and how to change a part of them. */
export function usePrefs(list: string, store?: Store): [Prefs, (part: PrefsChange) => void] {
  const me = useMe()?.resource_id ?? ''
  const key = `list:${me}:${list}`
  const kept = useMemo(() => store ?? scoped('local'), [store])
  const [state, setState] = useState(() => ({ key, prefs: readPrefs(kept.get(key)) }))
  const prefs = state.key === key ? state.prefs : readPrefs(kept.get(key))
  const change = (part: PrefsChange) => {
    const next = Object.fromEntries(Object.entries({ ...prefs, ...part }).filter(([, v]) => v !== undefined)) as Prefs
    kept.set(key, JSON.stringify(next))
    setState({ key, prefs: next })
  }
  return [prefs, change]
}
