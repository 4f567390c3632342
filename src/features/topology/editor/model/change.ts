/** What an act makes of a drawing: the drawing after it, what is selected then, and which acts in a row count as one for undo. */
import type { TopologyDocument } from '../../../../contract/topology/document.ts'
import { keysOf } from '../../../../contract/lib/typed.ts'

export interface TopologyChange {
  doc: TopologyDocument
  select?: readonly string[]
  /** Changes with the same mark, one after the other, are undone together: typing in one field, a held arrow key. */
  mark?: string
}

/** Replaces the elements that a function changes; the list itself stays the same when none did. */
export function mapped<T>(list: T[], change: (x: T) => T): T[] {
  let differs = false
  const out = list.map((x) => {
    const y = change(x)
    if (y !== x) differs = true
    return y
  })
  return differs ? out : list
}

export function filteredOrSame<T>(list: T[], keep: (x: T) => boolean): T[] {
  const out = list.filter(keep)
  return out.length === list.length ? list : out
}

/** The same document when no part of it changed. */
export function withParts(doc: TopologyDocument, parts: Partial<TopologyDocument>): TopologyDocument {
  const changed = keysOf(parts).some((k) => parts[k] !== doc[k])
  return changed ? { ...doc, ...parts } : doc
}
