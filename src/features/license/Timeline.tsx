import { t } from '../../i18n/index.ts'
import { Timeline as Dates } from '../../ui/data/Timeline.tsx'
import { Day } from '../../ui/data/DateTime.tsx'
import { type Turns, timeline } from './license.logic.ts'

/** The life of a licence as a line, and the same in words below: what stops, and when. */
export function LicenceTimeline({ turns, now }: { turns: Turns; now: string }) {
  const line = timeline(turns, now)
  const passed = (at: string) => Date.parse(at) <= Date.parse(now)
  return (
    <div className="license-time">
      <div className="license-line" aria-hidden="true">
        {line.parts.map((p) => (
          <span
            key={p.phase}
            className={`license-part license-part-${p.phase}`}
            style={{ '--from': p.from, '--to': p.to }}
          >
            <span className="mg-ellipsis">{t(`license.phase.${p.phase}`)}</span>
          </span>
        ))}
        <span className="license-now" style={{ '--from': line.now }}>
          <span>{t('license.today')}</span>
        </span>
      </div>
      <Dates
        items={line.marks.map((m) => ({
          key: m.name,
          at: <Day at={m.at} />,
          tone: passed(m.at) ? 'idle' : 'accent',
          what: (
            <>
              <strong>{t(`license.turn.${m.name}`)}</strong>{' '}
              <span className="mg-dim">{t(`license.turn_about.${m.name}`)}</span>
            </>
          ),
        }))}
      />
    </div>
  )
}
