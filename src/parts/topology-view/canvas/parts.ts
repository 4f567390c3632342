/** What a drawing puts on the stage: how each of its parts looks, and the cell that shows it. */
import type { TopologyDocument } from '../../../contract/topology/document.ts'
import { linkNetworkOf } from '../colours.ts'
import { drawingRect, nodeRect } from '../figure.ts'
import type { TopologyLayout } from '../layout.ts'
import type { NodeMarks } from './node.ts'
import { Cable, type CellData, Thing } from './views.ts'

/** Boxes lie below links, links below nodes, notes above. */
const levels = { group: 1, link: 2, node: 3, note: 4 }

export interface StageItem {
  id: string
  data: CellData
  make: () => Thing | Cable
}

interface Drawn {
  doc: TopologyDocument
  layout: TopologyLayout
  /** By node id and link id. */
  marks: ReadonlyMap<string, NodeMarks>
  /** By network id: its colour and its name. */
  colours: ReadonlyMap<string, string>
  networks: ReadonlyMap<string, string>
}

export function* stageItemsOf({ doc, layout, marks, colours, networks }: Drawn): Generator<StageItem> {
  for (const d of doc.drawings)
    yield {
      id: d.id,
      data: { is: 'drawing', drawing: d, name: d.text },
      make: () => new Thing({ id: d.id, ...drawingRect(d), zIndex: levels[d.kind] }),
    }
  const byId = new Map(doc.nodes.map((n) => [n.id, n]))
  for (const link of doc.links) {
    const line = layout.lines.get(link.id)?.line
    if (!line) continue
    const network = linkNetworkOf({ nodes: byId }, link)
    const port = byId.get(link.from.node)?.ports.find((p) => p.id === link.from.port)
    const look = {
      link,
      line,
      colour: network ? colours.get(network) : undefined,
      type: port?.type ?? 'ethernet',
      errors: marks.get(link.id)?.errors ?? 0,
    }
    yield {
      id: link.id,
      data: { is: 'link', look, name: link.label },
      make: () =>
        new Cable({
          id: link.id,
          source: { cell: link.from.node },
          target: { cell: link.to.node },
          zIndex: levels.link,
        }),
    }
  }
  for (const node of doc.nodes) {
    const spots = layout.nodes.get(node.id)?.spots ?? new Map()
    const look = { node, spots, colours, networks, marks: marks.get(node.id) }
    yield {
      id: node.id,
      data: { is: 'node', look, name: node.name },
      make: () => new Thing({ id: node.id, ...nodeRect(node), zIndex: levels.node }),
    }
  }
}

/** Parts are compared by identity; the shades of a whole drawing are the stage's matter. */
export function isOther(was: CellData | undefined, is: CellData): boolean {
  if (was?.is === 'drawing' && is.is === 'drawing') return was.drawing !== is.drawing
  if (was?.is === 'link' && is.is === 'link') {
    const [a, b] = [was.look, is.look]
    return a.line !== b.line || a.link !== b.link || a.colour !== b.colour || a.type !== b.type || a.errors !== b.errors
  }
  if (was?.is === 'node' && is.is === 'node') {
    const [a, b] = [was.look, is.look]
    return a.node !== b.node || a.spots !== b.spots || a.marks !== b.marks
  }
  return true
}
