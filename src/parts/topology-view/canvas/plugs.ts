/** The ports of a node as they are drawn, with their names beside them. */
import './plugs.css'
import type { Node } from '../../../contract/topology/document.ts'
import { figure } from '../figure.ts'
import type { Side, Spot, Spots } from '../layout.ts'
import { briefly, widthOf } from '../text.ts'
import { element, tinted } from './element.ts'
import type { NodeLook } from './node.ts'

/** How the names of a side's ports share it: where they would run into one another, every second one stands in a line of its own. */
interface Room {
  /** Widest name. */
  most: number
  /** Between two ports; 0 where their names stand in one line. */
  step: number
}

const size = 10
const line = 11

function roomsOf(node: Node, spots: Spots): Record<Side, Room> {
  const names: Record<Side, string[]> = { top: [], right: [], bottom: [], left: [] }
  for (const port of node.ports) {
    const side = spots.get(port.id)?.side
    if (side) names[side].push(port.name)
  }
  const across = (side: 'top' | 'bottom'): Room => {
    const step = figure.width / (names[side].length + 1)
    const crowded = names[side].length > 1 && names[side].some((name) => widthOf(name, size, true) > step - 4)
    return crowded ? { most: Math.min(90, 2 * step - 4), step } : { most: 90, step: 0 }
  }
  const aside: Room = { most: 90, step: 0 }
  return { top: across('top'), right: aside, bottom: across('bottom'), left: aside }
}

/** Where a port's name stands, seen from its node. */
function beside(spot: Spot, node: Node, { step }: Room): { x: number; y: number } {
  const [x, y] = [spot.x - node.x, spot.y - node.y]
  const second = step > 0 && Math.round((x + figure.width / 2) / step) % 2 === 0 ? line : 0
  if (spot.side === 'top') return { x, y: y - 10 - second }
  if (spot.side === 'bottom') return { x, y: y + 17 + second }
  return { x: spot.side === 'left' ? x - 9 : x + 9, y: y - 6 }
}

export function plugElements({ node, spots, colours }: Pick<NodeLook, 'node' | 'spots' | 'colours'>): SVGElement[] {
  const out: SVGElement[] = []
  const [ox, oy] = [node.x, node.y]
  const rooms = roomsOf(node, spots)
  for (const port of node.ports) {
    const spot = spots.get(port.id)
    if (!spot) continue
    const dot = element('circle', {
      class: `tv-port tv-port-${port.type}${port.access === 'trunk' ? ' tv-port-trunk' : ''}`,
      cx: spot.x - ox,
      cy: spot.y - oy,
      r: figure.port,
    })
    const label = element(
      'text',
      { class: `tv-port-name tv-at-${spot.side}`, ...beside(spot, node, rooms[spot.side]) },
      briefly(port.name, rooms[spot.side].most, 10, true),
    )
    const grip = element('circle', { class: 'tv-grip', cx: spot.x - ox, cy: spot.y - oy, r: 10 })
    const title = element('title', {}, `${port.name} · ${port.type}${port.access === 'trunk' ? ' · trunk' : ''}`)
    out.push(
      tinted(
        element('g', { 'data-port': port.id, class: 'tv-plug' }, grip, dot, label, title),
        port.network_id ? colours.get(port.network_id) : undefined,
      ),
    )
  }
  return out
}
