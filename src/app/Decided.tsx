/** What was decided of a location. */
import { useDeferredValue, useSyncExternalStore } from 'react'
import { Navigate, useRoutes } from 'react-router-dom'
import { isBuilt } from '../contract/screens/built.ts'
import type { BuiltName, Screen } from '../contract/screens/index.ts'
import { useLocale } from '../i18n/index.ts'
import { ErrorBoundary } from '../ui/layout/ErrorBoundary.tsx'
import { useDrawn } from './drawn.ts'
import type { EntranceDecision } from './entrance.logic.ts'
import { ScreenLayout } from './layouts/Layout.tsx'
import { ChunkFailed, Starting, Unreachable, WaitingForHost } from './layouts/state/states.tsx'
import type { Loader } from './screens/loader.ts'

export function Decided({ decision, loader }: { decision: EntranceDecision; loader: Loader }) {
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
    case 'screen':
      return isBuilt(decision.screen) ? <OnScreen screen={decision.screen} loader={loader} /> : null
  }
}

function OnScreen({ screen, loader }: { screen: Screen & { name: BuiltName }; loader: Loader }) {
  const { name } = screen
  // Frame and view read their words while they render: a new language renders them again.
  useLocale()
  const routed = useRoutes([{ path: screen.path, element: <View key={name} name={name} loader={loader} /> }])
  return (
    <ScreenLayout screen={name} layout={screen.layout}>
      {routed}
    </ScreenLayout>
  )
}

function View({ name, loader }: { name: BuiltName; loader: Loader }) {
  // A screen that had to be fetched is drawn in steps, between which keys and clicks are answered.
  const state = useDeferredValue(useSyncExternalStore(loader.subscribe, () => loader.get(name)))
  useDrawn(state.at !== 'loading')
  if (state.at === 'failed') return <ChunkFailed retry={() => loader.retry(name)} />
  if (state.at === 'loading') return <Starting inside />
  return (
    <ErrorBoundary>
      <state.View />
    </ErrorBoundary>
  )
}
