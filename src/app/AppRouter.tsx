import { type ReactNode, useSyncExternalStore } from 'react'
import { Router } from 'react-router-dom'
import { HistoryContext } from '../kit/navigation/useBlocker.ts'
import type { AppHistory } from './history.ts'

/** The router over the app's own history. */
export function AppRouter({ history, base, children }: { history: AppHistory; base: string; children: ReactNode }) {
  const location = useSyncExternalStore(
    (watch) => history.listen(watch),
    () => history.location,
  )
  return (
    <Router basename={base || '/'} location={location} navigationType={history.action} navigator={history}>
      <HistoryContext.Provider value={history}>{children}</HistoryContext.Provider>
    </Router>
  )
}
