/** What the viewer has when: a month, a week or a list of it, and the same for their own calendar. */
import '../../parts/class-hour/class-hour.css'
import './schedule.css'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { ScheduleItem } from '../../contract/classroom/schedule.routes.ts'
import { href, type ScreenName } from '../../contract/screens/index.ts'
import { format, t } from '../../i18n/index.ts'
import { useRead } from '../../kit/data/api.ts'
import { useUrlState } from '../../kit/list/state/useKept.ts'
import { useAsk } from '../../kit/resource/calls.ts'
import { useAccess } from '../../kit/session/access.ts'
import { useSettings } from '../../kit/session/use.ts'
import { downloadFile } from '../../lib/save.ts'
import { AttendanceTag } from '../../parts/class-hour/AttendanceTag.tsx'
import { CodeEntry } from '../../parts/class-hour/CodeEntry.tsx'
import { useCourseText } from '../../parts/course/words.ts'
import type { CalendarEntry } from '../../ui/calendar/entry.ts'
import { MonthWeek } from '../../ui/calendar/MonthWeek.tsx'
import { Chips } from '../../ui/data/Chips.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import { toneOf } from '../../ui/data/tone.ts'
import { Empty } from '../../ui/feedback/Empty.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Button, IconButton } from '../../ui/input/Button.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import {
  dayText,
  daysOf,
  dayIn,
  type ScheduleView,
  scheduleViews,
  scheduleSpanOf,
  stepSchedule,
} from './schedule.logic.ts'
import { RemindersButton } from './Reminders.tsx'
import { Subscription } from './Subscription.tsx'

const start = { view: 'week' as ScheduleView, on: '' }
const among = { view: scheduleViews }

export function Schedule() {
  const [at, setAt] = useUrlState(start, among)
  const [today] = useState(() => dayText(new Date()))
  const day = dayIn(at.on || today)
  const span = scheduleSpanOf(at.view, day)
  const { data, error, refetch } = useRead('GET /schedule', {
    query: { from: span.from.toISOString(), to: span.to.toISOString() },
  })
  const go = useNavigate()
  const link = useItemLink()
  const move = (by: -1 | 1) => setAt({ ...at, on: dayText(stepSchedule(at.view, day, by)) })
  const words = useWords()
  const entries = (data?.items ?? []).map((i) => entryOf(i, words(i)))
  const title = useSpanTitle(at.view, day)
  return (
    <Panel
      title={t('personal.schedule')}
      description={t('personal.schedule_text')}
      actions={
        <>
          <RemindersButton />
          <CalendarFile />
          <Subscription />
        </>
      }
    >
      <div className="schedule-bar">
        <IconButton icon="chevron-left" label={t(`personal.schedule_before.${at.view}`)} onClick={() => move(-1)} />
        <IconButton icon="chevron-right" label={t(`personal.schedule_after.${at.view}`)} onClick={() => move(1)} />
        <Button size="small" onClick={() => setAt({ ...at, on: '' })}>
          {t('personal.schedule_today')}
        </Button>
        <h3 aria-live="polite">{title}</h3>
        <span className="kit-space" />
        <Chips
          label={t('personal.schedule_view')}
          value={at.view}
          items={scheduleViews.map((value) => ({ value, label: t(`personal.schedule_view.${value}`) }))}
          onChange={(view) => view && setAt({ ...at, view })}
        />
      </div>
      {error && !data ? (
        <ProblemView compact problem={error} onRetry={refetch} />
      ) : !data ? (
        <Loading kind="list" />
      ) : at.view === 'list' ? (
        <Days items={data.items} />
      ) : (
        <MonthWeek
          view={at.view}
          date={day}
          entries={entries}
          label={`${t('personal.schedule')}: ${title}`}
          onOpen={(entry) => {
            const item = data.items.find((i) => keyOf(i) === entry.id)
            const to = item && link(item)
            if (to) void go(to)
          }}
          onDay={(to) => setAt({ view: 'list', on: dayText(to) })}
        />
      )}
    </Panel>
  )
}

