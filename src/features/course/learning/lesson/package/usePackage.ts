/** A package of a section, open as long as its component is. What its page says is believed by its origin, its window and the word both know. */
import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { applyMiddleware, legacy_createStore as createStore, type Store } from 'redux'
import createSagaMiddleware from 'redux-saga'
import { packageMessageOf } from '../../../../../contract/course/package.ts'
import { useClient } from '../../../../../kit/data/call.ts'
import { packageSaga, type PackageOutside, type PackagePace } from './package.saga.ts'
import { closedPackage, type PackageAction, type PlayState, reducePackage } from './package.state.ts'

type PackageStore = Store<PlayState, PackageAction>
export function openPackageStore(outside: PackageOutside, pace?: PackagePace) {
  const sagas = createSagaMiddleware()
  const store: PackageStore = createStore<PlayState, PackageAction, {}, {}>(
    reducePackage,
    closedPackage,
    applyMiddleware(sagas),
  )
  const task = sagas.run(packageSaga(outside, pace))
  return { store, close: () => task.cancel() }
}

/** What came from a page that plays, or undefined for what came from anywhere else. */
export function packageHeardFrom(
  e: Pick<MessageEvent<unknown>, 'origin' | 'source' | 'data'>,
  { phase }: PlayState,
  frame: Window | null | undefined,
) {
  if (phase.at !== 'open' || !frame || e.source !== frame || e.origin !== phase.launch.origin) return undefined
  const message = packageMessageOf(e.data)
  return message?.nonce === phase.launch.nonce ? message : undefined
}

interface Asked {
  course: string
  section: string
  file: string
  preview: boolean
}
export function usePackage({ course, section, file, preview }: Asked): {
  state: PlayState
  send: (action: PackageAction) => void
  frame: RefObject<HTMLIFrameElement>
} {
  const client = useClient()
  const frame = useRef<HTMLIFrameElement>(null)
  const [store, setStore] = useState<PackageStore>()
  useEffect(() => {
    const made = openPackageStore({
      now: () => Date.now(),
      launch: (held) =>
        client('POST /learning/courses/:id/sections/:section/launch', {
          params: { id: course, section },
          query: preview ? { preview: true } : {},
          body: { file, ...(held === undefined ? {} : { ticket: held }) },
        }),
      say: (ask) => {
        const { phase } = made.store.getState()
        if (phase.at === 'open')
          frame.current?.contentWindow?.postMessage({ nonce: phase.launch.nonce, ask }, phase.launch.origin)
      },
    })
    setStore(made.store)
    const hear = (e: MessageEvent<unknown>) => {
      const message = packageHeardFrom(e, made.store.getState(), frame.current?.contentWindow)
      if (message) made.store.dispatch({ type: 'heard', message })
    }
    addEventListener('message', hear)
    return () => {
      removeEventListener('message', hear)
      made.close()
    }
  }, [client, course, section, file, preview])
  const state = useSyncExternalStore(
    useCallback((changed: () => void) => (store ? store.subscribe(changed) : () => {}), [store]),
    () => store?.getState() ?? closedPackage,
  )
  return { state, send: (action) => void store?.dispatch(action), frame }
}
