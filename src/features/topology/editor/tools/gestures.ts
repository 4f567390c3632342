/** What goes on between pressing and letting go, one entry per gesture. Pure: the document is only ever answered, never changed. */
import { between, drawingRect, drawingSizes, type Point, type Rect } from '../../../../parts/topology-view/figure.ts'
import { distanceTo, stretchAt } from '../../../../parts/topology-view/layout.ts'
import { carried, resize } from '../model/drawings.ts'
import { addBend, connectGrips, type Grip, moveBend, type LinkRefusal, whyNotLink, removeBend } from '../model/links.ts'
import { moveBy, snap } from '../model/nodes.ts'
import { caught, toggledSelection } from '../model/selection.ts'
import { snapped } from './snap.ts'
import { type Corner, type Gesture, type Hit, type Pointed, type Sight, slack, type ToolStep } from './tool.ts'

type Of<K extends Gesture['at']> = Extract<Gesture, { at: K }>
type Gestures = {
  [K in Gesture['at']]: {
    move(g: Of<K>, p: Pointed, s: Sight): ToolStep
    up(g: Of<K>, p: Pointed, s: Sight): ToolStep
  }
}

export const idOf = (hit: Hit): string | undefined =>
  hit.on === 'node' || hit.on === 'link' || hit.on === 'drawing' ? hit.id : hit.on === 'port' ? hit.node : undefined

const gripOf = (hit: Hit): Grip | undefined =>
  hit.on === 'node' ? { node: hit.id } : hit.on === 'port' ? { node: hit.node, port: hit.id } : undefined

/** A dropped cable reaches into a node even beside a port that is taken: then the node finds a port itself. */
const target = (
  g: Of<'linking'>,
  p: Pointed,
  s: Sight,
): { grip: Grip; refused?: ReturnType<typeof whyNotLink> } | undefined => {
  const grip = gripOf(p.hit)
  if (!grip || grip.node === g.from.node) return undefined
  const refused = whyNotLink(s.doc, g.from, grip)
  if (refused !== 'port_taken') return { grip, refused }
  return { grip: { node: grip.node }, refused: whyNotLink(s.doc, g.from, { node: grip.node }) }
}

const joined = (s: Sight, from: Grip, to: { grip: Grip; refused?: LinkRefusal | undefined }): ToolStep =>
  to.refused
    ? { gesture: null, refused: to.refused }
    : { gesture: null, change: connectGrips(s.doc, from, to.grip), from: null }

/** The rectangle with one corner somewhere else, on the grid and not smaller than the least. */
function sized(rect: Rect, corner: Corner, to: Point): Rect {
  const at = { x: snap(to.x), y: snap(to.y) }
  const [right, bottom] = [rect.x + rect.width, rect.y + rect.height]
  const west = corner.endsWith('w')
  const north = corner.startsWith('n')
  const x = west ? Math.min(at.x, right - drawingSizes.least) : rect.x
  const y = north ? Math.min(at.y, bottom - drawingSizes.least) : rect.y
  return {
    x,
    y,
    width: west ? right - x : Math.max(drawingSizes.least, at.x - rect.x),
    height: north ? bottom - y : Math.max(drawingSizes.least, at.y - rect.y),
  }
}

const dragged = (g: Of<'moving'>, p: Pointed, s: Sight) => {
  const { dx, dy, guides } = snapped(g.doc, g.ids, p.x - g.start.x, p.y - g.start.y, 6 / s.scale, p.alt)
  return { doc: moveBy(g.doc, g.ids, dx, dy), guides }
}

/** A bend put back in line with its neighbours is none. */
const settled = (g: Of<'bending'>, s: Sight) => {
  const link = g.doc.links.find((l) => l.id === g.link)
  const bend = link?.bends[g.index]
  if (!link || !bend) return g.doc
  const end = (e: Grip) => s.doc.nodes.find((n) => n.id === e.node) ?? bend
  const before = link.bends[g.index - 1] ?? end(link.from)
  const after = link.bends[g.index + 1] ?? end(link.to)
  return distanceTo(bend, before, after) < slack / s.scale ? removeBend(g.doc, g.link, g.index) : g.doc
}

/** A link dragged by its line bends where it was taken. */
const bentAt = (id: string, at: Point, s: Sight): Of<'bending'> => {
  const link = s.doc.links.find((l) => l.id === id)
  const end = (e: Grip) => s.doc.nodes.find((n) => n.id === e.node) ?? at
  const index = link ? stretchAt([end(link.from), ...link.bends, end(link.to)], at) : 0
  return { at: 'bending', link: id, index, doc: addBend(s.doc, id, index, at), moved: false }
}

