/** A Mermaid flowchart (https://mermaid.js.org/syntax/flowchart.html): a picture of who is joined to whom, for a document. */
import type { NodeKind, TopologyDocument } from '../document.ts'

/** Brackets that draw the shape of a kind. */
const shapes: Readonly<Record<NodeKind, readonly [string, string]>> = {
  machine: ['[', ']'],
  container: ['[[', ']]'],
  switch: ['([', '])'],
  router: ['((', '))'],
  firewall: ['{{', '}}'],
  device: ['[/', '/]'],
  internet: ['(((', ')))'],
}
/** As plain words: without entities, backticks would be Markdown, dollars a formula and `\\n` a new line. */
const quoted = (text: string): string =>
  `"${text.replace(/["#&<>`$\\]/g, (c) => `#${c.charCodeAt(0)};`).replace(/\s+/g, ' ')}"`

export function mermaid(document: TopologyDocument): string {
  const place = new Map(document.nodes.map((n, i) => [n.id, `n${i + 1}`]))
  const networks = new Map(document.networks.map((n) => [n.id, n]))
  const ports = new Map(document.nodes.flatMap((n) => n.ports.map((p) => [`${n.id}/${p.id}`, p] as const)))
  const lines = ['flowchart TD']
  for (const n of document.nodes) {
    const [open, close] = shapes[n.kind]
    lines.push(`  ${place.get(n.id)}${open}${quoted(n.name || n.kind)}${close}`)
  }
  for (const l of document.links) {
    const [a, b] = [place.get(l.from.node), place.get(l.to.node)]
    if (!a || !b) continue
    const ends = [ports.get(`${l.from.node}/${l.from.port}`), ports.get(`${l.to.node}/${l.to.port}`)]
    const network = ends.map((p) => networks.get(p?.network_id ?? '')?.name).find(Boolean)
    const label = l.label || network || ''
    lines.push(`  ${a} ---${label ? `|${quoted(label)}|` : ''} ${b}`)
  }
  return `${lines.join('\n')}\n`
}
