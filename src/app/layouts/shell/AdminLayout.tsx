import type { LayoutProps } from '../Layout.tsx'
import { LaterShell } from './LaterShell.tsx'

export const AdminLayout = ({ screen, children }: LayoutProps) => (
  <LaterShell layout="admin" screen={screen}>
    {children}
  </LaterShell>
)
