/** All commands, and which one a key calls. */
import { arrangeCommands } from './arrange.ts'
import type { TopologyCommand, CommandContext } from './command.ts'
import { editCommands } from './edit.ts'
import { moveCommands } from './move.ts'
import { viewCommands } from './view.ts'

export const commands: readonly TopologyCommand[] = [
  ...viewCommands,
  ...editCommands,
  ...arrangeCommands,
  ...moveCommands,
]

const byId = new Map(commands.map((c) => [c.id, c]))

export function topologyCommandOf(id: string): TopologyCommand {
  const command = byId.get(id)
  if (!command) throw new Error(`no command ${id}`)
  return command
}
/** Of several commands on one key the first that may. */
export const commandFor = (keys: string, d: CommandContext): TopologyCommand | undefined =>
  commands.find((c) => c.keys?.includes(keys) && c.may(d))
