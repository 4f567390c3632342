/** A link as it is drawn, and the handles of its bends. */
import './link.css'
import type { Link } from '../../../contract/topology/document.ts'
import type { Point } from '../figure.ts'
import type { LinkPath } from '../layout.ts'
import { fitted } from '../text.ts'
import { svgElement, tinted } from './element.ts'

export interface LinkLook {
  link: Link
  line: LinkPath
  colour: string | undefined
  type: string
  errors: number
}

export function linkElements({ link, line, colour, type, errors }: LinkLook): SVGElement[] {
  const out: SVGElement[] = [
    svgElement('path', { class: 'tv-reach', d: line.path }),
    tinted(
      svgElement('path', { class: `tv-line tv-line-${type}${errors ? ' tv-line-bad' : ''}`, d: line.path }),
      colour,
    ),
  ]
  if (link.label !== '') {
    const text = fitted(link.label, 160, 11)
    const w = Math.max(24, text.length * 6.4 + 14)
    out.push(
      svgElement(
        'g',
        { class: 'tv-link-label', transform: `translate(${Math.round(line.middle.x)} ${Math.round(line.middle.y)})` },
        svgElement('rect', { x: -w / 2, y: -9, width: w, height: 18, rx: 9 }),
        svgElement('text', { y: 4 }, text),
      ),
    )
  }
  return out
}

/** Handles of a selected link: its bends, and between them places where one can be made. */
export function bendElements(link: Link, points: readonly Point[]): SVGElement[] {
  const out: SVGElement[] = []
  for (let i = 0; i + 1 < points.length; i++) {
    const [a, b] = [points[i], points[i + 1]]
    if (!a || !b || Math.hypot(a.x - b.x, a.y - b.y) < 48) continue
    out.push(
      svgElement('circle', {
        class: 'tv-bend tv-bend-fresh',
        'data-bend': `+${i}`,
        'data-of': link.id,
        cx: (a.x + b.x) / 2,
        cy: (a.y + b.y) / 2,
        r: 5,
      }),
    )
  }
  link.bends.forEach((p, i) => {
    out.push(
      svgElement('circle', { class: 'tv-bend', 'data-bend': String(i), 'data-of': link.id, cx: p.x, cy: p.y, r: 6 }),
    )
  })
  return out
}
