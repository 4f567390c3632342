import '../../../theme/arco.css'
import './full.css'
import '../../../ui/icon/icons.ts'
import { useRef } from 'react'
import { useSettings } from '../../../kit/session/use.ts'
import { Widget } from '../../../ui/layout/ErrorBoundary.tsx'
import { LaterBanners } from '../bell/LaterBell.tsx'
import type { LayoutProps } from '../Layout.tsx'
import { useOutside } from './useOutside.ts'
import { useTitle } from './useTitle.ts'

/** The whole window, or all of it that a host leaves, for one screen: displays, consoles, printing. */
export function FullLayout({ screen, children }: LayoutProps) {
  useTitle(screen)
  const root = useRef<HTMLElement>(null)
  const outside = useOutside(root, useSettings().embedded)
  return (
    <main ref={root} className="mg-full" style={{ '--mg-outside': `${outside}px` }}>
      {screen === 'course-scene-console' && (
        <Widget>
          <LaterBanners screen={screen} />
        </Widget>
      )}
      {children}
    </main>
  )
}
