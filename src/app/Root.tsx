/** Turns the location into a screen inside its layout, or into one of the waiting states. */
import { type ReactNode, useDeferredValue, useEffect, useRef, useSyncExternalStore } from 'react'
import { Navigate, useLocation, useNavigate, useRoutes } from 'react-router-dom'
import { type BuiltName, href, type Screen } from '../contract/screens/index.ts'
import { useLocale } from '../i18n/index.ts'
import { usePictures } from '../kit/picture/usePicture.ts'
import { useAccess, useSession, useSettings } from '../kit/session/use.ts'
import { ErrorBoundary, ReportContext } from '../ui/ErrorBoundary.tsx'
import { PicturesContext } from '../ui/pictures.ts'
import { PopupContext } from '../ui/popups.ts'
import { Toasts } from '../ui/Toasts.tsx'
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
import { Wordless } from './layouts/Wordless.tsx'
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
  useHomeOfView(phase.at === 'in' ? (phase.permissions.viewing?.id ?? '') : undefined)
  const decision = decide(location, phase, access, embedded)
  if (!ready) return <Wordless />
  return (
    <PopupContext.Provider value={popups}>
      <Pictures>
        <ReportContext.Provider value={report}>
          <ErrorBoundary resetOn={location.pathname}>
            <Decided decision={decision} loader={loader} />
          </ErrorBoundary>
          {/* outside of any screen, so that news of one outlives it */}
          <Toasts />
          <ErrorBoundary>{phase.at === 'in' && phase.locked && <SessionOverlay />}</ErrorBoundary>
        </ReportContext.Provider>
      </Pictures>
    </PopupContext.Provider>
  )
}

/** Who begins to look as a role lands on its home; who ends it, where roles are. */
function useHomeOfView(role: string | undefined): void {
  const go = useNavigate()
  const before = useRef(role)
  useEffect(() => {
    if (role === undefined) return
    if (before.current !== undefined && before.current !== role)
      void go(role ? '/' : href('role-manage'), { replace: true })
    before.current = role
  }, [role, go])
}

function Pictures({ children }: { children: ReactNode }) {
  return <PicturesContext.Provider value={usePictures()}>{children}</PicturesContext.Provider>
}

function Decided({ decision, loader }: { decision: Decision; loader: Loader }) {
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
      return <NoRightPage why="right" />
    case 'not-licensed':
      return <NoRightPage why="licence" />
    case 'nothing-permitted':
      return <NothingPermitted />
    case 'screen':
      return <OnScreen screen={decision.screen} loader={loader} />
  }
}

function OnScreen({ screen, loader }: { screen: Screen; loader: Loader }) {
  const name = screen.name as BuiltName
  // Frame and view read their words while they render: a new language renders them again.
  useLocale()
  const routed = useRoutes([{ path: screen.path, element: <View key={name} name={name} loader={loader} /> }])
  return (
    <Layout screen={name} layout={screen.layout}>
      {routed}
    </Layout>
  )
}

function View({ name, loader }: { name: BuiltName; loader: Loader }) {
  // A screen that had to be fetched is drawn in steps, between which keys and clicks are answered.
  const state = useDeferredValue(useSyncExternalStore(loader.subscribe, () => loader.get(name)))
  if (state.at === 'failed') return <ChunkFailed retry={() => loader.retry(name)} />
  if (state.at === 'loading') return <Starting inside />
  return (
    <ErrorBoundary>
      <state.View />
    </ErrorBoundary>
  )
}
