/** How many parts of a drawing were added, changed and removed between two versions of it. */
import type { TopologyDocument } from '../../../../contract/topology/document.ts'
import { deepEqual } from '../../../../contract/lib/equal.ts'

export interface Differences {
  added: number
  changed: number
  removed: number
}

export function topologyDifferences(before: TopologyDocument, after: TopologyDocument): Differences {
  const out = { added: 0, changed: before.isolation === after.isolation ? 0 : 1, removed: 0 }
  for (const part of ['nodes', 'links', 'networks', 'drawings'] as const) {
    const was = new Map<string, object>(before[part].map((x) => [x.id, x]))
    for (const x of after[part]) {
      const old = was.get(x.id)
      was.delete(x.id)
      if (!old) out.added++
      else if (!deepEqual(old, x)) out.changed++
    }
    out.removed += was.size
  }
  return out
}
