import type { ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import { Empty } from '../feedback/Empty.tsx'

/** What keeps it closed: the viewer's role, or the licence for everybody. */
export type DenialReason = 'right' | 'licence'

interface NoRightProps {
  why?: DenialReason
  /** Nothing else is on the page. */
  page?: boolean
  /** The way out. */
  children?: ReactNode
}

/** Where something exists that is not open to this viewer. */
export function NoRight({ why = 'right', page = false, children }: NoRightProps) {
  return (
    <Empty page={page} icon="lock" title={t(`ui.no_${why}`)} action={children}>
      {t(`ui.no_${why}_about`)}
    </Empty>
  )
}
