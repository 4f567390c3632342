/** How X6 shows our cells: each view draws its own plain SVG from the cell's data, so that no attribute is computed that does not change. */
import { type Cell, Edge, EdgeView, Node, NodeView } from '@antv/x6'
import type { Drawing } from '../../../contract/topology/document.ts'
import { type LinkLook, linkElements } from './link.ts'
import { type NodeAppearance, nodeElements } from './node.ts'
import { drawingElements } from './remark.ts'
import { keysOf } from '../../../contract/lib/typed.ts'

/** What a look puts on the screen: drawn by the cell's view when it is mounted. */
export type CellData =
  | { is: 'node'; look: NodeAppearance; name: string }
  | { is: 'link'; look: LinkLook; name: string }
  | { is: 'drawing'; drawing: Drawing; name: string }

/** Cells with their look beside them: X6 copies and compares deeply whatever it is given as their data. */
export class Thing extends Node {
  look: CellData | undefined
  /** Whether a node's ports are drawn. */
  plugs = true
}
export class Cable extends Edge {
  look: CellData | undefined
}
const lookOf = (cell: Cell): CellData | undefined =>
  cell instanceof Thing || cell instanceof Cable ? cell.look : undefined

/** The same but for its place, seen from its own centre: then only its transform changes. */
function sameShape(a: NodeAppearance, b: NodeAppearance): boolean {
  const [m, n] = [a.node, b.node]
  if (m !== n) {
    const keys = keysOf(n)
    if (keys.some((k) => k !== 'x' && k !== 'y' && m[k] !== n[k])) return false
  }
  if (a.marks !== b.marks || a.colours !== b.colours || a.networks !== b.networks) return false
  if (a.spots === b.spots && m.x === n.x && m.y === n.y) return true
  for (const [id, spot] of b.spots) {
    const was = a.spots.get(id)
    if (!was || was.side !== spot.side) return false
    if (Math.abs(was.x - m.x - spot.x + n.x) > 0.01 || Math.abs(was.y - m.y - spot.y + n.y) > 0.01) return false
  }
  return true
}

export class ThingView extends NodeView {
  private drawn: NodeAppearance | undefined
  private plugs = false

  override renderMarkup(): void {
    this.drawn = undefined
    this.draw()
  }
  override update(): void {
    // drawn as a whole
  }
  override renderPorts(): void {
    // part of the drawing
  }
  override updateTransform(): void {
    const data = lookOf(this.cell)
    const at = data?.is === 'node' ? data.look.node : data?.is === 'drawing' ? data.drawing : { x: 0, y: 0 }
    this.container.setAttribute('transform', `translate(${at.x} ${at.y})`)
  }
  draw(): void {
    const data = lookOf(this.cell)
    if (data?.is === 'node') {
      const plugs = this.cell instanceof Thing && this.cell.plugs
      if (!this.drawn || plugs !== this.plugs || !sameShape(this.drawn, data.look))
        this.container.replaceChildren(...nodeElements(data.look, plugs))
      this.drawn = data.look
      this.plugs = plugs
    } else if (data?.is === 'drawing') this.container.replaceChildren(...drawingElements(data.drawing))
    this.updateTransform()
  }
}

export class CableView extends EdgeView {
  private drawn: LinkLook | undefined

  override confirmUpdate(): number {
    this.draw()
    return 0
  }
  override render(): this {
    this.drawn = undefined
    this.draw()
    return this
  }
  draw(): void {
    const data = lookOf(this.cell)
    if (data?.is !== 'link') return
    const { drawn } = this
    const { look } = data
    this.drawn = look
    const plain = look.link.label === '' && drawn?.link.label === ''
    if (plain && drawn && drawn.colour === look.colour && drawn.type === look.type && drawn.errors === look.errors)
      for (const path of this.container.children) path.setAttribute('d', look.line.path)
    else this.container.replaceChildren(...linkElements(look))
  }
}
