/** What happened when, one below the other, drawn by Arco's. */
import './tone.css'
import './Timeline.css'
import { Timeline as ArcoTimeline } from '@arco-design/web-react'
import type { Key, ReactNode } from 'react'
import { Icon, type IconName } from '../icon/Icon.tsx'
import type { Tone } from './tone.ts'

interface TimelineProps {
  items: readonly {
    key: Key
    /** The moment, as it is shown. */
    at: ReactNode
    what: ReactNode
    tone?: Tone
    /** Instead of the dot; says its label to whoever does not see it. */
    icon?: { name: IconName; label: string }
  }[]
}

export function Timeline({ items }: TimelineProps) {
  return (
    <ArcoTimeline className="mg-timeline">
      {items.map(({ key, at, what, tone = 'idle', icon }) => (
        <ArcoTimeline.Item
          key={key}
          className={`mg-tone-${tone}`}
          dotColor="var(--mg-tone)"
          {...(icon && { dot: <Icon {...icon} /> })}
        >
          <span className="mg-dim mg-num">{at}</span>
          <div>{what}</div>
        </ArcoTimeline.Item>
      ))}
    </ArcoTimeline>
  )
}
