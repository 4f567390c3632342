/** Nodes that whoever made the drawing keeps as they are: others may move them about and plug cables in, nothing else. */
import { consoleAccessOf, type Node, type TopologyDocument } from './document.ts'
import type { Finding } from './finding.ts'
import { deepEqual } from '../lib/equal.ts'

/** Who opens its console counts as it is read: whoever writes an older drawing anew may say it. */
const placeless = ({ x: _x, y: _y, ...node }: Node) => ({ ...node, console: consoleAccessOf(node) })

/** Nodes locked in `before` that are changed or gone in `after`. */
export function lockedFindings(before: TopologyDocument, after: TopologyDocument): Finding[] {
  const now = new Map(after.nodes.map((n) => [n.id, n]))
  return before.nodes
    .filter((was) => was.locked)
    .filter((was) => {
      const is = now.get(was.id)
      return !is || (is !== was && !deepEqual(placeless(was), placeless(is)))
    })
    .map((was) => ({
      level: 'error',
      code: 'node_locked',
      at: { kind: 'node', id: was.id },
      params: { name: was.name },
    }))
}
