/** iCalendar (RFC 5545): instants in UTC, which every calendar shows in its reader's zone. */
import { courseTextIn } from '#src/contract/course/texts.ts'
import type { ScheduleItem } from '#src/contract/classroom/schedule.routes.ts'

type Language = 'en-US' | 'zh-CN'
const words = {
  'en-US': {
    calendar: 'My schedule',
    cancelled: 'Cancelled: {title}',
    exam: 'Exam: {title}',
    opens: 'Homework opens: {title}',
    due: 'Homework due: {title}',
    work: 'Due: {title}',
    late: 'Homework, last moment: {title}',
  },
  'zh-CN': {
    calendar: '我的日程',
    cancelled: '已取消：{title}',
    exam: '考试：{title}',
    opens: '作业开放：{title}',
    due: '作业截止：{title}',
    work: '截止：{title}',
    late: '作业补交截止：{title}',
  },
} as const satisfies Record<Language, object>

/** Control characters have no place in a text of it. */
const text = (v: string): string =>
  v
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replace(/\r\n?|\n/g, '\\n')
    // oxlint-disable-next-line no-control-regex -- those are what is taken out
    .replace(/[\u0000-\u001f\u007f]/g, '')
const instant = (at: string): string => new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '')

/** Lines of at most 75 bytes, the next one begun by a space; no character is torn apart. */
function folded(line: string): string {
  let out = ''
  let bytes = 0
  for (const c of line) {
    const n = Buffer.byteLength(c)
    if (bytes + n > 74) {
      out += '\r\n '
      bytes = 1
    }
    out += c
    bytes += n
  }
  return out
}

export function icsOf(items: readonly ScheduleItem[], now: Date, language: Language): string {
  const say = words[language]
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Range//Schedule//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${text(say.calendar)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...items.flatMap((i) => {
      const own = courseTextIn(i.title, i.title_other, i.language, language).text
      const word = i.kind === 'exam' || i.kind === 'work' ? i.kind : i.moment === 'late-until' ? 'late' : i.moment
      const title = word ? say[word].replace('{title}', () => own) : own
      const called = i.status === 'cancelled'
      return [
        'BEGIN:VEVENT',
        `UID:${i.kind}-${i.id}@range`,
        `DTSTAMP:${instant(now.toISOString())}`,
        `DTSTART:${instant(i.starts_at)}`,
        // an end that is no later than its begin is none (RFC 5545, 3.8.2.2)
        ...(i.ends_at > i.starts_at ? [`DTEND:${instant(i.ends_at)}`] : []),
        `SUMMARY:${text(called ? say.cancelled.replace('{title}', () => title) : title)}`,
        ...(i.about ? [`DESCRIPTION:${text(courseTextIn(i.about, i.about_other, i.language, language).text)}`] : []),
        ...(i.room ? [`LOCATION:${text(i.room)}`] : []),
        `STATUS:${called ? 'CANCELLED' : 'CONFIRMED'}`,
        'END:VEVENT',
      ]
    }),
    'END:VCALENDAR',
  ]
  return lines.map((l) => `${folded(l)}\r\n`).join('')
}
