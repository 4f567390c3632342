/** Turns the location into a screen inside its layout, or into one of the waiting states. */
import { useSyncExternalStore } from 'react'
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

function OnScreen({ screen, loader, report }: { screen: Screen; loader: Loader; report: (e: unknown) => void }) {
  const name = screen.name as BuiltName
  const state = useSyncExternalStore(loader.subscribe, () => loader.get(name))
  // The view reads its words while it renders: a new language renders it again.
  useLocale()
  const body =
    state.at === 'ready' ? (
      <ErrorBoundary report={report} key={name}>
        <state.View />
      </ErrorBoundary>
    ) : state.at === 'failed' ? (
      <ChunkFailed retry={() => loader.retry(name)} />
    ) : (
      <Starting inside />
    )
  const routed = useRoutes([{ path: screen.path, element: body }])
  return (
    <Layout screen={name} layout={screen.layout}>
      {routed}
    </Layout>
  )
}
