/** One store per course that is written: it lives and ends with the screen. */
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import { applyMiddleware, legacy_createStore as createStore, type Store } from 'redux'
import createSagaMiddleware from 'redux-saga'
import { onPageHide } from '../../../parts/writing/rest.ts'
import { authorSaga } from './author.saga.ts'
import { type AuthorAction, type AuthorState, reduceAuthor } from './author.state.ts'
import type { AuthorDraftStore, AuthorPace, AuthorServer } from './outside.ts'

export type AuthorStore = Store<AuthorState, AuthorAction>

export function openAuthor(server: AuthorServer, drafts: AuthorDraftStore, pace?: AuthorPace) {
  const sagas = createSagaMiddleware()
  const store: AuthorStore = createStore<AuthorState, AuthorAction, {}, {}>(reduceAuthor, applyMiddleware(sagas))
  const task = sagas.run(authorSaga(server, drafts, pace))
  const stay = onPageHide(() => void store.dispatch({ type: 'ask/keep' }))
  const close = () => {
    stay()
    task.cancel()
  }
  return { store, close }
}

/** Reads the course anew, where it was changed beside what is written. */
export const ReopenContext = createContext<() => void>(() => undefined)
export const AuthorContext = createContext<AuthorStore | null>(null)
export function useAuthorStore(): AuthorStore {
  const store = useContext(AuthorContext)
  if (!store) throw new Error('outside of a course that is written')
  return store
}
/** A part of the state; the part must be the same object while it is the same. */
export function useAuthor<T>(part: (s: AuthorState) => T): T {
  const store = useAuthorStore()
  return useSyncExternalStore(
    useCallback((changed) => store.subscribe(changed), [store]),
    useCallback(() => part(store.getState()), [store, part]),
  )
}
