import type { LayoutProps } from '../Layout.tsx'
import { PublicFrame } from './PublicFrame.tsx'
import { useTitle } from '../shell/useTitle.ts'

/** Sign-in, password change, unknown address: what anybody may open. */
export function PublicLayout({ screen, children }: LayoutProps) {
  useTitle(screen)
  return <PublicFrame>{children}</PublicFrame>
}
