/** Turns the location into a screen inside its layout, or into one of the waiting states. */
import { useDeferredValue, useSyncExternalStore } from 'react'
import { Navigate, useLocation, useRoutes } from 'react-router-dom'
import type { BuiltName, Screen } from '../contract/screens/index.ts'
import { useLocale } from '../i18n/index.ts'
import { useAccess, useSession, useSettings } from '../kit/session/use.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { PopupContext } from '../ui/popups.ts'
import { type Decision, decide } from './guard.logic.ts'
import { Layout } from './layouts/Layout.tsx'
import {
  ChunkFailed,
  NothingPermitted,
  NoRightPage,
  SessionOverlay,
  Starting,
  Unreachable,
  WaitingForHost,
} from './layouts/states.tsx'
import type { Loader } from './screens/loader.ts'

interface RootProps {
  loader: Loader
  popups: HTMLElement
  report: (e: unknown) => void
}

export function Root({ loader, popups, report }: RootProps) {
  const location = useLocation()
  const phase = useSession()
  const { embedded, ready } = useSettings()
  const access = useAccess()
  const decision = decide(location, phase, access, embedded)
  if (!ready) return null
  return (
    <PopupContext.Provider value={popups}>
      <ErrorBoundary report={report}>
        <Decided decision={decision} loader={loader} report={report} />
        {phase.at === 'in' && phase.locked && <SessionOverlay />}
      </ErrorBoundary>
    </PopupContext.Provider>
  )
}

function Decided({ decision, loader, report }: { decision: Decision; loader: Loader; report: (e: unknown) => void }) {
  switch (decision.show) {
    case 'redirect':
      // replaces the entry it came from, so that going back never bounces
      return <Navigate to={decision.to} replace />
    case 'starting':
      return <Starting />
    case 'unreachable':
      return <Unreachable />
    case 'waiting-for-host':
      return <WaitingForHost />
    case 'no-right':
      return <NoRightPage />
    case 'nothing-permitted':
      return <NothingPermitted />
    case 'screen':
      return <OnScreen screen={decision.screen} loader={loader} report={report} />
  }
}

interface OnScreenProps {
  screen: Screen
  loader: Loader
  report: (e: unknown) => void
}
function OnScreen({ screen, loader, report }: OnScreenProps) {
  const name = screen.name as BuiltName
  // Frame and view read their words while they render: a new language renders them again.
  useLocale()
  const routed = useRoutes([
    { path: screen.path, element: <View key={name} name={name} loader={loader} report={report} /> },
  ])
  return (
    <Layout screen={name} layout={screen.layout}>
      {routed}
    </Layout>
  )
}

function View({ name, loader, report }: Omit<OnScreenProps, 'screen'> & { name: BuiltName }) {
  // A screen that had to be fetched is drawn in steps, between which keys and clicks are answered.
  const state = useDeferredValue(useSyncExternalStore(loader.subscribe, () => loader.get(name)))
  if (state.at === 'failed') return <ChunkFailed retry={() => loader.retry(name)} />
  if (state.at === 'loading') return <Starting inside />
  return (
    <ErrorBoundary report={report}>
      <state.View />
    </ErrorBoundary>
  )
}
