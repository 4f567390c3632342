/**
 * draw.io draws pictures and no networks: shapes with cables are nodes, whose kind their stencil names; everything else is a text, a frame, or
 * left out.
 */
import { boxesAt } from './boxesAt.ts'
import type { NodeKind } from '../document.ts'
import { nodeNameOf } from '../name.ts'
import { type DrawioCell, drawioCellsOf, graphOf } from './drawioCells.ts'
import { frames, shapeKindOf, aristaModelOf, busShapes } from './drawioShapes.ts'
import { TopologyFileRefusal } from './report.ts'
import { sketch, type Sketched } from './sketch.ts'
import { children, type Element } from './xml.ts'

/** Texts that stand below or on a shape without words of its own, the nearest to each, none twice. */
function captionsOf(
  nodes: readonly DrawioCell[],
  texts: readonly DrawioCell[],
  placed: (c: DrawioCell) => DrawioCell['box'],
): Map<string, DrawioCell> {
  const sorted = texts
    .map((text) => ({ text, t: placed(text) }))
    .map((c) => ({ ...c, middle: c.t.x + c.t.width / 2 }))
    .sort((a, b) => a.middle - b.middle)
  /** The first of them that is not left of it. */
  const from = (x: number): number => {
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const mid = (low + high) >> 1
      if ((sorted[mid]?.middle ?? x) < x) low = mid + 1
      else high = mid
    }
    return low
  }
  const pairs = nodes.flatMap((node) => {
    const n = placed(node)
    const [center, reach] = [n.x + n.width / 2, Math.max(30, n.width / 2)]
    return sorted.slice(from(center - reach), from(center + reach)).flatMap(({ text, t, middle }) => {
      const dx = Math.abs(middle - center)
      const below = t.y - (n.y + n.height)
      const near = dx < reach && below > -n.height && below < 24
      return near ? [{ node, text, far: dx + Math.abs(below) }] : []
    })
  })
  const out = new Map<string, DrawioCell>()
  const taken = new Set<string>()
  for (const { node, text } of pairs.sort((a, b) => a.far - b.far))
    if (!out.has(node.id) && !taken.has(text.id)) {
      out.set(node.id, text)
      taken.add(text.id)
    }
  return out
}

interface Link {
  c: DrawioCell
  from: string
  to: string
  guessed: boolean
}
/** How far beside a line an end may lie that was drawn to it. */
const besideLine = 8

/**
 * Lines that several cables end on: a bus is often drawn as one, which is no shape that a cable can be fixed to. The cables end there from now
 * on.
 */
function busesOf(
  links: Link[],
  pointOf: (c: DrawioCell, as: 'sourcePoint' | 'targetPoint') => { x: number; y: number } | undefined,
): ReadonlyMap<string, DrawioCell> {
  const lines = links.flatMap(({ c, from, to }) => {
    const [a, b] = [pointOf(c, 'sourcePoint'), pointOf(c, 'targetPoint')]
    const straight = a && b && (a.x === b.x || a.y === b.y) && !c.points.some((p) => p.as === 'bend')
    if (from || to || !straight) return []
    const box = {
      x: Math.min(a.x, b.x),
      y: Math.min(a.y, b.y),
      width: Math.abs(a.x - b.x),
      height: Math.abs(a.y - b.y),
    }
    return [{ of: c, box }]
  })
  const lineAt = boxesAt(lines, besideLine)
  const loose = links.flatMap((link) => {
    const end: 'from' | 'to' | undefined = link.from && !link.to ? 'to' : link.to && !link.from ? 'from' : undefined
    const p = end && pointOf(link.c, end === 'to' ? 'targetPoint' : 'sourcePoint')
    const line = p && lineAt(p.x, p.y)
    return end && line ? [{ link, end, line }] : []
  })
  const count = new Map<DrawioCell, number>()
  for (const { line } of loose) count.set(line, (count.get(line) ?? 0) + 1)
  const out = new Map<string, DrawioCell>()
  for (const { link, end, line } of loose)
    if ((count.get(line) ?? 0) > 1) {
      out.set(line.id, line)
      Object.assign(link, { [end]: line.id, guessed: true })
    }
  return out
}

const baseOf = (file: string): string =>
  file
    .slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1)
    .replace(/(?:\.(?:drawio|dio|xml|mxgraph|mxfile))+$/i, '')
    .trim()

/** What draw.io calls a page that nobody named, in the languages of the platform. */
const unnamed = /^(?:(?:page|seite|página|untitled diagram)[\s-]*\d*|(?:第\s*\d+\s*页|页面?[\s-]*\d+))?$/i

