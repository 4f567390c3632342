import './drivers.css'
import type { SceneDriverOptions } from '../../../../contract/scene/scene.schema.ts'
import { t } from '../../../../i18n/index.ts'
import { useRead } from '../../../../kit/data/api.ts'
import type { ControlProps } from '../../../../kit/form/declare.ts'
import { Button } from '../../../../ui/input/Button.tsx'
import { Loading } from '../../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../../ui/feedback/ProblemView.tsx'
import { StatusTag } from '../../../../ui/data/StatusTag.tsx'

/** What runs new scenes: each driver with what it is for, and why this server cannot where it cannot. */
export default function DriverControl({ id, value, disabled, describedBy, onChange, onLeave }: ControlProps) {
  const { data, error, fetching, refetch } = useRead('GET /drivers', undefined)
  if (!data) return error ? <ProblemView compact problem={error} onRetry={refetch} /> : <Loading kind="list" rows={2} />
  return (
    <div className="drivers" aria-describedby={describedBy} onBlur={onLeave}>
      {data.items.map((d) => (
        <Driver
          key={d.name}
          id={`${id}.${d.name}`}
          driver={d}
          group={id}
          chosen={value === d.name}
          disabled={disabled}
          onChoose={() => onChange(d.name)}
        />
      ))}
      {data.items.some((d) => !d.ok) && (
        <Button size="small" icon="refresh" busy={fetching} onClick={refetch}>
          {t('config.driver_again')}
        </Button>
      )}
    </div>
  )
}

interface DriverProps {
  id: string
  driver: SceneDriverOptions['items'][number]
  group: string
  chosen: boolean
  disabled: boolean
  onChoose: () => void
}

function Driver({ id, driver: { name, ok, reason }, group, chosen, disabled, onChoose }: DriverProps) {
  const why = reason && t(`scene.driver_reason.${reason}`)
  return (
    <label className="drivers-one" data-chosen={chosen || undefined} data-away={!ok || undefined}>
      <input
        type="radio"
        id={id}
        name={group}
        checked={chosen}
        disabled={disabled || (!ok && !chosen)}
        onChange={onChoose}
      />
      <span className="drivers-name">{t(`scene.driver.${name}`)}</span>
      <StatusTag
        word={ok ? 'ready' : 'away'}
        tone={ok ? 'ok' : 'idle'}
        label={t(ok ? 'config.driver_ready' : 'config.driver_not_here')}
      />
      <span className="mg-hint drivers-about">{t(`scene.driver_about.${name}`)}</span>
      {why && <span className="drivers-why">{ok ? t('config.driver_lacks', { why }) : why}</span>}
    </label>
  )
}
