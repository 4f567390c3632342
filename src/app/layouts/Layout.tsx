import '../../theme/theme.css'
import type { ReactNode } from 'react'
import type { LayoutName, ScreenName } from '../../contract/screens/index.ts'
import { loadMessages, wordsInside } from '../../i18n/index.ts'
import { AdminLayout } from './shell/AdminLayout.tsx'
import { lazyComponent } from './shell/later.tsx'
import { LearnerLayout } from './shell/LearnerLayout.tsx'
import { PublicLayout } from './public/PublicLayout.tsx'

export interface LayoutProps {
  screen: ScreenName
  children: ReactNode
}

const LaterFull = lazyComponent(async () => {
  const [{ FullLayout }] = await Promise.all([import('./shell/FullLayout.tsx'), ...wordsInside.map(loadMessages)])
  return FullLayout
})
const layouts = { public: PublicLayout, full: LaterFull, learner: LearnerLayout, admin: AdminLayout } as const

export function ScreenLayout({ layout, ...props }: LayoutProps & { layout: LayoutName }) {
  const Chosen = layouts[layout]
  return <Chosen {...props} />
}