/** @param file name of the file: what it draws is named by it, unless its one page has a name of its own */
export function readDrawio(root: Element, images: ReadonlyMap<string, string>, file = ''): Sketched {
  const diagrams = root.name === 'mxGraphModel' ? [] : children(root, 'diagram')
  const graph = root.name === 'mxGraphModel' ? root : diagrams[0] && graphOf(diagrams[0])
  if (!graph || (root.name !== 'mxfile' && root.name !== 'mxGraphModel'))
    throw new TopologyFileRefusal('no_topology', root.name.slice(0, 40))
  const s = sketch('drawio', images)
  diagrams
    .slice(1)
    .forEach((d, i) => s.left('page', `diagram[${i + 1}]`, { name: (d.attributes['name'] ?? '').slice(0, 60) }))

  const cells = drawioCellsOf(graph)
  /** Geometry is relative to the shape around it. */
  const offsets = new Map<string, { x: number; y: number }>()
  const offset = (id: string, depth = 0): { x: number; y: number } => {
    const known = offsets.get(id)
    const cell = cells.get(id)
    if (known || !cell || depth > 50) return known ?? { x: 0, y: 0 }
    const up = offset(cell.parent, depth + 1)
    const out = cell.vertex ? { x: up.x + cell.box.x, y: up.y + cell.box.y } : up
    offsets.set(id, out)
    return out
  }
  const placed = (c: DrawioCell) => ({ ...c.box, ...offset(c.id) })
  const vertices = [...cells.values()].filter((c) => c.vertex && !cells.get(c.parent)?.edge)
  const parents = new Set(vertices.map((v) => v.parent))

  const joined = new Set<string>()
  const edges = [...cells.values()].filter((c) => c.edge)
  const solid = vertices.filter((v) => !v.style.startsWith('text') && !frames.test(v.style))
  const boxes = solid.map((v) => ({ v, b: placed(v) }))
  // a device before what only lies around it, the smaller before the larger
  const shapeAt = boxesAt(
    boxes
      .map(({ v, b }) => ({ of: v, box: b, rank: shapeKindOf(v) ? 0 : 1, area: b.width * b.height }))
      .sort((a, b) => a.rank - b.rank || a.area - b.area),
    8,
  )
  const labels = new Map<string, DrawioCell>()
  for (const c of cells.values()) if (c.vertex && !labels.has(c.parent)) labels.set(c.parent, c)
  /** The shape an arrow's loose end lies on. */
  function under(c: DrawioCell, as: string): string {
    const p = c.points.find((q) => q.as === as)
    if (!p) return ''
    const up = offset(c.parent)
    const [x, y] = [p.x + up.x, p.y + up.y]
    return shapeAt(x, y)?.id ?? ''
  }
  const links = edges.map((c): Link => {
    const guess = {
      from: c.source === '' ? under(c, 'sourcePoint') : '',
      to: c.target === '' ? under(c, 'targetPoint') : '',
    }
    return { c, from: c.source || guess.from, to: c.target || guess.to, guessed: Boolean(guess.from || guess.to) }
  })
  const buses = busesOf(links, (c, as) => {
    const p = c.points.find((q) => q.as === as)
    const up = offset(c.parent)
    return p && { x: p.x + up.x, y: p.y + up.y }
  })
  const ends = (id: string): boolean => cells.get(id)?.vertex === true || buses.has(id)
  for (const { from, to } of links) if (ends(from) && ends(to)) joined.add(from).add(to)

  const isText = (v: DrawioCell) => /^text\b/.test(v.style) || /shape=(?:label|note)/.test(v.style)
  const isNode = (v: DrawioCell) =>
    !frames.test(v.style) && !parents.has(v.id) && (joined.has(v.id) || (shapeKindOf(v) !== undefined && !isText(v)))
  const captions = captionsOf(
    vertices.filter((v) => isNode(v) && !v.label),
    vertices.filter((v) => isText(v) && v.label && !joined.has(v.id)),
    placed,
  )
  const spoken = new Set([...captions.values()].map((c) => c.id))

  for (const v of vertices) {
    if (spoken.has(v.id)) continue
    const box = placed(v)
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    const place = `cell ${v.id}`
    const found = shapeKindOf(v)
    if (isNode(v)) {
      const label = captions.get(v.id)?.label || v.label || aristaModelOf(v.style).toUpperCase()
      const [first = '', ...rest] = label.split('\n')
      const kind: NodeKind = busShapes.test(v.style) ? 'switch' : (found ?? 'machine')
      if (busShapes.test(v.style)) s.changed('bus_as_switch', place)
      else if (!found) s.changed('kind_guessed', place, { was: first.slice(0, 40) || '?', kind })
      s.node(v.id, { name: nodeNameOf(first) ? first : label, kind, place, at: middle, note: rest.join('\n') })
    } else if (v.label && (isText(v) || box.width * box.height < 40_000) && !parents.has(v.id))
      s.drawing('note', v.label, { ...middle, width: box.width || 160, height: box.height || 40 })
    else if (box.width > 40 && box.height > 40 && !/shape=image|image=/.test(v.style))
      s.drawing('group', v.label, { ...middle, width: box.width, height: box.height })
    else s.left(/image/.test(v.style) ? 'picture' : 'unconnected_shape', place)
  }
  for (const { id, label, points, parent } of buses.values()) {
    const [a = { x: 0, y: 0 }, b = a] = points
    const up = offset(parent)
    const at = { x: up.x + (a.x + b.x) / 2, y: up.y + (a.y + b.y) / 2 }
    s.changed('bus_as_switch', `cell ${id}`)
    s.node(id, { name: label.replaceAll('\n', ' '), kind: 'switch', place: `cell ${id}`, at, note: '' })
  }
  for (const { c, from, to, guessed } of links) {
    if (buses.has(c.id)) continue
    const place = `cell ${c.id}`
    if (!s.has(from) || !s.has(to)) {
      s.left('link_end', place, { end: cells.get(s.has(from) ? to : from)?.label.slice(0, 40) ?? '' })
      continue
    }
    if (guessed) s.changed('edge_end_guessed', place)
    const up = offset(c.parent)
    const label = c.label || labels.get(c.id)?.label || ''
    const bends = c.points.filter((p) => p.as === 'bend').map((p) => ({ x: p.x + up.x, y: p.y + up.y }))
    s.link({ node: from, port: '' }, { node: to, port: '' }, place, { label: label.replaceAll('\n', ' '), bends })
  }
  const page = (diagrams[0]?.attributes['name'] ?? '').trim()
  const named = baseOf(file)
  return s.done(named !== '' && (diagrams.length > 1 || unnamed.test(page)) ? named : page)
}
