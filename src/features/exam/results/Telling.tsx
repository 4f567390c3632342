import { thresholds } from '../../../contract/exam/reading.ts'
import { t } from '../../../i18n/index.ts'

interface TellingProps {
  value: number | null
  /** Candidates it was worked out from. */
  of: number
  as: (x: number | null) => string
}

/** A figure that says something from enough candidates on; of fewer, that they are too few, and why. */
export function Telling({ value, of, as }: TellingProps) {
  if (of >= thresholds.few) return as(value)
  const why = t('result.too_few_why', { n: of, least: thresholds.few })
  return (
    <span className="mg-faint" title={why} aria-label={why}>
      {t('result.too_few')}
    </span>
  )
}
