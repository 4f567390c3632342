/** How everything that is watched stands, with the last day of each, and the alarms of thirty days. */
import type { AlarmOverview as Overview } from '../../contract/operation/alarm.schema.ts'
import { format, t } from '../../i18n/index.ts'
import { useRead } from '../../kit/data/api.ts'
import { Ago } from '../../ui/DateTime.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { ProblemView } from '../../ui/ProblemView.tsx'
import { Sparkline } from '../../ui/Sparkline.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { measured } from './measured.ts'
import './alarm.css'

export function AlarmOverview() {
  const { data, error, refetch } = useRead('GET /alarms/overview', undefined, { every: 30_000 })
  if (!data)
    return error ? <ProblemView compact problem={error} onRetry={refetch} /> : <Loading kind="tiles" rows={1} />
  return (
    <div className="alarm-overview">
      <ul className="alarm-rules" aria-label={t('alarm.watched')}>
        {data.rules.map((r) => (
          <Rule key={`${r.rule} ${r.subject}`} rule={r} />
        ))}
        {data.rules.length === 0 && <li className="mg-dim">{t('alarm.nothing_measured')}</li>}
      </ul>
      <Days days={data.days} />
    </div>
  )
}

function Rule({ rule: r }: { rule: Overview['rules'][number] }) {
  const bad = r.status === 'abnormal'
  return (
    <li className={bad ? 'alarm-rule alarm-rule-bad' : 'alarm-rule'}>
      <p className="alarm-rule-name">
        <span className="mg-ellipsis" title={r.subject}>
          {t(`alarm.rule.${r.rule}`)}
        </span>
        <StatusTag word={r.status} label={t(`alarm.state.${r.status}`)} dot />
      </p>
      <p className="alarm-rule-value">
        <b className="mg-num">{measured(r.rule, r.value)}</b>
        <span className="mg-faint mg-num">{t('alarm.of', { threshold: measured(r.rule, r.threshold) })}</span>
      </p>
      <div className="alarm-rule-trend" title={t('alarm.day_trend')}>
        {r.trend.length > 1 && (
          <Sparkline
            values={r.trend.map((p) => p.value)}
            label={t(`alarm.rule.${r.rule}`)}
            width={120}
            height={18}
            tone={bad ? 'bad' : 'accent'}
          />
        )}
      </div>
      <p className="mg-faint alarm-rule-since">
        {t(bad ? 'alarm.abnormal_since' : 'alarm.normal_since')} <Ago at={r.since} />
      </p>
    </li>
  )
}

const height = 84
const step = 10

/** Bars of thirty days, critical on top of warnings; each says its figures, the whole has a sentence for those who do not look. */
function Days({ days }: { days: Overview['days'] }) {
  const most = Math.max(4, ...days.map((d) => d.warning + d.critical))
  const scale = (n: number) => (n / most) * (height - 4)
  const sum = days.reduce((s, d) => ({ warning: s.warning + d.warning, critical: s.critical + d.critical }), {
    warning: 0,
    critical: 0,
  })
  const width = days.length * step
  return (
    <figure className="alarm-days">
      <figcaption>
        <span>{t('alarm.days')}</span>
        <span className="alarm-key alarm-key-warning">
          {t('alarm.level.warning')} <b className="mg-num">{format.number(sum.warning)}</b>
        </span>
        <span className="alarm-key alarm-key-critical">
          {t('alarm.level.critical')} <b className="mg-num">{format.number(sum.critical)}</b>
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('alarm.days_summary', sum)}
      >
        <line className="alarm-axis" x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} />
        {days.map((d, i) => (
          <g key={d.day}>
            <title>{t('alarm.days_day', { day: format.day(d.day), warning: d.warning, critical: d.critical })}</title>
            <rect fill="transparent" x={i * step} y={0} width={step} height={height} />
            <rect
              className="alarm-bar-warning"
              x={i * step + 1.5}
              y={height - scale(d.warning)}
              width={step - 3}
              height={scale(d.warning)}
            />
            <rect
              className="alarm-bar-critical"
              x={i * step + 1.5}
              y={height - scale(d.warning + d.critical)}
              width={step - 3}
              height={scale(d.critical)}
            />
          </g>
        ))}
      </svg>
      <p className="alarm-days-ends mg-faint">
        <span>{days[0] && format.day(days[0].day)}</span>
        <span>{format.day(days.at(-1)?.day ?? '')}</span>
      </p>
    </figure>
  )
}
