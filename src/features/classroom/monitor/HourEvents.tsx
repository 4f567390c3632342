/** Begin, pause, go on with and end a class hour. */
import { useState } from 'react'
import type { ClassHour } from '../../../contract/classroom/hour.schema.ts'
import { sceneGrace } from '../../../contract/classroom/hour.ts'
import { t } from '../../../i18n/index.ts'
import { useWriteTo } from '../../../kit/resource/calls.ts'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { Button } from '../../../ui/input/Button.tsx'

const events = [
  ['start', 'play', 'primary'],
  ['recover', 'play', 'primary'],
  ['pause', 'pause', 'plain'],
  ['end', 'stop', 'danger'],
] as const
type HourEvent = (typeof events)[number][0]

export function HourEvents({ hour }: { hour: ClassHour }) {
  const [asking, setAsking] = useState<HourEvent>()
  const write = useWriteTo()
  return (
    <>
      {events
        .filter(([event]) => hour.can.includes(event))
        .map(([event, icon, tone]) => (
          <Button key={event} icon={icon} tone={tone} onClick={() => setAsking(event)}>
            {t(`classroom.event.${event}`)}
          </Button>
        ))}
      {asking && (
        <Confirm
          open
          danger={asking === 'end'}
          title={t(`classroom.event_title.${asking}`, { class: hour.class_name })}
          confirm={t(`classroom.event.${asking}`)}
          done={t(`classroom.event_done.${asking}`)}
          onConfirm={() => write(`POST /class-hours/:id/${asking}`, { params: { id: hour.id }, body: {} })}
          onClose={() => setAsking(undefined)}
        >
          <p>{t(`classroom.event_text.${asking}`)}</p>
          {asking === 'end' && hour.scene_plan !== 'none' && (
            <p>{t('classroom.end_machines', { minutes: sceneGrace })}</p>
          )}
        </Confirm>
      )}
    </>
  )
}
