/** What did not change of a drawing stays the same object, so that nothing of it is checked, drawn or saved anew. */
import type { TopologyDocument } from '../../../../contract/topology/document.ts'
import { deepEqual } from '../../../../contract/lib/equal.ts'
import { keysOf } from '../../../../contract/lib/typed.ts'

function list<T extends { id: string }>(before: T[], after: T[]): T[] {
  const was = new Map(before.map((x) => [x.id, x]))
  const out = after.map((x) => {
    const old = was.get(x.id)
    return old && deepEqual(old, x) ? old : x
  })
  return out.length === before.length && out.every((x, i) => x === before[i]) ? before : out
}

/** @returns `after`, of the parts of `before` wherever they are alike; `before` itself where all are */
export function structurallyShared(before: TopologyDocument, after: TopologyDocument): TopologyDocument {
  const out: TopologyDocument = {
    isolation: after.isolation,
    networks: list(before.networks, after.networks),
    nodes: list(before.nodes, after.nodes),
    links: list(before.links, after.links),
    drawings: list(before.drawings, after.drawings),
  }
  return keysOf(out).every((k) => out[k] === before[k]) ? before : out
}
