/** The ports of a node as they are drawn, with their names beside them. */
import './plugs.css'
import type { Node } from '../../../contract/topology/document.ts'
import { drawingSizes } from '../figure.ts'
import type { NodeSide, Spot, Spots } from '../layout.ts'
import { briefly, drawnTextWidth } from '../text.ts'
import { svgElement, tinted } from './element.ts'
import type { NodeAppearance } from './node.ts'

/** How the names of a side's ports share it: where they would run into one another, every second one stands in a line of its own. */
interface Room {
  /** Widest name. */
  most: number
  /** Between two ports; 0 where their names stand in one line. */
  step: number
}

const size = 10
const line = 11

function roomsOf(node: Node, spots: Spots): Record<NodeSide, Room> {
  const names: Record<NodeSide, string[]> = { top: [], right: [], bottom: [], left: [] }
  for (const port of node.ports) {
    const side = spots.get(port.id)?.side
    if (side) names[side].push(port.name)
  }
  const across = (side: 'top' | 'bottom'): Room => {
    const step = drawingSizes.width / (names[side].length + 1)
    const crowded = names[side].length > 1 && names[side].some((name) => drawnTextWidth(name, size, true) > step - 4)
    return crowded ? { most: Math.min(90, 2 * step - 4), step } : { most: 90, step: 0 }
  }
  const aside: Room = { most: 90, step: 0 }
  return { top: across('top'), right: aside, bottom: across('bottom'), left: aside }
}

/** Where a port's name stands, seen from its node. */
function beside(spot: Spot, node: Node, { step }: Room): { x: number; y: number } {
  const [x, y] = [spot.x - node.x, spot.y - node.y]
  const second = step > 0 && Math.round((x + drawingSizes.width / 2) / step) % 2 === 0 ? line : 0
  if (spot.side === 'top') return { x, y: y - 10 - second }
  if (spot.side === 'bottom') return { x, y: y + 17 + second }
  return { x: spot.side === 'left' ? x - 9 : x + 9, y: y - 6 }
}

export function plugElements({
  node,
  spots,
  colours,
}: Pick<NodeAppearance, 'node' | 'spots' | 'colours'>): SVGElement[] {
  const out: SVGElement[] = []
  const [ox, oy] = [node.x, node.y]
  const rooms = roomsOf(node, spots)
  for (const port of node.ports) {
    const spot = spots.get(port.id)
    if (!spot) continue
    const dot = svgElement('circle', {
      class: `tv-port tv-port-${port.type}${port.access === 'trunk' ? ' tv-port-trunk' : ''}`,
      cx: spot.x - ox,
      cy: spot.y - oy,
      r: drawingSizes.port,
    })
    const label = svgElement(
      'text',
      { class: `tv-port-name tv-at-${spot.side}`, ...beside(spot, node, rooms[spot.side]) },
      briefly(port.name, rooms[spot.side].most, 10, true),
    )
    const grip = svgElement('circle', { class: 'tv-grip', cx: spot.x - ox, cy: spot.y - oy, r: 10 })
    const title = svgElement('title', {}, `${port.name} · ${port.type}${port.access === 'trunk' ? ' · trunk' : ''}`)
    out.push(
      tinted(
        svgElement('g', { 'data-port': port.id, class: 'tv-plug' }, grip, dot, label, title),
        port.network_id ? colours.get(port.network_id) : undefined,
      ),
    )
  }
  return out
}
