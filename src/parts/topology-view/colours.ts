/** Networks keep the colour of their place in the drawing, from the eight that are told apart with each colour blindness. */
import type { Link, TopologyDocument } from '../../contract/topology/document.ts'

export const networkColour = (index: number): string => `var(--mg-data-${(index % 8) + 1})`

export const networkColours = (doc: TopologyDocument): ReadonlyMap<string, string> =>
  new Map(doc.networks.map((n, i) => [n.id, networkColour(i)]))

/** The network a link carries: that of either port; where they differ (at a trunk) that of its beginning. */
export function networkOf(
  doc: { nodes: ReadonlyMap<string, TopologyDocument['nodes'][number]> },
  link: Link,
): string | null {
  const at = (end: Link['from']) => doc.nodes.get(end.node)?.ports.find((p) => p.id === end.port)?.network_id ?? null
  return at(link.from) ?? at(link.to)
}
