/**
 * The drawing on the screen: X6 holds the graph and its cells, and is told what changed between two documents. Parts are compared by
 * identity, so that a frame of a drag costs what was dragged. Pointer and keys are the tools' matter, not X6's.
 */
import './stage.css'
import { Config, Graph, type Cell } from '@antv/x6'
import type { TopologyDocument } from '../../../contract/topology/document.ts'
import { type Camera, fittingCamera, type Size } from '../camera.ts'
import { networkColours } from '../colours.ts'
import { around, drawingRect, drawingSizes, nodeRect, type Rect } from '../figure.ts'
import { details, detailsAt } from '../detail.ts'
import { type TopologyLayout, layoutOf } from '../layout.ts'
import type { NodeMarks } from './node.ts'
import { isOther, stageItemsOf } from './parts.ts'
import { Cable, CableView, Thing, ThingView } from './views.ts'

// its rules would need a style element, which the page's policy refuses; what we need of them is in stage.css
Config.autoInsertCSS = false

export interface Shown {
  doc: TopologyDocument
  /** By node id and link id. */
  marks: ReadonlyMap<string, NodeMarks>
  selection: ReadonlySet<string>
}
const nothing: Shown = {
  doc: { isolation: 'isolated', networks: [], nodes: [], links: [], drawings: [] },
  marks: new Map(),
  selection: new Set(),
}

export class Stage {
  private readonly graph: Graph
  private shown: Shown = nothing
  private layout: TopologyLayout = { nodes: new Map(), lines: new Map() }
  private colours: ReadonlyMap<string, string> = new Map()
  private networks: ReadonlyMap<string, string> = new Map()
  private camera: Camera = { x: 0, y: 0, scale: 1 }
  private settle: ReturnType<typeof setTimeout> | undefined
  private drawn: Camera = this.camera
  private size: Size
  private far = false

  /** Moved as a whole while the view moves; a plain element, because moving an SVG one lays out its texts anew. */
  private readonly paper: HTMLElement
  /** Over the drawing while it moves, so that the browser does not look for what is under a resting pointer. */
  private readonly shield: HTMLElement

  constructor(readonly container: HTMLElement) {
    this.paper = document.createElement('div')
    this.paper.className = 'tv-paper'
    container.append(this.paper)
    this.shield = document.createElement('div')
    this.shield.className = 'tv-shield'
    this.shield.hidden = true
    container.append(this.shield)
    this.size = { width: container.clientWidth, height: container.clientHeight }
    this.graph = new Graph({
      container: this.paper,
      ...this.size,
      async: false,
      interacting: false,
      panning: false,
      mousewheel: false,
      preventDefaultContextMenu: false,
      preventDefaultBlankAction: false,
      background: false,
      grid: false,
      createCellView: (cell: Cell) => (cell.isEdge() ? CableView : ThingView),
    })
  }

  /** The element whose coordinates are the drawing's, for what is drawn above it. */
  get viewport(): SVGGElement {
    return this.graph.view.viewport
  }
  get svg(): SVGSVGElement {
    return this.graph.view.svg
  }
  get lines(): TopologyLayout['lines'] {
    return this.layout.lines
  }
  get spots(): TopologyLayout['nodes'] {
    return this.layout.nodes
  }

  resize({ width, height }: Size): void {
    this.size = { width, height }
    this.graph.resize(width, height)
  }

  show(next: Partial<Shown>): void {
    const before = this.shown
    const now = { ...before, ...next }
    this.shown = now
    if (now.doc !== before.doc || now.marks !== before.marks) this.draw(before, now)
    if (now.selection !== before.selection || now.doc !== before.doc) this.mark(before, now)
  }

