/** Commands that change what is seen and held, and what leaves the editor. */
import { connectGrips, whyNotLink } from '../model/links.ts'
import { selected } from '../model/selection.ts'
import { always, type TopologyCommand, type CommandContext, type EditorUpdate, canWrite } from './command.ts'

const nodesOf = (d: CommandContext) => selected(d.doc, d.selection).nodes
/** The two ends a keyboard has named: where the link was begun, and what is selected now. */
const named = (d: CommandContext) => {
  const to = nodesOf(d)[0]
  return d.from !== null && to && to.id !== d.from && nodesOf(d).length === 1 ? { from: d.from, to: to.id } : undefined
}

const joined = (d: CommandContext, from: string, to: string): EditorUpdate => {
  const refused = whyNotLink(d.doc, { node: from }, { node: to })
  if (refused) return { refused }
  return { change: connectGrips(d.doc, { node: from }, { node: to }), tool: 'select', from: null }
}

export const viewCommands: readonly TopologyCommand[] = [
  {
    id: 'select',
    group: 'tool',
    label: 'editor.command.select',
    icon: 'pointer',
    keys: ['V'],
    may: always,
    on: (d) => d.tool === 'select',
    run: () => ({ tool: 'select' }),
  },
  {
    id: 'hand',
    group: 'tool',
    label: 'editor.command.hand',
    icon: 'hand',
    keys: ['H'],
    may: always,
    on: (d) => d.tool === 'hand',
    run: () => ({ tool: 'hand' }),
  },
  {
    id: 'add',
    group: 'tool',
    label: 'editor.command.add',
    icon: 'plus',
    keys: ['A', 'Insert'],
    may: canWrite,
    run: () => ({ effect: 'palette' }),
  },
  {
    id: 'connect',
    group: 'tool',
    label: 'editor.command.connect',
    icon: 'cable',
    keys: ['C'],
    may: canWrite,
    on: (d) => d.tool === 'connect',
    run(d) {
      const [a, b, more] = nodesOf(d)
      if (a && b && !more) return joined(d, a.id, b.id)
      return { tool: 'connect', from: a && !b ? a.id : null }
    },
  },
  {
    id: 'join',
    group: 'tool',
    label: 'editor.command.join',
    keys: ['Enter'],
    may: (d) => d.writable && named(d) !== undefined,
    run(d) {
      const ends = named(d)
      return ends ? joined(d, ends.from, ends.to) : {}
    },
  },
  {
    id: 'leave',
    group: 'tool',
    label: 'editor.command.leave',
    keys: ['Esc'],
    may: always,
    run: () => ({ effect: 'leave' }),
  },
  {
    id: 'fit',
    group: 'view',
    label: 'editor.command.fit',
    icon: 'fit',
    keys: ['Shift+1', '!'],
    may: always,
    run: () => ({ effect: 'fit' }),
  },
  {
    id: 'actual',
    group: 'view',
    label: 'editor.command.actual',
    keys: ['Shift+0', 'Mod+0'],
    may: always,
    run: () => ({ effect: 'actual' }),
  },
  {
    id: 'zoom_in',
    group: 'view',
    label: 'editor.command.zoom_in',
    icon: 'plus',
    keys: ['Plus', 'Mod+Plus'],
    may: always,
    run: () => ({ effect: 'zoom_in' }),
  },
  {
    id: 'zoom_out',
    group: 'view',
    label: 'editor.command.zoom_out',
    icon: 'minus',
    keys: ['Minus', 'Mod+Minus'],
    may: always,
    run: () => ({ effect: 'zoom_out' }),
  },
  {
    id: 'search',
    group: 'view',
    label: 'editor.command.search',
    icon: 'search',
    keys: ['Mod+F', '/'],
    may: (d) => d.doc.nodes.length > 0,
    run: () => ({ open: 'search' }),
  },
  {
    id: 'networks',
    group: 'view',
    label: 'editor.command.networks',
    icon: 'network',
    keys: ['Shift+N'],
    may: always,
    run: () => ({ panel: 'networks' }),
  },
  {
    id: 'problems',
    group: 'view',
    label: 'editor.command.problems',
    icon: 'warn',
    keys: ['Shift+P'],
    may: always,
    run: () => ({ panel: 'problems' }),
  },
  {
    id: 'text',
    group: 'view',
    label: 'editor.command.text',
    icon: 'code',
    keys: ['Shift+T'],
    may: always,
    on: (d) => d.text,
    run: (d) => ({ text: !d.text }),
  },
  {
    id: 'help',
    group: 'view',
    label: 'editor.command.help',
    icon: 'keyboard',
    keys: ['?'],
    may: always,
    run: () => ({ open: 'help' }),
  },
  {
    id: 'save',
    group: 'file',
    label: 'editor.command.save',
    keys: ['Mod+S'],
    may: canWrite,
    run: () => ({ effect: 'save' }),
  },
  {
    id: 'discard',
    group: 'file',
    label: 'editor.command.discard',
    icon: 'undo',
    may: (d) => d.typed,
    run: () => ({ open: 'discard' }),
  },
  {
    id: 'start',
    group: 'file',
    label: 'scene.start',
    icon: 'play',
    // a scene is made of what is saved: whoever cannot save what he drew would start another drawing
    may: (d) => d.mayStart && d.doc.nodes.length > 0 && (d.writable || !d.unsaved),
    run: () => ({ effect: 'save', open: 'start' }),
  },
  {
    id: 'png',
    group: 'file',
    label: 'editor.command.png',
    icon: 'image',
    keys: ['Mod+Shift+E'],
    may: (d) => d.doc.nodes.length + d.doc.drawings.length > 0,
    run: () => ({ effect: 'png' }),
  },
  {
    id: 'svg',
    group: 'file',
    label: 'editor.command.svg',
    icon: 'download',
    may: (d) => d.doc.nodes.length + d.doc.drawings.length > 0,
    run: () => ({ effect: 'svg' }),
  },
]
