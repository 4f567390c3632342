/** A month or a week with what happens in it, drawn by react-big-calendar. Days and times are the viewer's. */
import 'react-big-calendar/lib/css/react-big-calendar.css'
import './calendar.css'
import dayjs from 'dayjs'
import 'dayjs/locale/en-gb'
import { useMemo } from 'react'
import { Calendar, dayjsLocalizer, type Formats, type Messages } from 'react-big-calendar'
import { format, t, useLocale } from '../../i18n/index.ts'
import type { CalendarEntry, CalendarProps } from './entry.ts'

/** Weeks begin on Monday in both languages; Arco’s calendars, which share the library, are left as they are. */
const localizer = dayjsLocalizer(
  new Proxy(dayjs, { apply: (make, _, args: Parameters<typeof dayjs>) => make(...args).locale('en-gb') }),
)

function formatsIn(locale: string): Formats {
  const day = new Intl.DateTimeFormat(locale, { weekday: 'short' })
  const dated = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'numeric' })
  return {
    dateFormat: (at: Date) => String(at.getDate()),
    dayFormat: (at: Date) => dated.format(at),
    weekdayFormat: (at: Date) => day.format(at),
    timeGutterFormat: (at: Date) => format.time(at),
    eventTimeRangeFormat: ({ start, end }) => `${format.time(start)} – ${format.time(end)}`,
    eventTimeRangeStartFormat: ({ start }) => format.time(start),
    eventTimeRangeEndFormat: ({ end }) => format.time(end),
  }
}

const hour = (at: Date, h: number, minutes = 0) => new Date(at.getFullYear(), at.getMonth(), at.getDate(), h, minutes)
/** Hours of the day that a week shows: the usual ones, and those in which something is. */
function hoursOf(entries: readonly CalendarEntry[], at: Date): { min: Date; max: Date } {
  const first = Math.min(7, ...entries.map((e) => e.start.getHours()))
  const last = Math.max(21, ...entries.map((e) => (e.end.getDate() === e.start.getDate() ? e.end.getHours() : 23)))
  return { min: hour(at, first), max: hour(at, last, 59) }
}

function Entry({ event }: { event: CalendarEntry }) {
  return (
    <span className="mg-calendar-words" title={[event.title, event.about].filter(Boolean).join(' · ')}>
      <span className="mg-calendar-time mg-num">{format.time(event.start)}</span> {event.title}
      {event.about && <span className="mg-calendar-about">{event.about}</span>}
    </span>
  )
}
/** The library calls it the head of a column, and has no table around it. */
const WeekHeader = ({ label }: { label: string }) => <span>{label}</span>
const components = { event: Entry, week: { header: WeekHeader } }

export default function BigCalendar({ view, date, entries, label, onOpen, onDay }: CalendarProps) {
  const locale = useLocale()
  const formats = useMemo(() => formatsIn(locale), [locale])
  const { min, max } = hoursOf(entries, date)
  const messages: Messages<CalendarEntry> = {
    allDay: t('ui.calendar.all_day'),
    showMore: (n) => t('ui.calendar.more', { n }),
  }
  return (
    <div className={`mg-calendar mg-calendar-${view}`} role="group" aria-label={label}>
      <Calendar<CalendarEntry>
        localizer={localizer}
        formats={formats}
        messages={messages}
        components={components}
        toolbar={false}
        views={['month', 'week', 'day']}
        view={view}
        date={date}
        min={min}
        max={max}
        events={[...entries]}
        drilldownView={null}
        doShowMoreDrillDown={false}
        eventPropGetter={(e) => ({ className: `mg-calendar-entry mg-tone-${e.tone}` })}
        onView={() => {}}
        onNavigate={onDay}
        onShowMore={(_, day) => onDay(day)}
        onSelectEvent={onOpen}
        onKeyPressEvent={(entry, e) => {
          if ('key' in e && e.key === 'Enter') onOpen(entry)
        }}
      />
    </div>
  )
}
