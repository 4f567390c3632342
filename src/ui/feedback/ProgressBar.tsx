import '../data/tone.css'
import './ProgressBar.css'
import { format } from '../../i18n/index.ts'
import type { Tone } from '../data/tone.ts'

interface ProgressBarProps {
  /** 0 to 1; left out while nobody knows. */
  value?: number | undefined
  label: string
  tone?: Tone
  showValue?: boolean
  /** What is counted, in place of a bare figure. */
  says?: string
}

export function ProgressBar({ value, label, tone = 'accent', showValue, says }: ProgressBarProps) {
  const share = value === undefined ? undefined : Math.min(1, Math.max(0, value))
  return (
    <div className={`mg-progress mg-tone-${tone}`}>
      <div
        className="mg-progress-track"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share === undefined ? undefined : Math.round(share * 100)}
      >
        <span
          className={share === undefined ? 'mg-progress-fill mg-progress-unknown' : 'mg-progress-fill'}
          style={{ '--mg-share': share ?? 0.3 }}
        />
      </div>
      {(says !== undefined || showValue) && share !== undefined && (
        <span className="mg-progress-value mg-num" aria-hidden="true">
          {says ?? format.percent(share)}
        </span>
      )}
    </div>
  )
}
