/** Turns the location into a screen inside its layout, or into one of the waiting states. */
import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { usePictures } from '../kit/picture/usePicture.ts'
import { useSession, useSettings } from '../kit/session/use.ts'
import { ErrorBoundary, ReportContext } from '../ui/layout/ErrorBoundary.tsx'
import { PicturesContext } from '../ui/icon/pictures.ts'
import { PopupContext } from '../ui/feedback/popups.ts'
import { Toasts } from '../ui/feedback/Toasts.tsx'
import { Decided } from './Decided.tsx'
import { decideOutside } from './entrance.logic.ts'
import { LaterInside } from './LaterInside.tsx'
import { Wordless } from './layouts/state/Wordless.tsx'
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
  const decision = decideOutside(location, phase, embedded)
  if (!ready) return <Wordless />
  return (
    <PopupContext.Provider value={popups}>
      <Pictures>
        <ReportContext.Provider value={report}>
          <ErrorBoundary resetOn={location.pathname}>
            {decision ? <Decided decision={decision} loader={loader} /> : <LaterInside loader={loader} />}
          </ErrorBoundary>
          {/* outside of any screen, so that news of one outlives it */}
          <Toasts />
        </ReportContext.Provider>
      </Pictures>
    </PopupContext.Provider>
  )
}

function Pictures({ children }: { children: ReactNode }) {
  return <PicturesContext.Provider value={usePictures()}>{children}</PicturesContext.Provider>
}
