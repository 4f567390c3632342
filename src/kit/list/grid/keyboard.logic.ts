/** Keys of a list, as data: the handler and the help read the same table. */
import { entriesOf } from '../../../contract/lib/typed.ts'
export type ListCommand = 'down' | 'up' | 'first' | 'last' | 'open' | 'select' | 'search' | 'help' | 'clear' | 'menu'

export interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

/** Where the press was: in the rows, in something that takes text or its own keys, or elsewhere on the page. */
export type KeyPlace = 'rows' | 'control' | 'page'

interface KeyLine {
  keys: readonly string[]
  /** Only while the rows have the focus: the key means something else elsewhere. */
  rowsOnly: boolean
}

export const listKeys: Record<ListCommand, KeyLine> = {
  down: { keys: ['j', 'ArrowDown'], rowsOnly: false },
  up: { keys: ['k', 'ArrowUp'], rowsOnly: false },
  first: { keys: ['Home'], rowsOnly: true },
  last: { keys: ['End'], rowsOnly: true },
  open: { keys: ['Enter'], rowsOnly: true },
  select: { keys: [' '], rowsOnly: true },
  menu: { keys: ['ContextMenu'], rowsOnly: true },
  clear: { keys: ['Escape'], rowsOnly: true },
  search: { keys: ['/'], rowsOnly: false },
  help: { keys: ['?'], rowsOnly: false },
}

/** What a key press asks for; undefined when it is not the list's. Arrows move the page unless the rows have the focus. */
export function listCommandOf(press: KeyPress, place: KeyPlace): ListCommand | undefined {
  if (place === 'control' || press.ctrlKey || press.metaKey || press.altKey) return undefined
  for (const [command, line] of entriesOf(listKeys)) {
    if (!line.keys.includes(press.key)) continue
    if (place !== 'rows' && (line.rowsOnly || press.key.startsWith('Arrow'))) return undefined
    return command
  }
  return undefined
}

/** The row the cursor is on after a move; -1 is before the first. */
export function movedCursor(at: number, count: number, command: ListCommand): number {
  if (count === 0) return -1
  switch (command) {
    case 'down':
      return Math.min(at + 1, count - 1)
    case 'up':
      return at < 0 ? count - 1 : Math.max(at - 1, 0)
    case 'first':
      return 0
    case 'last':
      return count - 1
    default:
      return Math.min(at, count - 1)
  }
}