  private draw(before: Shown, now: Shown): void {
    const layoutBefore = this.layout
    this.layout = layoutOf(now.doc, layoutBefore)
    const recoloured = now.doc.networks !== before.doc.networks
    if (recoloured) {
      this.colours = networkColours(now.doc)
      this.networks = new Map(now.doc.networks.map((n) => [n.id, n.name]))
    }
    const { graph, colours, networks, layout } = this
    const cells = new Set<string>()
    const fresh: Cell[] = []
    for (const { id, data, make } of stageItemsOf({ ...now, colours, networks, layout })) {
      cells.add(id)
      const cell = graph.getCellById(id)
      if (!(cell instanceof Thing || cell instanceof Cable)) {
        const made = make()
        made.look = data
        if (made instanceof Thing) made.plugs = !this.far
        fresh.push(made)
      } else if (recoloured || isOther(cell.look, data)) {
        cell.look = data
        const view = graph.findViewByCell(cell)
        if (view instanceof ThingView || view instanceof CableView) view.draw()
      }
    }
    const gone = graph.getCells().filter((c) => !cells.has(c.id))
    if (gone.length) graph.removeCells(gone)
    if (fresh.length) {
      // nodes first: a link's cell asks for its ends
      fresh.sort((a, b) => Number(a.isEdge()) - Number(b.isEdge()))
      if (fresh.length === cells.size) graph.resetCells(fresh)
      else graph.addCell(fresh)
    }
  }

  private mark(before: Shown, now: Shown): void {
    for (const id of before.selection) if (!now.selection.has(id)) this.elementOf(id)?.classList.remove('is-selected')
    for (const id of now.selection) this.elementOf(id)?.classList.add('is-selected')
  }

  /** What shows a node, link or drawing. */
  elementOf(id: string): SVGElement | undefined {
    const view = this.graph.findViewByCell(id)
    return view?.container instanceof SVGElement ? view.container : undefined
  }

  /** What holds everything that is drawn. */
  extent(doc = this.shown.doc): Rect | undefined {
    return around([...doc.nodes.map(nodeRect), ...doc.drawings.map(drawingRect), ...bendRects(doc)], 16)
  }

  fitted(size: Size, doc = this.shown.doc, margin?: number, most?: number): Camera {
    const rect = this.extent(doc)
    return rect ? fittingCamera(rect, size, margin, most) : { x: -size.width / 2, y: -size.height / 2, scale: 1 }
  }

  /**
   * While the view moves, the picture that is there is moved by the compositor; a moment after the last step it is drawn anew, crisp.
   */
  look(camera: Camera, at: 'once' | 'moving' = 'once'): void {
    this.camera = camera
    clearTimeout(this.settle)
    if (at === 'once') {
      this.crisp()
      return
    }
    const { drawn } = this
    const ratio = camera.scale / drawn.scale
    const dx = (drawn.x - camera.x) * camera.scale
    const dy = (drawn.y - camera.y) * camera.scale
    // beyond that nothing of it can be recognised
    if (ratio < 1 / 12 || ratio > 12) {
      this.crisp()
      return
    }
    this.shield.hidden = false
    this.paper.style.transform = `translate(${dx}px, ${dy}px) scale(${ratio})`
    this.settle = setTimeout(() => this.crisp(), 260)
  }

  private crisp(): void {
    const { camera: c } = this
    this.drawn = c
    this.paper.style.transform = ''
    this.shield.hidden = true
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it reads the six figures, which are those of an SVG matrix
    this.graph.transform.setMatrix(new DOMMatrix([c.scale, 0, 0, c.scale, -c.x * c.scale, -c.y * c.scale]) as never)
    const now = detailsAt(c.scale)
    for (const detail of details) this.container.classList.toggle(detail, now.has(detail))
    this.far = now.has('tv-far')
    if (!this.far) this.plug()
  }

  /** Draws the ports that were left out from afar. */
  plug(): void {
    for (const cell of this.graph.getNodes()) {
      if (!(cell instanceof Thing) || cell.plugs) continue
      cell.plugs = true
      const view = this.graph.findViewByCell(cell)
      if (view instanceof ThingView) view.draw()
    }
  }

  dispose(): void {
    clearTimeout(this.settle)
    this.graph.dispose()
    this.paper.remove()
    this.shield.remove()
  }
}

const bendRects = (doc: TopologyDocument): Rect[] =>
  doc.links.flatMap((l) =>
    l.bends.map((b) => ({ x: b.x - drawingSizes.grid, y: b.y - drawingSizes.grid, width: 16, height: 16 })),
  )
