/** The class hour that goes on for a lesson, to whoever attends it: present, called for, calling for help. Nothing where there is none. */
import './class-hour.css'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { classLimits } from '../../contract/classroom/class.ts'
import type { MyHour } from '../../contract/classroom/hour.schema.ts'
import type { TextLanguage } from '../../contract/bank/shown.ts'
import { format, t } from '../../i18n/index.ts'
import { useWrite } from '../../kit/data/api.ts'
import { useTyped } from '../../kit/form/typed.ts'
import { Ago } from '../../ui/data/DateTime.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import { Button, linkClass } from '../../ui/input/Button.tsx'
import { CountedTextArea } from '../../ui/input/CountedTextArea.tsx'
import { BylineText } from '../byline/Byline.tsx'
import { useCourseText } from '../course/words.ts'
import { CodeEntry } from './CodeEntry.tsx'

export interface ClassHourBarProps {
  course: string
  language: TextLanguage
  lesson: string
  /** Where they are. */
  section: string | undefined
  /** Address of a section of a lesson. */
  to: (lesson: string, section: string) => string
}

export function HourBar({
  hour,
  language,
  section,
  to,
}: { hour: MyHour } & Omit<ClassHourBarProps, 'course' | 'lesson'>) {
  const id = useId()
  const { titleOf } = useCourseText()
  const [asking, setAsking] = useState(false)
  const [left, setLeft] = useState<string>()
  const [withdraw, withdrawing] = useWrite('POST /my-class-hours/:id/help/withdraw')
  useEntering(hour)
  const { gather } = hour
  // where they were when they followed the call, to come back to
  const [from, setFrom] = useState<string>()
  const called = gather && gather.id !== section && gather.at !== left ? gather : undefined
  return (
    <section className="class-hour" aria-labelledby={id}>
      <div className="class-hour-line">
        <strong id={id}>{hour.class_name}</strong>
        <StatusTag word={hour.status} label={t(`classroom.hour_status.${hour.status}`)} />
        <span className="mg-dim">
          {[format.time(hour.starts_at) + ' – ' + format.time(hour.ends_at), hour.room, hour.teacher_name]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span className="kit-space" />
        {hour.attendance === null ? (
          <CodeEntry hour={hour.id} />
        ) : (
          <span role="status" className="class-hour-state">
            <Icon name="check" /> {t(`classroom.attendance_state.${hour.attendance}`)}
          </span>
        )}
        {hour.help ? (
          <Button
            size="small"
            busy={withdrawing.busy}
            onClick={() => void withdraw({ params: { id: hour.id }, body: {} }).catch(toast.problem)}
          >
            {t('classroom.hand_down')}
          </Button>
        ) : (
          <Button size="small" icon="hand" onClick={() => setAsking(true)}>
            {t('classroom.hand_up')}
          </Button>
        )}
      </div>
      {hour.help && (
        <p className="class-hour-line mg-dim" role="status">
          {hour.help.taken_by === null ? (
            <>
              {t('classroom.hand_waits')} <Ago at={hour.help.at} />
            </>
          ) : (
            t('classroom.hand_taken', { name: hour.help.taken_by })
          )}
        </p>
      )}
      {hour.answer && !hour.help && (
        <p className="class-hour-line" role="status">
          <span>
            <BylineText strong of={hour.answer.author} />: {hour.answer.text}
          </span>
        </p>
      )}
      {called && (
        <div className="class-hour-line class-hour-call" role="alert">
          <Icon name="target" />
          <span>{t('classroom.called', { title: titleOf(called, { language }) })}</span>
          <Link
            className={linkClass('primary', 'small')}
            to={to(called.lesson, called.id)}
            onClick={() => {
              setFrom(section)
              // heeded once: it is not called out again, wherever they go from there
              setLeft(called.at)
            }}
          >
            {t('classroom.called_go')}
          </Link>
          <Button size="small" onClick={() => setLeft(called.at)}>
            {t('classroom.called_stay')}
          </Button>
        </div>
      )}
      {gather && !called && (gather.id !== section || (from !== undefined && from !== section)) && (
        <p className="class-hour-line mg-dim">
          {gather.id === section && from !== undefined ? (
            <Link to={to(gather.lesson, from)}>{t('classroom.called_back')}</Link>
          ) : (
            <Link to={to(gather.lesson, gather.id)} onClick={() => setFrom(section)}>
              {t('classroom.called_after', { title: titleOf(gather, { language }) })}
            </Link>
          )}
        </p>
      )}
      {hour.scene_plan !== 'none' && (
        <p className="class-hour-line mg-dim">
          {[
            hour.group !== null && hour.scene_plan === 'groups' && t('classroom.your_group', { n: hour.group }),
            t('classroom.machines_until', { time: format.time(hour.ends_at), minutes: hour.grace }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      {asking && <Ask hour={hour.id} section={section ?? null} onClose={() => setAsking(false)} />}
    </section>
  )
}

/** Opening the lesson while its hour goes on is entering it: said once for each hour. */
function useEntering({ id, attendance, entering }: MyHour): void {
  const [enter] = useWrite('POST /my-class-hours/:id/enter')
  const said = useRef(false)
  useEffect(() => {
    if (!entering || attendance !== null || said.current) return
    said.current = true
    // what did not arrive is said with the next look at the hour
    enter({ params: { id }, body: {} }).catch(() => {
      said.current = false
    })
  }, [enter, id, attendance, entering])
}

function Ask({ hour, section, onClose }: { hour: string; section: string | null; onClose: () => void }) {
  const [text, setText] = useTyped(`help:${hour}`)
  const [ask] = useWrite('POST /my-class-hours/:id/help')
  return (
    <Confirm
      open
      size="default"
      title={t('classroom.hand_up')}
      confirm={t('classroom.hand_call')}
      done={t('classroom.hand_done')}
      onConfirm={async () => {
        await ask({ params: { id: hour }, body: { section, text: text.trim() } })
        setText('')
      }}
      onClose={onClose}
    >
      <p>{t('classroom.hand_text')}</p>
      <CountedTextArea
        data-autofocus
        label={t('classroom.hand_question')}
        value={text}
        max={classLimits.question}
        rows={3}
        onChange={setText}
      />
    </Confirm>
  )
}
