/** Days in a row, and how far one is with one's goal for the week; nothing for whoever switched it off. */
import './learner.css'
import { useState } from 'react'
import type { LearningAim } from '../../contract/record/statistics.routes.ts'
import { aimLimits } from '../../contract/record/statistics.ts'
import { format, t, useLocale } from '../../i18n/index.ts'
import { useRead, useWrite } from '../../kit/data/api.ts'
import { NumberInput } from '../../kit/form/NumberInput.tsx'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { Button } from '../../ui/input/Button.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ownZone } from './zone.ts'

interface WeekAimProps {
  /** Where it is set: whoever switched it off finds it here again. */
  settings?: boolean
}

export function WeekAim({ settings = false }: WeekAimProps) {
  const [zone] = useState(ownZone)
  const { data } = useRead('GET /learning/aim', { query: { zone } })
  const [editing, setEditing] = useState(false)
  if (!data || (!data.shown && !settings)) return null
  return (
    <Panel
      title={t('learner.aim')}
      actions={
        <Button size="small" tone={data.shown ? 'quiet' : 'plain'} onClick={() => setEditing(true)}>
          {t(data.shown && data.minutes !== null ? 'learner.aim_change' : 'learner.aim_set')}
        </Button>
      }
    >
      {data.shown ? <Week of={data} /> : <p className="mg-dim">{t('learner.aim_off')}</p>}
      {editing && <AimDialog of={data} zone={zone} onClose={() => setEditing(false)} />}
    </Panel>
  )
}

function Week({ of: { streak, today, minutes, week } }: { of: LearningAim }) {
  const language = useLocale()
  const short = new Intl.DateTimeFormat(language, { weekday: 'narrow', timeZone: 'UTC' })
  const long = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  const spent = week.reduce((n, d) => n + d.minutes, 0)
  const [now] = useState(() => new Date())
  return (
    <div className="part-aim">
      <p className="part-aim-streak">
        <strong>{t('learner.streak', { n: streak })}</strong>
        <span className="mg-dim">{t(today ? 'learner.streak_today' : 'learner.streak_open')}</span>
      </p>
      <ol className="part-aim-week" aria-label={t('learner.week')}>
        {week.map((d) => {
          const at = new Date(`${d.day}T00:00:00Z`)
          return (
            <li key={d.day} aria-current={d.day === format.date(now) ? 'date' : undefined}>
              <span aria-hidden="true">{short.format(at)}</span>
              <span className={d.learnt ? 'part-aim-day part-aim-learnt' : 'part-aim-day'} aria-hidden="true">
                {d.learnt && <Icon name="check" />}
              </span>
              <span className="mg-sr">
                {t(d.learnt ? 'learner.day_learnt' : 'learner.day_none', {
                  day: long.format(at),
                  time: format.span(d.minutes * 60),
                })}
              </span>
            </li>
          )
        })}
      </ol>
      {minutes === null ? (
        <p className="mg-dim">{t('learner.week_spent', { time: format.span(spent * 60) })}</p>
      ) : (
        <ProgressBar
          value={spent / minutes}
          tone={spent >= minutes ? 'ok' : 'accent'}
          label={t('learner.aim_progress')}
          says={t('learner.aim_of', { time: format.span(spent * 60), all: format.span(minutes * 60) })}
        />
      )}
    </div>
  )
}

const fits = (v: unknown): v is number =>
  typeof v === 'number' && Number.isInteger(v) && v >= aimLimits.min && v <= aimLimits.max

function AimDialog({ of, zone, onClose }: { of: LearningAim; zone: string; onClose: () => void }) {
  const [shown, setShown] = useState(of.shown)
  const [minutes, setMinutes] = useState<unknown>(of.minutes ?? aimLimits.usual)
  const [write] = useWrite('PUT /learning/aim')
  const none = minutes === null
  const wrong = shown && !none && !fits(minutes)
  return (
    <Confirm
      open
      title={t('learner.aim')}
      confirm={t('learner.aim_save')}
      ready={!wrong}
      onConfirm={async () => {
        await write({ query: { zone }, body: { shown, minutes: fits(minutes) ? minutes : none ? null : of.minutes } })
      }}
      onClose={onClose}
    >
      <label className="part-aim-tick">
        <input type="checkbox" checked={shown} onChange={(e) => setShown(e.target.checked)} />
        {t('learner.aim_shown')}
      </label>
      {shown && (
        <div className="mg-labelled">
          <label className="mg-label" htmlFor="aim-minutes">
            {t('learner.aim_minutes')}
          </label>
          <span className="kit-figure">
            <NumberInput
              id="aim-minutes"
              className="mg-field kit-short"
              value={minutes}
              aria-invalid={wrong || undefined}
              aria-describedby="aim-minutes-note"
              onChange={setMinutes}
            />
            <span className="mg-dim">{t('learner.minutes_unit')}</span>
          </span>
          <p id="aim-minutes-note" className={wrong ? 'mg-error' : 'mg-hint'}>
            {wrong
              ? t('learner.aim_limits', { min: aimLimits.min, max: aimLimits.max })
              : t('learner.aim_minutes_hint')}
          </p>
        </div>
      )}
    </Confirm>
  )
}
