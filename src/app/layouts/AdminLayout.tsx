import type { LayoutProps } from './Layout.tsx'
import { Shell } from './Shell.tsx'

export const AdminLayout = ({ screen, children }: LayoutProps) => (
  <Shell layout="admin" screen={screen}>
    {children}
  </Shell>
)
