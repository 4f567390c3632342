import '../../theme/theme.css'
import type { ReactNode } from 'react'
import type { Layout as LayoutName, ScreenName } from '../../contract/screens/index.ts'
import { Toasts } from '../../ui/Toasts.tsx'
import { AdminLayout } from './AdminLayout.tsx'
import { later } from './later.tsx'
import { LearnerLayout } from './LearnerLayout.tsx'
import { PublicLayout } from './PublicLayout.tsx'

export interface LayoutProps {
  screen: ScreenName
  children: ReactNode
}

const FullLayout = later(() => import('./FullLayout.tsx').then((m) => m.FullLayout))
const layouts = { public: PublicLayout, full: FullLayout, learner: LearnerLayout, admin: AdminLayout } as const

export function Layout({ layout, ...props }: LayoutProps & { layout: LayoutName }) {
  const Chosen = layouts[layout]
  return (
    <>
      <Chosen {...props} />
      <Toasts />
    </>
  )
}
