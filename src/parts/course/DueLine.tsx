import { t } from '../../i18n/index.ts'
import { Ago, DateTime } from '../../ui/data/DateTime.tsx'

/** When work is due, and what comes of it where it is not done by then. */
export function DueLine({ at, done }: { at: string; done: boolean }) {
  return (
    <p className="mg-dim">
      {t('homework.due_at')} <DateTime at={at} /> (<Ago at={at} />)
      {!done && <span className="mg-faint"> · {t('homework.due_zero')}</span>}
    </p>
  )
}
