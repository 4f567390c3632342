import './tone.css'
import './Stat.css'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Widget } from '../layout/ErrorBoundary.tsx'
import { Icon, type IconName } from '../icon/Icon.tsx'
import { Sparkline } from './Sparkline.tsx'
import type { Tone } from './tone.ts'

export interface StatProps {
  label: string
  value: ReactNode
  unit?: string
  /** One line below the number. */
  note?: ReactNode
  tone?: Tone
  icon?: IconName
  /** Path from `href()`; the whole tile leads there. */
  to?: string
  trend?: readonly number[]
}

export const Stat = (props: StatProps) => (
  <Widget>
    <Tile {...props} />
  </Widget>
)

function Tile({ label, value, unit, note, tone, icon, to, trend }: StatProps) {
  return (
    <div className={`mg-stat${tone ? ` mg-tone-${tone} mg-stat-toned` : ''}`}>
      <p className="mg-stat-label">
        {icon && <Icon name={icon} />}
        {to ? (
          <Link className="mg-stat-link" to={to}>
            {label}
          </Link>
        ) : (
          label
        )}
      </p>
      <p className="mg-stat-value mg-num">
        {value}
        {unit && <span className="mg-stat-unit">{unit}</span>}
      </p>
      {note && <p className="mg-stat-note mg-num">{note}</p>}
      {trend && trend.length > 1 && <Sparkline values={trend} label={label} tone={tone ?? 'accent'} />}
    </div>
  )
}

export function StatRow({ children }: { children: ReactNode }) {
  return <div className="mg-stat-row">{children}</div>
}
