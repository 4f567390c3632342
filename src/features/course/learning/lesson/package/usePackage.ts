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

const ownWindow = 'popup,width=1200,height=800'

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
  /** In which it stands, where it has one of its own. */
  own: Window | undefined
  /** Opens one, or shows the one there is. @returns whether the browser lets it */
  openOwn: (item: string) => boolean
} {
  const client = useClient()
  const frame = useRef<HTMLIFrameElement>(null)
  const [store, setStore] = useState<PackageStore>()
  const [own, setOwn] = useState<Window>()
  const beside = useRef<Window>()
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
    /** It goes once nothing stands in it or is about to, and with the lesson. */
    const shut = () => {
      const w = beside.current
      beside.current = undefined
      setOwn(undefined)
      w?.close()
    }
    const unfollow = made.store.subscribe(() => {
      const { own: wanted, phase } = made.store.getState()
      if (beside.current && !wanted && !(phase.at === 'open' && phase.own)) shut()
    })
    addEventListener('message', hear)
    addEventListener('pagehide', shut)
    return () => {
      removeEventListener('message', hear)
      removeEventListener('pagehide', shut)
      unfollow()
      shut()
      made.close()
    }
  }, [client, course, section, file, preview])
  useEffect(() => {
    if (!own || !store) return
    // the page in it speaks to the window around it
    const hear = (e: MessageEvent<unknown>) => {
      const message = packageHeardFrom(e, store.getState(), frame.current?.contentWindow)
      if (message) store.dispatch({ type: 'heard', message })
    }
    const gone = () => {
      if (beside.current !== own) return
      beside.current = undefined
      store.dispatch({ type: 'ask/return' })
      setOwn(undefined)
    }
    own.addEventListener('message', hear)
    own.addEventListener('pagehide', gone)
    return () => {
      own.removeEventListener('message', hear)
      own.removeEventListener('pagehide', gone)
    }
  }, [own, store])
  const state = useSyncExternalStore(
    useCallback((changed: () => void) => (store ? store.subscribe(changed) : () => {}), [store]),
    () => store?.getState() ?? closedPackage,
  )
  return {
    state,
    send: (action) => void store?.dispatch(action),
    frame,
    own,
    openOwn(item) {
      if (beside.current) {
        beside.current.focus()
        return true
      }
      // an empty page of our own origin: the lesson fills it, so that it needs no session of its own, under a host neither
      const w = window.open('', '', ownWindow)
      if (!w) return false
      beside.current = w
      setOwn(w)
      store?.dispatch({ type: 'ask/open', item, own: true })
      return true
    },
  }
}
