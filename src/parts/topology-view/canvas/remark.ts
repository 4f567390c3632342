/** Notes and boxes as they are drawn. */
import './remark.css'
import type { Drawing } from '../../../contract/topology/document.ts'
import { fitted, labelLines } from '../text.ts'
import { svgElement } from './element.ts'

export function drawingElements(d: Drawing): SVGElement[] {
  const [x, y] = [-d.width / 2, -d.height / 2]
  const out: SVGElement[] = [
    svgElement('rect', {
      class: `tv-${d.kind} tv-tone-${d.tone}`,
      x,
      y,
      width: d.width,
      height: d.height,
      rx: d.kind === 'note' ? 6 : 12,
    }),
  ]
  if (d.kind === 'group') {
    // a box is taken by its edge or its title, so that a rubber band can begin inside
    out.push(svgElement('rect', { class: 'tv-group-bar', x, y, width: d.width, height: 34 }))
    if (d.text)
      out.push(
        svgElement(
          'text',
          { class: `tv-group-title tv-tone-${d.tone}`, x: x + 14, y: y + 24 },
          fitted(d.text, d.width - 28, 13),
        ),
        svgElement(
          'text',
          { class: `tv-group-brief tv-tone-${d.tone}`, x: x + 14, y: y + 34 },
          fitted(d.text, d.width - 28, 40),
        ),
      )
  } else
    labelLines(d.text, d.width - 24, 13, Math.max(1, Math.floor((d.height - 16) / 19))).forEach((line, i) =>
      out.push(svgElement('text', { class: 'tv-note-text', x: x + 12, y: y + 24 + i * 19 }, line)),
    )
  const inset = 4
  out.push(
    svgElement('rect', {
      class: 'tv-halo',
      x: x - inset,
      y: y - inset,
      width: d.width + 2 * inset,
      height: d.height + 2 * inset,
      rx: 10,
    }),
  )
  for (const [name, cx, cy] of [
    ['nw', x, y],
    ['ne', -x, y],
    ['se', -x, -y],
    ['sw', x, -y],
  ] as const)
    out.push(
      svgElement('rect', {
        class: `tv-corner tv-corner-${name}`,
        'data-corner': name,
        x: cx - 5,
        y: cy - 5,
        width: 10,
        height: 10,
        rx: 2,
      }),
    )
  return out
}
