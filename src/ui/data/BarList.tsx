import './tone.css'
import './BarList.css'
import { Link } from 'react-router-dom'
import { format } from '../../i18n/index.ts'
import type { Tone } from './tone.ts'

export interface BarListProps {
  /** What the bars count, for a screen reader. */
  label: string
  items: readonly { key: string; label: string; value: number; to?: string | undefined; tone?: Tone | undefined }[]
  format?: (value: number) => string
  /** Value of a full bar; the largest when left out. */
  max?: number
}

/** Bars whose words and figures stand beside them: the list is its own text twin. */
export function BarList({ label, items, format: say = format.number, max }: BarListProps) {
  const full = Math.max(max ?? 0, ...(max ? [] : items.map((i) => i.value)), Number.MIN_VALUE)
  return (
    <ol className="mg-bars" aria-label={label}>
      {items.map((item) => (
        <li key={item.key} className={`mg-bar mg-tone-${item.tone ?? 'accent'}`}>
          <span className="mg-bar-label mg-ellipsis" title={item.label}>
            {item.to ? <Link to={item.to}>{item.label}</Link> : item.label}
          </span>
          <span className="mg-bar-value mg-num">{say(item.value)}</span>
          <span className="mg-bar-track" aria-hidden="true">
            <span className="mg-bar-fill" style={{ '--mg-share': Math.min(1, Math.max(0, item.value / full)) }} />
          </span>
        </li>
      ))}
    </ol>
  )
}
