import type { BusinessService } from '../../contract/operation/service.schema.ts'
import { format, t } from '../../i18n/index.ts'
import { Button } from '../../ui/input/Button.tsx'
import { DateTime } from '../../ui/data/DateTime.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { Sparkline } from '../../ui/data/Sparkline.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import './service.css'

interface ServiceCardProps {
  service: BusinessService
  /** The server's clock. */
  now: string
  onLog: () => void
  onRestart: () => void
}

const uptimeText = (service: BusinessService, now: string): string =>
  format.span(Math.floor((Date.parse(now) - Date.parse(service.started_at)) / 60_000) * 60)

export function ServiceCard({ service: s, now, onLog, onRestart }: ServiceCardProps) {
  const name = t(`service.name.${s.id}`)
  const load = s.load.at(-1)
  const inPercent = s.id !== 'database'
  return (
    <li className={`service-card service-${s.status}`}>
      <header>
        <h2>{name}</h2>
        <StatusTag word={s.status} label={t(`service.status.${s.status}`)} />
      </header>
      <p className="service-about mg-dim">{t(`service.about.${s.id}`)}</p>
      {s.progress !== null ? (
        <div className="service-load">
          <ProgressBar label={t('service.status.restarting')} value={s.progress} tone="info" />
        </div>
      ) : (
        <div className="service-load">
          {s.load.length > 1 ? (
            <Sparkline
              values={s.load}
              label={t(inPercent ? 'service.load' : 'service.response')}
              width={220}
              height={30}
              tone={s.status === 'abnormal' ? 'bad' : 'accent'}
            />
          ) : (
            <span className="mg-faint">{t('service.no_load')}</span>
          )}
          {load !== undefined && (
            <span className="mg-num">
              {inPercent ? format.percent(load / 100) : t('service.ms', { ms: format.number(load) })}
              <span className="mg-faint"> {t(inPercent ? 'service.load' : 'service.response')}</span>
            </span>
          )}
        </div>
      )}
      <dl>
        <dt>{t(s.status === 'running' ? 'service.uptime' : 'service.last_start')}</dt>
        <dd>{s.status === 'running' ? uptimeText(s, now) : <DateTime at={s.started_at} />}</dd>
        <dt>{t('service.version')}</dt>
        <dd className="mg-mono">{s.version}</dd>
        <dt>{t('service.host')}</dt>
        <dd className="mg-mono mg-ellipsis" title={s.host}>
          {s.host}
        </dd>
        {s.memory !== null && (
          <>
            <dt>{t(s.id === 'database' ? 'service.size' : 'service.memory')}</dt>
            <dd className="mg-num">{format.size(s.memory)}</dd>
          </>
        )}
        {s.connections !== null && (
          <>
            <dt>{t(s.id === 'database' ? 'service.connections' : 'service.calls')}</dt>
            <dd className="mg-num">{format.number(s.connections)}</dd>
          </>
        )}
      </dl>
      <footer>
        <Button size="small" icon="list" onClick={onLog} aria-label={t('service.log_of', { name })}>
          {t('service.log')}
        </Button>
        <Button
          size="small"
          icon="refresh"
          disabled={!s.can.includes('restart')}
          onClick={onRestart}
          aria-label={t('service.restart_of', { name })}
        >
          {t('service.restart')}
        </Button>
      </footer>
    </li>
  )
}
