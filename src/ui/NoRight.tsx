import type { ReactNode } from 'react'
import { t } from '../i18n/index.ts'
import { Empty } from './Empty.tsx'

/** Where something exists that is not for this viewer. `children` is the way out. */
export function NoRight({ children }: { children?: ReactNode }) {
  return (
    <Empty icon="lock" title={t('ui.no_right')} action={children}>
      {t('ui.no_right_about')}
    </Empty>
  )
}
