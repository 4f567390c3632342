import '../../theme/arco.css'
import './full.css'
import type { LayoutProps } from './Layout.tsx'
import { useTitle } from './useTitle.ts'

/** The whole window for one screen: displays, consoles, printing. */
export function FullLayout({ screen, children }: LayoutProps) {
  useTitle(screen)
  return <main className="mg-full">{children}</main>
}
