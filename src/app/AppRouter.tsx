import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { Router } from 'react-router-dom'
import { entranceHref } from '../contract/screens/entrance.ts'
import { HistoryContext } from '../kit/navigation/useBlocker.ts'
import { pathBelow } from '../lib/below.ts'
import type { AppHistory } from './history.ts'

/**
 * The router over the app's own history. A host may mount the app while its address is not below `base`: nothing would be drawn, so it is told
 * so, and the address stays the host's. An app that has been at a page of its own is on its way out where the address leaves it: it draws
 * nothing, and the title is the host's.
 */
export function AppRouter({
  history,
  base,
  away,
  children,
}: {
  history: AppHistory
  base: string
  away: () => void
  children: ReactNode
}) {
  const location = useSyncExternalStore(
    (watch) => history.listen(watch),
    () => history.location,
  )
  const inside = pathBelow(base, location.pathname) !== undefined
  const [begun, begin] = useState(inside)
  if (inside && !begun) begin(true)
  const left = begun && !inside
  useEffect(() => {
    if (left) away()
  }, [left, away])
  // the router would draw nothing either, and warn
  if (left) return null
  const shown = inside ? location : { ...location, pathname: base + entranceHref('not-found'), search: '', hash: '' }
  return (
    <Router basename={base || '/'} location={shown} navigationType={history.action} navigator={history}>
      <HistoryContext.Provider value={history}>{children}</HistoryContext.Provider>
    </Router>
  )
}