const keyOf = (i: ScheduleItem): string => `${i.kind} ${i.id}`
interface ItemWords {
  title: string
  /** The lesson, or of homework its course. */
  about: string
}
/** In the language of the page, where they are there in it. */
function useWords(): (i: ScheduleItem) => ItemWords {
  const { titleOf } = useCourseText()
  return (i) => {
    const title = titleOf(i, i)
    return {
      title:
        i.kind === 'work'
          ? t('personal.schedule_work', { title })
          : i.moment === null
            ? title
            : t(`personal.schedule_homework.${i.moment}`, { title }),
      about: titleOf({ title: i.about, title_other: i.about_other }, i),
    }
  }
}
function entryOf(i: ScheduleItem, words: ItemWords): CalendarEntry {
  const about = [words.about, i.room].filter(Boolean).join(' · ')
  return {
    id: keyOf(i),
    title: i.status === 'cancelled' ? t('personal.schedule_cancelled', { title: words.title }) : words.title,
    ...(about && { about }),
    start: new Date(i.starts_at),
    end: new Date(i.ends_at),
    tone: i.kind === 'exam' ? 'accent' : i.moment === null ? toneOf(i.status) : homeworkTone(i),
  }
}
const homeworkTone = (i: ScheduleItem) => (i.status === 'handed' ? 'ok' : i.moment === 'opens' ? 'info' : 'warn')

/** Where an entry leads, as far as the viewer may go there. */
function useItemLink(): (i: ScheduleItem) => string | undefined {
  const { visible } = useAccess()
  return ({ link }) => {
    if (!link || !visible.has(link.screen)) return undefined
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- which parameters a screen has is in its link, whose writer is our server
    const to = href as (name: ScreenName, params?: object) => string
    return to(link.screen, link.params)
  }
}

function useSpanTitle(view: ScheduleView, day: Date): string {
  const { language } = useSettings()
  const { from, to } = scheduleSpanOf(view, day)
  if (view === 'week') return `${format.date(from)} – ${format.date(new Date(to.getTime() - 1))}`
  return new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long' }).format(day)
}

function Days({ items }: { items: readonly ScheduleItem[] }) {
  const words = useWords()
  const { language } = useSettings()
  const link = useItemLink()
  const days = daysOf(items)
  if (!days.length)
    return (
      <Empty compact icon="calendar" title={t('personal.schedule_none')}>
        {t('personal.schedule_none_text')}
      </Empty>
    )
  const named = new Intl.DateTimeFormat(language, { weekday: 'long', month: 'long', day: 'numeric' })
  return (
    <ol className="schedule-days">
      {days.map(({ day, items: own }) => (
        <li key={day}>
          <h4>{named.format(dayIn(day))}</h4>
          <ul>
            {own.map((i) => (
              <li key={keyOf(i)} className="schedule-line">
                <span className="mg-num schedule-time">
                  {format.time(i.starts_at)}
                  {i.ends_at > i.starts_at && ` – ${format.time(i.ends_at)}`}
                </span>
                <span className="schedule-words">
                  {link(i) ? <Link to={link(i) ?? ''}>{words(i).title}</Link> : <strong>{words(i).title}</strong>}
                  <span className="mg-dim">
                    {[
                      i.kind === 'exam' ? t('personal.schedule_exam') : i.leads && t('personal.schedule_leads'),
                      words(i).about,
                      i.room,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                  {i.kind === 'class' &&
                    !i.leads &&
                    i.attendance === null &&
                    (i.status === 'ongoing' || i.status === 'pause') && <CodeEntry hour={i.id} />}
                </span>
                {i.attendance ? (
                  <AttendanceTag of={i.attendance} />
                ) : i.moment !== null ? (
                  i.status === 'handed' && (
                    <StatusTag dot word="handed" tone="ok" label={t('personal.schedule_handed')} />
                  )
                ) : (
                  <StatusTag dot word={i.status} label={t(statusWord(i))} />
                )}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

const hourWords = ['not-started', 'ongoing', 'pause', 'ended', 'cancelled'] as const
const statusWord = (i: ScheduleItem) => {
  const word = hourWords.find((w) => w === i.status) ?? 'not-started'
  return `classroom.hour_status.${word}` as const
}

function CalendarFile() {
  const ask = useAsk()
  const { language } = useSettings()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      downloadFile(await ask<Blob>('GET /schedule/file', { query: { language } }, { blob: true }), 'schedule.ics')
    } catch (e) {
      toast.problem(e)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="small" icon="export" busy={busy} onClick={() => void save()}>
      {t('personal.schedule_file')}
    </Button>
  )
}
