/** The app's history as its pages see it. One may hold a navigation back until its user decided. */
import { createContext, useContext, useEffect, useState } from 'react'
import type { Location, NavigationType as Action } from 'react-router-dom'

export interface BlockedNavigation {
  action: Action
  to: Location
  /** Does what was held back. */
  proceed: () => void
}
/** True holds the navigation back. Both locations carry the whole path, base included. */
export type Blocker = (held: BlockedNavigation, from: Location) => boolean

/** Of an app that keeps its address to itself: the window's address says nothing of it, and the window's buttons do not move it. */
export interface OwnAddress {
  /** Whether there is an entry that far away, back below 0. */
  reaches(delta: number): boolean
  /** Whether the window may go to an address without the app having to leave. */
  stays(url: string): boolean
}
export interface PageHistory {
  block(blocker: Blocker): () => void
  /**
   * A move of the host's was undone until the user decides. A host may take the app away before that, and then has its move back.
   * @param redo undefined when it is decided
   */
  owe(redo: (() => void) | undefined): void
  readonly own?: OwnAddress | undefined
}
export const HistoryContext = createContext<PageHistory>({ block: () => () => {}, owe() {} })
export const useOwnAddress = (): OwnAddress | undefined => useContext(HistoryContext).own

export type BlockerState = { state: 'unblocked' } | { state: 'blocked'; proceed(): void; reset(): void }

/** @param asks called with every navigation; true holds it back and shows as state `blocked` until `proceed` or `reset` */
export function useBlocker(asks: (o: { currentLocation: Location; nextLocation: Location }) => boolean): BlockerState {
  const history = useContext(HistoryContext)
  const [held, hold] = useState<BlockedNavigation>()
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
    reset() {
      hold(undefined)
      history.owe(undefined)
    },
  }
}
