/** An act of the editor as an object. Toolbar, menus, shortcuts and the help sheet are renderings of one list of them. */
import type { TopologyDocument } from '../../../../contract/topology/document.ts'
import type { MessageKey } from '../../../../i18n/index.ts'
import type { Point } from '../../../../parts/topology-view/figure.ts'
import type { IconName } from '../../../../ui/icon/Icon.tsx'
import type { Open, EditorPanel } from '../editor.state.ts'
import type { TopologyChange } from '../model/change.ts'
import type { LinkRefusal } from '../model/links.ts'
import type { ToolName } from '../tools/tool.ts'

/** What a command may look at. */
export interface CommandContext {
  doc: TopologyDocument
  selection: readonly string[]
  writable: boolean
  mayUnlock: boolean
  mayStart: boolean
  /** Something is drawn that the server does not have. */
  unsaved: boolean
  /** Something is typed in the text that is not drawn. */
  typed: boolean
  mayUndo: boolean
  mayRedo: boolean
  /** Middle of what is seen. */
  middle: Point
  tool: ToolName
  /** Node that a link is drawn from by keyboard. */
  from: string | null
  panel: EditorPanel
  text: boolean
}

/** What only the page can do. */
export type Effect =
  | 'undo'
  | 'redo'
  | 'copy'
  | 'cut'
  | 'paste'
  | 'fit'
  | 'actual'
  | 'zoom_in'
  | 'zoom_out'
  | 'reveal'
  | 'save'
  | 'png'
  | 'svg'
  | 'form'
  | 'palette'
  | 'leave'

export interface EditorUpdate {
  change?: TopologyChange
  select?: readonly string[]
  effect?: Effect
  tool?: ToolName
  from?: string | null
  open?: Open
  panel?: EditorPanel
  text?: boolean
  /** Said to whoever asked. */
  refused?: LinkRefusal
}

export const commandGroups = ['edit', 'tool', 'move', 'arrange', 'view', 'file'] as const
type CommandGroup = (typeof commandGroups)[number]

export interface TopologyCommand {
  id: string
  group: CommandGroup
  label: MessageKey
  icon?: IconName
  /** The first is shown: `Mod+Shift+Z`. Mod is Ctrl, on a Mac ⌘. */
  keys?: readonly string[]
  may(d: CommandContext): boolean
  run(d: CommandContext): EditorUpdate
  /** Of a switch: whether it is on. */
  on?(d: CommandContext): boolean
}

export const always = (): boolean => true
export const canWrite = (d: CommandContext): boolean => d.writable
export const canEditSelection = (d: CommandContext): boolean => d.writable && d.selection.length > 0
