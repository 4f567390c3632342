/** Commands that put what is selected in order. */
import type { IconName } from '../../../../ui/icon/Icon.tsx'
import { align, axes, distribute, edges } from '../model/arrange.ts'
import { selected } from '../model/selection.ts'
import type { TopologyCommand, CommandContext } from './command.ts'

const many = (d: CommandContext): number => {
  const { nodes, drawings } = selected(d.doc, d.selection)
  return nodes.length + drawings.length
}
const keys: Record<(typeof edges)[number], string> = {
  left: 'Alt+Left',
  centre: 'Alt+C',
  right: 'Alt+Right',
  top: 'Alt+Up',
  middle: 'Alt+M',
  bottom: 'Alt+Down',
}
const axisKeys = { across: 'Alt+Shift+H', down: 'Alt+Shift+V' } as const

export const arrangeCommands: readonly TopologyCommand[] = [
  ...edges.map(
    (edge): TopologyCommand => ({
      id: `align_${edge}`,
      group: 'arrange',
      label: `editor.command.align_${edge}`,
      icon: `align-${edge}` satisfies IconName,
      keys: [keys[edge]],
      may: (d) => d.writable && many(d) > 1,
      run: (d) => ({ change: { doc: align(d.doc, d.selection, edge) } }),
    }),
  ),
  ...axes.map(
    (axis): TopologyCommand => ({
      id: `space_${axis}`,
      group: 'arrange',
      label: `editor.command.space_${axis}`,
      icon: `space-${axis}` satisfies IconName,
      keys: [axisKeys[axis]],
      may: (d) => d.writable && many(d) > 2,
      run: (d) => ({ change: { doc: distribute(d.doc, d.selection, axis) } }),
    }),
  ),
]
