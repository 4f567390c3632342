/** What tools draw above the drawing: the rubber band, a cable in the hand, guides, and the handles of a selected link. */
import './overlay.css'
import type { TopologyDocument } from '../../../../contract/topology/document.ts'
import { svgElement } from '../../../../parts/topology-view/canvas/element.ts'
import { bendElements } from '../../../../parts/topology-view/canvas/link.ts'
import type { Stage } from '../../../../parts/topology-view/canvas/Stage.ts'
import { drawingSizes } from '../../../../parts/topology-view/figure.ts'
import { icons } from '../../../../ui/icon/icons.ts'
import type { Overlay } from '../tools/tool.ts'

export interface OverlayLook {
  overlay: Overlay | undefined
  doc: TopologyDocument
  selection: readonly string[]
  writable: boolean
}

function parts(overlay: Overlay): SVGElement[] {
  switch (overlay.at) {
    case 'band':
      return [svgElement('rect', { class: 'tv-band', ...overlay.rect })]
    case 'cable': {
      const { from, to, refused } = overlay
      return [
        svgElement('path', {
          class: refused ? 'tv-cable tv-cable-bad' : 'tv-cable',
          d: `M${from.x} ${from.y}L${to.x} ${to.y}`,
        }),
        svgElement('circle', { class: refused ? 'tv-cable tv-cable-bad' : 'tv-cable', cx: to.x, cy: to.y, r: 5 }),
      ]
    }
    case 'guides':
      return overlay.lines.map(({ x, y }) =>
        svgElement('path', { class: 'tv-guide', d: x === undefined ? `M-100000 ${y}H100000` : `M${x} -100000V100000` }),
      )
    case 'ghost': {
      const { width, height } = drawingSizes
      return [
        svgElement(
          'g',
          { class: 'tv-ghost', transform: `translate(${overlay.x} ${overlay.y})` },
          svgElement('rect', { class: 'tv-card', x: -width / 2, y: -height / 2, width, height, rx: 10 }),
          svgElement('path', {
            class: 'tv-icon',
            d: icons[overlay.kind],
            transform: `translate(${-width / 2 + 17} -11) scale(1.1)`,
          }),
        ),
      ]
    }
  }
}

export function createOverlay(stage: Stage) {
  const layer = svgElement('g', { class: 'tv-overlay' })
  stage.viewport.append(layer)
  let aimed: string | undefined
  return {
    draw({ overlay, doc, selection, writable }: OverlayLook): void {
      const out = overlay ? parts(overlay) : []
      const only = selection.length === 1 ? doc.links.find((l) => l.id === selection[0]) : undefined
      const line = only && stage.lines.get(only.id)?.line
      if (only && line && writable) out.push(...bendElements(only, line.points))
      layer.replaceChildren(...out)
      const target = overlay?.at === 'cable' ? overlay.target : undefined
      if (aimed !== undefined) stage.elementOf(aimed)?.classList.remove('is-target', 'is-refused')
      if (target !== undefined && overlay?.at === 'cable')
        stage.elementOf(target)?.classList.add(overlay.refused ? 'is-refused' : 'is-target')
      aimed = target
    },
  }
}
