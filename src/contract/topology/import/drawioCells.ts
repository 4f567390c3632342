/** The cells of a draw.io graph: plain, or as base64 of raw deflate of URL-encoded XML (jgraph/drawio, Editor.compress). */
import { strFromU8, Inflate } from 'fflate'
import { TopologyFileRefusal } from './report.ts'
import { numberOf } from './values.ts'
import { walkElements, child, children, type Element, htmlText, xmlTree } from './xml.ts'

const mostInflated = 20 * 1024 * 1024

/** Stops at the limit, whatever is still packed. */
function inflated(bytes: Uint8Array): string {
  const parts: Uint8Array[] = []
  let size = 0
  const out = new Inflate((part) => {
    size += part.length
    if (size > mostInflated) throw new TopologyFileRefusal('too_large', 'diagram', { max: mostInflated })
    parts.push(part.slice())
  })
  // in small pieces, so that a bomb is noticed while it grows
  for (let i = 0; i < bytes.length; i += 4096) out.push(bytes.subarray(i, i + 4096), i + 4096 >= bytes.length)
  const whole = new Uint8Array(size)
  let at = 0
  for (const p of parts) {
    whole.set(p, at)
    at += p.length
  }
  return strFromU8(whole)
}

/** The graph of a page. */
export function graphOf(diagram: Element): Element {
  const plain = child(diagram, 'mxGraphModel')
  if (plain) return plain
  const packed = diagram.text.replace(/\s+/g, '')
  if (packed === '') return { name: 'mxGraphModel', attributes: {}, children: [], text: '', line: diagram.line }
  let text: string
  try {
    const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0))
    text = decodeURIComponent(inflated(bytes))
  } catch (e) {
    if (e instanceof TopologyFileRefusal) throw e
    throw new TopologyFileRefusal('compressed', `line ${diagram.line}`)
  }
  return xmlTree(text)
}

export interface DrawioCell {
  id: string
  label: string
  style: string
  parent: string
  source: string
  target: string
  edge: boolean
  vertex: boolean
  box: { x: number; y: number; width: number; height: number }
  /** An edge's loose ends and its bends. */
  points: { x: number; y: number; as: string }[]
}

function cellOf(e: Element, wrapper?: Element): DrawioCell {
  const geometry = child(e, 'mxGeometry')
  const number = (name: string) => numberOf(geometry?.attributes[name]) ?? 0
  const a = e.attributes
  const point = (p: Element, as: string) => ({
    x: numberOf(p.attributes['x']) ?? 0,
    y: numberOf(p.attributes['y']) ?? 0,
    as,
  })
  return {
    id: wrapper?.attributes['id'] ?? a['id'] ?? '',
    label: htmlText(wrapper?.attributes['label'] ?? a['value'] ?? ''),
    style: (a['style'] ?? '').toLowerCase(),
    parent: a['parent'] ?? '',
    source: a['source'] ?? '',
    target: a['target'] ?? '',
    edge: a['edge'] === '1',
    vertex: a['vertex'] === '1',
    box: { x: number('x'), y: number('y'), width: number('width'), height: number('height') },
    points: [
      ...children(geometry, 'mxPoint').map((p) => point(p, p.attributes['as'] ?? '')),
      ...children(geometry, 'Array').flatMap((list) => children(list, 'mxPoint').map((p) => point(p, 'bend'))),
    ],
  }
}

/** By their own ids; the first of an id counts. */
export function drawioCellsOf(graph: Element): Map<string, DrawioCell> {
  const cells = new Map<string, DrawioCell>()
  for (const e of walkElements(graph))
    if (e.name === 'mxCell') {
      const made = cellOf(e)
      if (made.id && !cells.has(made.id)) cells.set(made.id, made)
    } else if (e.name === 'object' || e.name === 'UserObject') {
      const inner = child(e, 'mxCell')
      if (inner) {
        const made = cellOf(inner, e)
        cells.set(made.id, made)
      }
    }
  return cells
}
