/** The tools one can hold: each says what pressing begins. What happens then is the gestures'. */
import type { IconName } from '../../../../ui/icon/Icon.tsx'
import { bendAt, idOf, moveGesture, sizeAt, up } from './gestures.ts'
import { removeBend } from '../model/links.ts'
import type { Gesture, Pointed, Sight, ToolStep, ToolName } from './tool.ts'

export interface EditorTool {
  icon: IconName
  cursor: string
  down(p: Pointed, s: Sight): ToolStep
}

const pan = (p: Pointed): ToolStep => ({ gesture: { at: 'panning', last: p.screen } })

const select: EditorTool = {
  icon: 'arrow-left',
  cursor: 'default',
  down(p, s) {
    const { hit } = p
    if (hit.on === 'bend' && s.writable) {
      if (p.alt && !hit.fresh) return { gesture: null, change: { doc: removeBend(s.doc, hit.link, hit.index) } }
      return { gesture: bendAt(hit, p, s) }
    }
    if (hit.on === 'corner' && s.writable) return { gesture: sizeAt(hit, s) }
    if (hit.on === 'port' && s.writable)
      return { gesture: { at: 'linking', from: { node: hit.node, port: hit.id }, start: { x: p.x, y: p.y } } }
    const id = idOf(hit)
    const already = id !== undefined && s.selection.includes(id)
    const pressed: Gesture = { at: 'pressed', start: p, already }
    if (id === undefined || already) return { gesture: pressed }
    return { gesture: pressed, select: p.shift ? [...s.selection, id] : [id] }
  },
}

const connect: EditorTool = {
  icon: 'link',
  cursor: 'crosshair',
  down(p, s) {
    const { hit } = p
    if (!s.writable || (hit.on !== 'node' && hit.on !== 'port')) return select.down(p, s)
    const from = hit.on === 'node' ? { node: hit.id } : { node: hit.node, port: hit.id }
    const node = s.doc.nodes.find((n) => n.id === from.node)
    return {
      gesture: {
        at: 'linking',
        from,
        click: true,
        start: hit.on === 'node' && node ? { x: node.x, y: node.y } : { x: p.x, y: p.y },
      },
    }
  },
}

const hand: EditorTool = { icon: 'swap', cursor: 'grab', down: pan }

export const tools: Record<ToolName, EditorTool> = { select, hand, connect }

/** Pressing: the middle button and the space bar pan whatever tool is held. */
export function down(tool: ToolName, p: Pointed, s: Sight): ToolStep {
  if (p.button === 'middle' || p.space) return pan(p)
  if (p.button === 'second') {
    const id = idOf(p.hit)
    return id === undefined || s.selection.includes(id) ? { gesture: null } : { gesture: null, select: [id] }
  }
  return tools[tool].down(p, s)
}

export { moveGesture, up }
