import type { LayoutProps } from '../Layout.tsx'
import { LaterShell } from './LaterShell.tsx'

/**
 * The learner portal has the same side menu as the back office: ten folders in two languages do not fit a bar at 1366 px, and who works in
 * both finds things in the same place.
 */
export const LearnerLayout = ({ screen, children }: LayoutProps) => (
  <LaterShell layout="learner" screen={screen}>
    {children}
  </LaterShell>
)
