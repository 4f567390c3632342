/** Commands that change the drawing. */
import { around, drawingRect, nodeRect } from '../../../../parts/topology-view/figure.ts'
import { addDrawing, boxAround } from '../model/drawings.ts'
import { fragmentOf, placeFragment } from '../model/fragment.ts'
import { straighten } from '../model/links.ts'
import { changeNode, freePlace, removeParts } from '../model/nodes.ts'
import { everything, selected } from '../model/selection.ts'
import { canEditSelection, type TopologyCommand, type CommandContext, canWrite } from './command.ts'

const nodesOf = (d: CommandContext) => selected(d.doc, d.selection).nodes

function duplicated(d: CommandContext) {
  const fragment = fragmentOf(d.doc, d.selection)
  if (!fragment) return {}
  const rect = around([...fragment.nodes.map(nodeRect), ...fragment.drawings.map(drawingRect)])
  if (!rect) return {}
  return {
    change: placeFragment(d.doc, fragment, { x: rect.x + rect.width / 2 + 32, y: rect.y + rect.height / 2 + 72 }),
  }
}

export const editCommands: readonly TopologyCommand[] = [
  {
    id: 'undo',
    group: 'edit',
    label: 'editor.command.undo',
    icon: 'undo',
    keys: ['Mod+Z'],
    may: (d) => d.writable && d.mayUndo,
    run: () => ({ effect: 'undo' }),
  },
  {
    id: 'redo',
    group: 'edit',
    label: 'editor.command.redo',
    icon: 'redo',
    keys: ['Mod+Shift+Z', 'Mod+Y'],
    may: (d) => d.writable && d.mayRedo,
    run: () => ({ effect: 'redo' }),
  },
  {
    id: 'cut',
    group: 'edit',
    label: 'editor.command.cut',
    icon: 'cut',
    keys: ['Mod+X'],
    may: (d) => canEditSelection(d) && fragmentOf(d.doc, d.selection) !== undefined,
    run: () => ({ effect: 'cut' }),
  },
  {
    id: 'copy',
    group: 'edit',
    label: 'editor.command.copy',
    icon: 'copy',
    keys: ['Mod+C'],
    may: (d) => fragmentOf(d.doc, d.selection) !== undefined,
    run: () => ({ effect: 'copy' }),
  },
  {
    id: 'paste',
    group: 'edit',
    label: 'editor.command.paste',
    icon: 'paste',
    keys: ['Mod+V'],
    may: canWrite,
    run: () => ({ effect: 'paste' }),
  },
  {
    id: 'duplicate',
    group: 'edit',
    label: 'editor.command.duplicate',
    icon: 'duplicate',
    keys: ['Mod+D'],
    may: (d) => canEditSelection(d) && fragmentOf(d.doc, d.selection) !== undefined,
    run: duplicated,
  },
  {
    id: 'remove',
    group: 'edit',
    label: 'editor.command.remove',
    icon: 'trash',
    keys: ['Delete', 'Backspace'],
    may: canEditSelection,
    run(d) {
      const ids = new Set(d.selection)
      const change = { doc: removeParts(d.doc, ids) }
      // what is locked stays, and says so
      return d.doc.nodes.some((n) => n.locked && ids.has(n.id)) ? { change, refused: 'locked' } : { change }
    },
  },
  {
    id: 'all',
    group: 'edit',
    label: 'editor.command.all',
    keys: ['Mod+A'],
    may: (d) => d.doc.nodes.length + d.doc.drawings.length > 0,
    run: (d) => ({ select: everything(d.doc) }),
  },
  {
    id: 'form',
    group: 'edit',
    label: 'editor.command.form',
    icon: 'edit',
    keys: ['Enter'],
    may: (d) => d.selection.length === 1,
    run: () => ({ effect: 'form' }),
  },
  {
    id: 'note',
    group: 'edit',
    label: 'editor.command.note',
    icon: 'note',
    keys: ['N'],
    may: canWrite,
    run: (d) => ({ change: addDrawing(d.doc, 'note', freePlace(d.doc, d.middle)), effect: 'form' }),
  },
  {
    id: 'group',
    group: 'edit',
    label: 'editor.command.group',
    icon: 'group',
    keys: ['Mod+G'],
    may: (d) => d.writable && nodesOf(d).length > 0,
    run: (d) => ({ change: boxAround(d.doc, new Set(d.selection)), effect: 'form' }),
  },
  {
    id: 'stamp',
    group: 'edit',
    label: 'editor.command.stamp',
    icon: 'stamp',
    keys: ['Mod+Shift+S'],
    may: (d) => d.writable && fragmentOf(d.doc, d.selection) !== undefined,
    run: () => ({ open: 'stamp' }),
  },
  {
    id: 'straighten',
    group: 'edit',
    label: 'editor.command.straighten',
    icon: 'straight',
    keys: ['Shift+B'],
    may: (d) => d.writable && selected(d.doc, d.selection).links.some((l) => l.bends.length > 0),
    run: (d) => ({ change: { doc: straighten(d.doc, new Set(d.selection)) } }),
  },
  {
    id: 'lock',
    group: 'edit',
    label: 'editor.command.lock',
    icon: 'lock',
    keys: ['L'],
    may: (d) => d.writable && d.mayUnlock && nodesOf(d).length > 0,
    on: (d) => nodesOf(d).length > 0 && nodesOf(d).every((n) => n.locked),
    run: (d) => {
      const nodes = nodesOf(d)
      const locked = !nodes.every((n) => n.locked)
      return { change: { doc: nodes.reduce((doc, n) => changeNode(doc, n.id, { locked }), d.doc) } }
    },
  },
]
