/** Runs commands: gives them what they may look at, and does what came out. */
import type { Open, EditorState, Pending } from './editor.state.ts'
import { isUnsaved, isWritable } from './editor.state.ts'
import type { TopologyCommand, CommandContext, Effect } from './commands/command.ts'
import type { LinkRefusal } from './model/links.ts'
import type { EditorStore } from './store.ts'
import type { Point } from '../../../parts/topology-view/figure.ts'

export function commandContextOf(s: EditorState, middle: Point = { x: 0, y: 0 }): CommandContext {
  const writable = isWritable(s)
  return {
    doc: s.history.now,
    selection: s.selection,
    writable,
    mayUnlock: s.unlock,
    mayStart: s.start,
    unsaved: isUnsaved(s),
    typed: s.pending !== null,
    mayUndo: s.history.past !== null,
    mayRedo: s.history.future !== null,
    middle,
    tool: s.tool,
    from: s.from,
    panel: s.panel,
    text: s.text,
  }
}

export interface Doer {
  middle(): Point
  effect(effect: Effect): void
  refused: (why: LinkRefusal) => void
  /** The drawing is saved, the text beside it is not. */
  unsaved(text: Pending): void
}

export function runCommand(store: EditorStore, command: TopologyCommand, doer: Doer): void {
  const desk = commandContextOf(store.getState(), doer.middle())
  if (!command.may(desk)) return
  const { change, select, effect, tool, from, open, panel, text, refused } = command.run(desk)
  if (refused) doer.refused(refused)
  if (change) store.dispatch({ type: 'changed', change })
  if (select) store.dispatch({ type: 'selected', ids: select })
  const parts = {
    ...(tool === undefined ? {} : { tool, placing: null, from: from ?? null }),
    ...(open === undefined ? {} : { open: open as Open }),
    ...(text === undefined ? {} : { text }),
  }
  if (Object.keys(parts).length) store.dispatch({ type: 'set', parts })
  if (panel) store.dispatch({ type: 'form', panel })
  if (effect === 'undo') store.dispatch({ type: 'undone' })
  else if (effect === 'redo') store.dispatch({ type: 'redone' })
  else if (effect === 'save') {
    const { pending, save } = store.getState()
    if (save.at === 'held') store.dispatch({ type: 'save', phase: { at: 'held', asking: true } })
    else store.dispatch({ type: 'ask/save' })
    if (pending) doer.unsaved(pending)
  } else if (effect === 'form') store.dispatch({ type: 'form' })
  else if (effect) doer.effect(effect)
}
