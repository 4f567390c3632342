/** Looking for a node by what people call it: its name, an address, its note. */
import type { Node, TopologyDocument } from '../../../../contract/topology/document.ts'

const rank = (node: Node, q: string): number => {
  const name = node.name.toLowerCase()
  if (name === q) return 0
  if (name.startsWith(q)) return 1
  if (name.includes(q)) return 2
  if (node.ports.some((p) => p.address.startsWith(q))) return 3
  return node.note.toLowerCase().includes(q) ? 4 : 9
}

/** Best first, at most `most`. Nothing is found by nothing. */
export function searchNodes(doc: TopologyDocument, text: string, most = 12): Node[] {
  const q = text.trim().toLowerCase()
  if (q === '') return []
  return doc.nodes
    .map((node) => ({ node, at: rank(node, q) }))
    .filter((x) => x.at < 9)
    .sort((a, b) => a.at - b.at || a.node.name.localeCompare(b.node.name))
    .slice(0, most)
    .map((x) => x.node)
}
