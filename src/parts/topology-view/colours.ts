/** A network has the colour somebody chose, or that of its place in the drawing, from the eight that are told apart with each colour blindness. */
import { documentLimits, type Link, type Network, type TopologyDocument } from '../../contract/topology/document.ts'

export const colourAt = (index: number): string => `var(--mg-data-${(index % documentLimits.colours) + 1})`
export const networkColour = (network: Pick<Network, 'colour'>, index: number): string =>
  colourAt(network.colour ?? index)

export const networkColours = (doc: TopologyDocument): ReadonlyMap<string, string> =>
  new Map(doc.networks.map((n, i) => [n.id, networkColour(n, i)]))

/** The network a link carries: that of either port; where they differ (at a trunk) that of its beginning. */
export function linkNetworkOf(
  doc: { nodes: ReadonlyMap<string, TopologyDocument['nodes'][number]> },
  link: Link,
): string | null {
  const at = (end: Link['from']) => doc.nodes.get(end.node)?.ports.find((p) => p.id === end.port)?.network_id ?? null
  return at(link.from) ?? at(link.to)
}
