/** Getting about by keyboard: Tab from node to node, arrows move what is selected, with Mod they go to the neighbour. */
import { drawingSizes } from '../../../../parts/topology-view/figure.ts'
import { carried } from '../model/drawings.ts'
import { moveBy } from '../model/nodes.ts'
import { following, neighbour, selected, type ArrowDirection } from '../model/selection.ts'
import type { TopologyCommand, CommandContext } from './command.ts'
import { keysOf } from '../../../../contract/lib/typed.ts'

const ways: Record<ArrowDirection, { key: string; x: number; y: number }> = {
  left: { key: 'Left', x: -1, y: 0 },
  right: { key: 'Right', x: 1, y: 0 },
  up: { key: 'Up', x: 0, y: -1 },
  down: { key: 'Down', x: 0, y: 1 },
}
const movable = (d: CommandContext): boolean => {
  const { nodes, drawings } = selected(d.doc, d.selection)
  return d.writable && nodes.length + drawings.length > 0
}
/** A selection's one node, else nothing. */
const at = (d: CommandContext) => selected(d.doc, d.selection).nodes.at(-1)

const moving = (way: ArrowDirection, step: number, prefix: string, id: string): TopologyCommand => ({
  id,
  group: 'move',
  label: `editor.command.${step === 1 ? 'nudge' : 'move'}_${way}`,
  keys: [prefix + ways[way].key],
  may: movable,
  run: (d) => ({
    change: {
      doc: moveBy(d.doc, carried(d.doc, d.selection), ways[way].x * step, ways[way].y * step),
      mark: `move ${d.selection.join()}`,
    },
    effect: 'reveal',
  }),
})

export const moveCommands: readonly TopologyCommand[] = [
  {
    id: 'next',
    group: 'move',
    label: 'editor.command.next',
    keys: ['Tab'],
    may: (d) => d.doc.nodes.length > 0 && following(d.doc, at(d)?.id, 1) !== undefined && !isEnd(d, 1),
    run: (d) => ({ select: ids(following(d.doc, at(d)?.id, 1)), effect: 'reveal' }),
  },
  {
    id: 'previous',
    group: 'move',
    label: 'editor.command.previous',
    keys: ['Shift+Tab'],
    may: (d) => d.doc.nodes.length > 0 && at(d) !== undefined && !isEnd(d, -1),
    run: (d) => ({ select: ids(following(d.doc, at(d)?.id, -1)), effect: 'reveal' }),
  },
  ...keysOf(ways).map(
    (way): TopologyCommand => ({
      id: `go_${way}`,
      group: 'move',
      label: `editor.command.go_${way}`,
      keys: [`Mod+${ways[way].key}`],
      may: (d) => d.doc.nodes.length > 0,
      run: (d) => ({ select: ids(neighbour(d.doc, at(d) ?? d.middle, way) ?? at(d)?.id), effect: 'reveal' }),
    }),
  ),
  ...keysOf(ways).flatMap((way) => [
    moving(way, drawingSizes.grid * 2, '', `move_${way}`),
    moving(way, 1, 'Shift+', `nudge_${way}`),
  ]),
]

const ids = (id: string | undefined): string[] => (id === undefined ? [] : [id])

/** Past the last node, and before the first, Tab leaves the drawing. */
function isEnd(d: CommandContext, step: 1 | -1): boolean {
  const here = at(d)?.id
  if (here === undefined) return false
  const first = following(d.doc, undefined, 1)
  return step === 1 ? following(d.doc, here, 1) === first : here === first
}
