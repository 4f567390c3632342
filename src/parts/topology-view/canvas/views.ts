/** How X6 shows our cells: each view draws its own plain SVG from the cell's data, so that no attribute is computed that does not change. */
import { EdgeView, NodeView } from '@antv/x6'
import type { Drawing } from '../../../contract/topology/document.ts'
import { drawingElements, type LinkLook, linkElements, type NodeLook, nodeElements } from './draw.ts'

/** What a look puts on the screen; set silently on the cell, then drawn by its view when it is mounted. */
export type CellData =
  | { is: 'node'; look: NodeLook; name: string }
  | { is: 'link'; look: LinkLook; name: string }
  | { is: 'drawing'; drawing: Drawing; name: string }

export class ThingView extends NodeView {
  override renderMarkup(): void {
    this.draw()
  }
  override update(): void {
    // drawn as a whole
  }
  override renderPorts(): void {
    // part of the drawing
  }
  override updateTransform(): void {
    const data = this.cell.getData<CellData>()
    const at = data.is === 'node' ? data.look.node : data.is === 'drawing' ? data.drawing : { x: 0, y: 0 }
    this.container.setAttribute('transform', `translate(${at.x} ${at.y})`)
  }
  draw(): void {
    const data = this.cell.getData<CellData>()
    if (data.is === 'node') this.container.replaceChildren(...nodeElements(data.look))
    else if (data.is === 'drawing') this.container.replaceChildren(...drawingElements(data.drawing))
    this.updateTransform()
  }
}

export class CableView extends EdgeView {
  override confirmUpdate(): number {
    this.draw()
    return 0
  }
  override render(): this {
    this.draw()
    return this
  }
  draw(): void {
    const data = this.cell.getData<CellData>()
    if (data.is === 'link') this.container.replaceChildren(...linkElements(data.look))
  }
}
