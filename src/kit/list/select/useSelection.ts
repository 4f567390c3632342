/** Rows chosen over pages, and where the last one was chosen for a range. */
import { useRef, useState } from 'react'
import type { RowPage, RowBase } from '../../../contract/lib/resource.ts'
import { problemOf } from '../../../lib/problem.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { useAsk } from '../../resource/calls.ts'
import type { AnyResource } from '../../resource/words.ts'
import {
  addToSelection,
  addRange,
  most,
  emptySelection,
  refreshed,
  type Selection,
  toggle,
  togglePage,
  deselected,
} from './selection.logic.ts'

export interface ListSelection {
  rows: Selection
  /** All that match are being asked for. */
  asking: boolean
  clear: () => void
  /** Takes or leaves the row at a place of the page; `range` takes all from the last one to here. */
  pick: (at: number, range: boolean) => void
  /** Takes or leaves the page. */
  page: () => void
  /** Every row that matches, when one bulk call can take them all. */
  all: () => void
  drop: (ids: readonly string[]) => void
}

/**
 * @param rows the page; undefined while it is on its way
 * @param query what the list shows: a range does not reach over a change of it
 */
export function useSelection(
  resource: AnyResource,
  rows: readonly RowBase[] | undefined,
  query: object,
): ListSelection {
  const [chosen, setChosen] = useState<Selection>(emptySelection)
  const [asking, setAsking] = useState(false)
  const anchor = useRef<{ query: object; at: number }>({ query, at: -1 })
  const ask = useAsk()
  return {
    rows: rows ? refreshed(chosen, rows) : chosen,
    asking,
    clear: () => setChosen(emptySelection),
    drop: (ids) => setChosen((s) => deselected(s, ids)),
    page: () => setChosen((s) => togglePage(s, rows ?? [])),
    pick: (at, range) => {
      const row = rows?.[at]
      if (!row || !rows) return
      const from = anchor.current.query === query ? anchor.current.at : -1
      anchor.current = { query, at }
      setChosen((s) => (range && from >= 0 ? addRange(s, rows, from, at) : toggle(s, row)))
    },
    all: () => {
      setAsking(true)
      ask<RowPage<RowBase>>(`GET ${resource.path}`, { query: { ...query, page: 1, page_size: most } })
        .then((page) => setChosen((s) => addToSelection(s, page.items)))
        .catch((e: unknown) => toast.problem(problemOf(e)))
        .finally(() => setAsking(false))
    },
  }
}
