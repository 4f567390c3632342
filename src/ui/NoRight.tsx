import type { ReactNode } from 'react'
import { t } from '../i18n/index.ts'
import { Empty } from './Empty.tsx'

/** What keeps it closed: the viewer's role, or the licence for everybody. */
export type Why = 'right' | 'licence'

/** Where something exists that is not open to this viewer. `children` is the way out. */
export function NoRight({ why = 'right', children }: { why?: Why; children?: ReactNode }) {
  return (
    <Empty icon="lock" title={t(`ui.no_${why}`)} action={children}>
      {t(`ui.no_${why}_about`)}
    </Empty>
  )
}
