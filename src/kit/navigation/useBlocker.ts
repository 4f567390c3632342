/** Holds a navigation inside the app back until its user decided; the app's history asks. */
import { createContext, useContext, useEffect, useState } from 'react'
import type { Location, NavigationType as Action } from 'react-router-dom'

export interface Held {
  action: Action
  to: Location
  /** Does what was held back. */
  proceed(): void
}
/** True holds the navigation back. Both locations carry the whole path, base included. */
export type Blocker = (held: Held, from: Location) => boolean

export interface Blocking {
  block(blocker: Blocker): () => void
}
export const HistoryContext = createContext<Blocking>({ block: () => () => {} })

export type BlockerState = { state: 'unblocked' } | { state: 'blocked'; proceed(): void; reset(): void }

/** @param asks called with every navigation; true holds it back and shows as state `blocked` until `proceed` or `reset` */
export function useBlocker(asks: (o: { currentLocation: Location; nextLocation: Location }) => boolean): BlockerState {
  const history = useContext(HistoryContext)
  const [held, hold] = useState<Held>()
  useEffect(
    () =>
      history.block((h, from) => {
        const stop = asks({ currentLocation: from, nextLocation: h.to })
        if (stop) hold(h)
        return stop
      }),
    [history, asks],
  )
  if (!held) return { state: 'unblocked' }
  return {
    state: 'blocked',
    proceed() {
      hold(undefined)
      held.proceed()
    },
    reset: () => hold(undefined),
  }
}
