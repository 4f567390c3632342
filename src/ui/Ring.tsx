import './tone.css'
import './Ring.css'
import { format } from '../i18n/index.ts'
import type { Tone } from './tone.ts'

interface RingProps {
  /** 0 to 1. */
  value: number
  label: string
  size?: number
  tone?: Tone
}

const radius = 16
const round = 2 * Math.PI * radius

/** A share as a ring with its figure inside. */
export function Ring({ value, label, size = 56, tone = 'accent' }: RingProps) {
  const share = Math.min(1, Math.max(0, value))
  return (
    <span
      className={`mg-ring mg-tone-${tone}`}
      role="img"
      aria-label={`${label}: ${format.percent(share)}`}
      style={{ width: size, height: size }}
    >
      <svg viewBox="0 0 40 40" aria-hidden="true">
        <circle className="mg-ring-track" cx="20" cy="20" r={radius} />
        <circle
          className="mg-ring-fill"
          cx="20"
          cy="20"
          r={radius}
          strokeDasharray={`${share * round} ${round}`}
          transform="rotate(-90 20 20)"
        />
      </svg>
      <span className="mg-ring-value mg-num" aria-hidden="true">
        {format.percent(share)}
      </span>
    </span>
  )
}
