import './tone.css'
import { Progress } from '@arco-design/web-react'
import { format } from '../../i18n/index.ts'
import type { Tone } from './tone.ts'

interface RingProps {
  /** 0 to 1. */
  value: number
  label: string
  size?: number
  tone?: Tone
}

/** A share as a ring with its figure inside, drawn by Arco's, which cannot be given a name. */
export function Ring({ value, label, size = 56, tone = 'accent' }: RingProps) {
  const share = Math.min(1, Math.max(0, value))
  return (
    <span className={`mg-tone-${tone}`} role="img" aria-label={`${label}: ${format.percent(share)}`}>
      <Progress
        aria-hidden="true"
        type="circle"
        width={size}
        percent={share * 100}
        color="var(--mg-tone)"
        formatText={() => <span className="mg-num">{format.percent(share)}</span>}
      />
    </span>
  )
}
