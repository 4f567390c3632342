/** A file of a section, open as long as its component is. */
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { applyMiddleware, legacy_createStore as createStore, type Store } from 'redux'
import createSagaMiddleware from 'redux-saga'
import { useClient } from '../../../../../kit/data/call.ts'
import { useSessionEdition, useSettings } from '../../../../../kit/session/use.ts'
import { mediaSaga } from './media.saga.ts'
import { beginsAt, type MediaAction, type MediaState, reduceMedia } from './media.state.ts'
import { type MediaPace, type MediaServer, mediaServer } from './outside.ts'

export type MediaStore = Store<MediaState, MediaAction>

export function openMediaStore(server: MediaServer, place: number, pace?: MediaPace) {
  const sagas = createSagaMiddleware()
  const store: MediaStore = createStore<MediaState, MediaAction, {}, {}>(
    reduceMedia,
    beginsAt(place),
    applyMiddleware(sagas),
  )
  const task = sagas.run(mediaSaga(server, pace))
  return { store, close: () => task.cancel() }
}

interface Asked {
  course: string
  section: string
  file: string
  preview: boolean
  /** What is watched of it is reported. */
  watches: boolean
  /** Where it begins, in seconds. */
  place: number
}
/** Undefined until it is open for the first time. */
export function useMedia({ course, section, file, preview, watches, place }: Asked): MediaStore | undefined {
  const client = useClient()
  const [store, setStore] = useState<MediaStore>()
  useEffect(() => {
    const made = openMediaStore(mediaServer(client, { course, section, file, preview }, watches), place)
    setStore(made.store)
    const report = () => made.store.dispatch({ type: 'ask/report' })
    const hidden = () => document.hidden && report()
    document.addEventListener('visibilitychange', hidden)
    addEventListener('pagehide', report)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      removeEventListener('pagehide', report)
      made.close()
    }
    // it begins where its watcher was when it was opened
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [client, course, section, file, preview, watches])
  const edition = useSessionEdition()
  const opened = useRef(edition)
  useEffect(() => {
    if (opened.current !== edition) store?.dispatch({ type: 'ask/renew' })
    opened.current = edition
  }, [edition, store])
  return store
}
/** The state of an open file; what it begins with before it is open. */
export const useMediaState = (store: MediaStore | undefined, before: MediaState): MediaState =>
  useSyncExternalStore(
    useCallback((changed: () => void) => (store ? store.subscribe(changed) : () => {}), [store]),
    () => store?.getState() ?? before,
  )

/** The whole address of what a ticket opens. */
export function useMediaAddress(): (address: string) => string {
  const { api, root } = useSettings()
  return (address) => new URL(api.replace(/\/$/, '') + address, root).href
}
