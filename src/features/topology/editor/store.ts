/** One store per open editor: it lives and ends with the screen. */
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import { applyMiddleware, legacy_createStore as createStore, type Store } from 'redux'
import createSagaMiddleware from 'redux-saga'
import { onPageHide } from '../../../parts/writing/rest.ts'
import { editorSaga } from './editor.saga.ts'
import type { TopologyDraftStore, EditorTimings, TopologyServer } from './session/outside.ts'
import { type EditorAction, type EditorState, reduce } from './editor.state.ts'
import { type TextBook, textBook } from './text/book.ts'

export type EditorStore = Store<EditorState, EditorAction>

export function openEditor(server: TopologyServer, drafts: TopologyDraftStore, pace?: EditorTimings) {
  const sagas = createSagaMiddleware()
  const store: EditorStore = createStore<EditorState, EditorAction, {}, {}>(reduce, applyMiddleware(sagas))
  const texts = textBook()
  const task = sagas.run(editorSaga(server, drafts, texts, pace))
  const stay = onPageHide(() => void store.dispatch({ type: 'ask/keep' }))
  const close = () => {
    stay()
    task.cancel()
  }
  return { store, texts, close }
}

export const EditorContext = createContext<{ store: EditorStore; texts: TextBook } | null>(null)

function useOpen() {
  const open = useContext(EditorContext)
  if (!open) throw new Error('outside an editor')
  return open
}
export const useEditorStore = (): EditorStore => useOpen().store
export const useTexts = (): TextBook => useOpen().texts

/** A part of the editor's state; the part must be the same object while it is the same. */
export function useEditor<T>(part: (s: EditorState) => T): T {
  const store = useEditorStore()
  const read = useCallback(() => part(store.getState()), [store, part])
  return useSyncExternalStore(
    useCallback((changed) => store.subscribe(changed), [store]),
    read,
  )
}
