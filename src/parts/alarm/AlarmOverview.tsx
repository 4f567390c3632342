/** How everything that is watched stands, with the last day of each, and the alarms of thirty days. */
import type { AlarmOverview as Overview } from '../../contract/operation/alarm.schema.ts'
import { t } from '../../i18n/index.ts'
import { useRead } from '../../kit/data/api.ts'
import { DayBars } from '../../ui/chart/DayBars.tsx'
import { Ago } from '../../ui/data/DateTime.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { Sparkline } from '../../ui/data/Sparkline.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import { alarmValueText } from './measured.ts'
import './alarm.css'

export function AlarmOverviewPanel() {
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
  // not for as long as an alarm takes: neither normal nor an alarm
  const above = !bad && r.value >= r.threshold
  return (
    <li className={`alarm-rule${bad ? ' alarm-rule-bad' : ''}${bad || above ? ' alarm-rule-told' : ''}`}>
      <p className="alarm-rule-name">
        <span className="alarm-rule-what">
          {t(`alarm.rule.${r.rule}`)}
          {r.subject && (
            <>
              {' · '}
              <b>{r.subject}</b>
            </>
          )}
        </span>
        {above ? (
          <StatusTag word="above" tone="warn" label={t('alarm.state.above')} dot />
        ) : (
          <StatusTag word={r.status} label={t(`alarm.state.${r.status}`)} dot />
        )}
      </p>
      <p className="alarm-rule-value">
        <b className="mg-num">{alarmValueText(r.rule, r.value)}</b>
        <span className="mg-faint mg-num">{t('alarm.of', { threshold: alarmValueText(r.rule, r.threshold) })}</span>
      </p>
      <div className="alarm-rule-trend" title={t('alarm.day_trend')}>
        {r.trend.length > 1 && (
          <Sparkline
            values={r.trend.map((p) => p.value)}
            label={[t(`alarm.rule.${r.rule}`), r.subject].filter(Boolean).join(' · ')}
            width={120}
            height={18}
            tone={bad ? 'bad' : 'accent'}
          />
        )}
      </div>
      <p className="mg-faint alarm-rule-since">
        {above ? (
          t('alarm.above_hint')
        ) : (
          <>
            {t(bad ? 'alarm.abnormal_since' : 'alarm.normal_since')} <Ago at={r.since} />
            {bad && r.raised_by !== null && ` ${t('alarm.raised_by', { value: alarmValueText(r.rule, r.raised_by) })}`}
            {bad && ` ${t('alarm.clears_below', { value: alarmValueText(r.rule, r.clears_below) })}`}
          </>
        )}
      </p>
    </li>
  )
}

const sumOf = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)

/** The alarms of thirty days. */
function Days({ days }: { days: Overview['days'] }) {
  const [warning, critical] = [days.map((d) => d.warning), days.map((d) => d.critical)]
  return (
    <div className="alarm-days">
      <DayBars
        days={days.map((d) => d.day)}
        title={t('alarm.days')}
        series={[
          { name: t('alarm.level.warning'), tone: 'warn', values: warning },
          { name: t('alarm.level.critical'), tone: 'bad', values: critical },
        ]}
        label={t('alarm.days_summary', { warning: sumOf(warning), critical: sumOf(critical) })}
        height={80}
      />
    </div>
  )
}
