/** Whether the text stands beside the drawing: the next editor of this browser begins as the last one was left. */
import { scoped, type Store } from '../../../../lib/storage.ts'
import type { EditorStore } from '../store.ts'

const name = 'topology-text'

export function rememberText(editor: EditorStore, kept: Store = scoped('local')): () => void {
  let text = kept.get(name) === 'open'
  if (text) editor.dispatch({ type: 'set', parts: { text } })
  return editor.subscribe(() => {
    const now = editor.getState().text
    if (now === text) return
    text = now
    kept.set(name, text ? 'open' : 'closed')
  })
}