const gestures: Gestures = {
  pressed: {
    move(g, p, s) {
      if (Math.hypot(p.screen.x - g.start.screen.x, p.screen.y - g.start.screen.y) < slack) return { gesture: g }
      const { hit } = g.start
      const id = idOf(hit)
      const looking = g.start.finger ? hit.on === 'nothing' || !s.writable : !s.writable && id !== undefined
      if (looking) return gestures.panning.move({ at: 'panning', last: g.start.screen }, p, s)
      if (hit.on === 'nothing')
        return gestures.band.move({ at: 'band', start: g.start, base: g.start.shift ? s.selection : [] }, p, s)
      if (id === undefined) return { gesture: null }
      if (hit.on === 'link') return { ...gestures.bending.move(bentAt(hit.id, g.start, s), p, s), select: [hit.id] }
      const selection = s.selection.includes(id) ? s.selection : [id]
      const moving: Of<'moving'> = { at: 'moving', start: g.start, ids: carried(s.doc, selection), doc: s.doc }
      const step = gestures.moving.move(moving, p, s)
      return selection === s.selection ? step : { ...step, select: selection }
    },
    up(g, _p, s) {
      const id = idOf(g.start.hit)
      if (id === undefined) return { gesture: null, select: g.start.shift ? s.selection : [] }
      if (g.start.shift) return { gesture: null, select: g.already ? toggledSelection(s.selection, id) : s.selection }
      return { gesture: null, select: [id] }
    },
  },
  moving: {
    move(g, p, s) {
      const { doc, guides } = dragged(g, p, s)
      return { gesture: g, draft: doc, overlay: { at: 'guides', lines: guides } }
    },
    up: (g, p, s) => ({ gesture: null, change: { doc: dragged(g, p, s).doc } }),
  },
  band: {
    move(g, p, s) {
      const rect = between(g.start, p)
      return { gesture: g, overlay: { at: 'band', rect }, select: [...new Set([...g.base, ...caught(s.doc, rect)])] }
    },
    up: (g, p, s) => ({ gesture: null, select: [...new Set([...g.base, ...caught(s.doc, between(g.start, p))])] }),
  },
  linking: {
    move(g, p, s) {
      const to = target(g, p, s)
      return {
        gesture: g,
        overlay: {
          at: 'cable',
          from: g.start,
          to: p,
          ...(to ? { target: to.grip.node } : {}),
          ...(to?.refused ? { refused: to.refused } : {}),
        },
      }
    },
    up(g, p, s) {
      const to = target(g, p, s)
      if (to) return joined(s, g.from, to)
      if (!g.click || gripOf(p.hit)?.node !== g.from.node) return { gesture: null }
      if (s.from === null || s.from === g.from.node) return { gesture: null, from: g.from.node, select: [g.from.node] }
      return joined(s, { node: s.from }, { grip: g.from, refused: whyNotLink(s.doc, { node: s.from }, g.from) })
    },
  },
  bending: {
    move(g, p) {
      const at = p.alt ? { x: p.x, y: p.y } : { x: snap(p.x), y: snap(p.y) }
      const doc = moveBend(g.doc, g.link, g.index, at)
      return { gesture: { ...g, doc, moved: true }, draft: doc }
    },
    up(g, p, s) {
      if (!g.moved) return { gesture: null, select: [g.link] }
      const last = gestures.bending.move(g, p, s).gesture
      const doc = last?.at === 'bending' ? settled(last, s) : g.doc
      return { gesture: null, change: { doc, select: [g.link] } }
    },
  },
  sizing: {
    move: (g, p, s) => ({ gesture: g, draft: resize(s.doc, g.drawing, sized(g.start, g.corner, p)) }),
    up: (g, p, s) => ({ gesture: null, change: { doc: resize(s.doc, g.drawing, sized(g.start, g.corner, p)) } }),
  },
  panning: {
    move: (g, p) => ({
      gesture: { at: 'panning', last: p.screen },
      pan: { x: p.screen.x - g.last.x, y: p.screen.y - g.last.y },
    }),
    up: () => ({ gesture: null }),
  },
}

export function moveGesture(g: Gesture, p: Pointed, s: Sight): ToolStep {
  const of = gestures[g.at] as { move(g: Gesture, p: Pointed, s: Sight): ToolStep }
  return of.move(g, p, s)
}
export function up(g: Gesture, p: Pointed, s: Sight): ToolStep {
  const of = gestures[g.at] as { up(g: Gesture, p: Pointed, s: Sight): ToolStep }
  return of.up(g, p, s)
}

/** Pressing a bend's handle; the one in the middle of a stretch makes a bend there first. */
export function bendAt(hit: Extract<Hit, { on: 'bend' }>, p: Pointed, s: Sight): Gesture {
  const doc = hit.fresh ? addBend(s.doc, hit.link, hit.index, p) : s.doc
  return { at: 'bending', link: hit.link, index: hit.index, doc, moved: false }
}

export function sizeAt(hit: Extract<Hit, { on: 'corner' }>, s: Sight): Gesture | null {
  const drawing = s.doc.drawings.find((d) => d.id === hit.drawing)
  return drawing ? { at: 'sizing', drawing: drawing.id, corner: hit.corner, start: drawingRect(drawing) } : null
}
