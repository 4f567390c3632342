/** Dates as people type them, into a field or into the cells of a list: what one takes the other takes. */
const pad = (n: number) => String(n).padStart(2, '0')
/** Day of a date as its picker shows it, without shifting zones. */
export const dayOf = (d: Date) => `${d.getFullYear()}-${pad(d.getMonth() + 1)}-${pad(d.getDate())}`

/** What a field takes: a day, a day with a time of day, or either. */
export type Wants = 'day' | 'time' | 'either'
/** Why a text is no date; the words are `kit.date.<why>`. */
type Unread = 'no_date' | 'two_ways' | 'no_such_day' | 'no_time' | 'day_only'
/** `days`: what may be meant, written so that it is read one way only. */
export type ReadDate = { value: string } | { why: Unread; days?: readonly string[] }

const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/
const chinese = /^(\d{4})年(\d{1,2})月(\d{1,2})[日号]?$/
const clock = /^(上午|下午|am|pm)?\s*(\d{1,2})(?::|点|时)(\d{2})分?(?::\d{2})?\s*(am|pm)?$/i
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/i

type Day = readonly [year: number, month: number, day: number]

/** @returns two days where one cannot tell which is meant, the one that begins with the day first */
function dayIn(text: string): Day | readonly [Day, Day] | undefined {
  const first = yearFirst.exec(text)
  if (first) return [Number(first[1]), Number(first[3]), Number(first[4])]
  const han = chinese.exec(text)
  if (han) return [Number(han[1]), Number(han[2]), Number(han[3])]
  const last = yearLast.exec(text)
  if (!last) return undefined
  const [a, b, year] = [Number(last[1]), Number(last[3]), Number(last[4])]
  // dots are written with the day first everywhere; with strokes some begin with the month
  if (last[2] === '.' || a === b || a > 12) return [year, b, a]
  const swapped: Day = [year, a, b]
  return b > 12 ? swapped : [[year, b, a], swapped]
}

const writtenOf = ([y, m, d]: Day): string => `${y}-${pad(m)}-${pad(d)}`
const isTwo = (day: Day | readonly [Day, Day]): day is readonly [Day, Day] => day.length === 2

/** @returns hour and minute; undefined for what is no time of day */
function clockIn(text: string): readonly [number, number] | undefined {
  const [, before, h, m, after] = clock.exec(text) ?? []
  if (h === undefined || m === undefined) return undefined
  const half = (before ?? after)?.toLowerCase()
  const hour = Number(h)
  if (Number(m) > 59 || hour > 23 || (half !== undefined && hour > 12)) return undefined
  if (half === undefined) return [hour, Number(m)]
  const late = half === 'pm' || half === '下午'
  return [(hour % 12) + (late ? 12 : 0), Number(m)]
}

/** The time of day of an example where none was typed. */
const morning = [9, 0] as const

/** What was typed, as the picker would give it (`YYYY-MM-DD`, or an ISO instant in the viewer's zone), or why it is none. */
export function readDate(text: string, wants: Wants): ReadDate {
  // full-width signs of a Chinese keyboard
  const said = text.normalize('NFKC').trim()
  if (instant.test(said)) {
    const at = new Date(said)
    if (Number.isNaN(at.getTime())) return { why: 'no_date' }
    return { value: wants === 'day' ? dayOf(at) : at.toISOString() }
  }
  const [, head = '', tail = ''] =
    /^(\d+[-/.]\d+[-/.]\d+|\d+年\d+月\d+[日号]?)(?:[\sT,]+|(?<=[日号]))?(.*)$/i.exec(said) ?? []
  const day = dayIn(head)
  if (!day) return { why: 'no_date' }
  const time = tail === '' ? undefined : clockIn(tail)
  if (isTwo(day)) {
    const [h, min] = time ?? morning
    const at = wants === 'time' || (time && wants === 'either') ? ` ${pad(h)}:${pad(min)}` : ''
    return { why: 'two_ways', days: day.map((one) => `${writtenOf(one)}${at}`) }
  }
  const [y, m, d] = day
  if (tail !== '' && !time) return { why: 'no_date' }
  const at = new Date(y, m - 1, d, ...(time ?? ([0, 0] as const)))
  const written = writtenOf(day)
  // 31 April would be read as 1 May, and an hour that the clocks skip as the next
  if (dayOf(at) !== written || (time && at.getHours() !== time[0])) return { why: 'no_such_day' }
  if (time) return wants === 'day' ? { why: 'day_only', days: [written] } : { value: at.toISOString() }
  return wants === 'time' ? { why: 'no_time', days: [`${written} ${morning.map(pad).join(':')}`] } : { value: written }
}

/** The day that a cell of a list means, `YYYY-MM-DD`; what means none, or two, stays for its rule to refuse. */
export function dayWritten(text: string): string {
  const read = readDate(text, 'day')
  return 'value' in read ? read.value : text
}

const day = /^\d{4}-\d{2}-\d{2}$/
/** Whether a value is one of a picker's, and no text that nobody could read. */
export const isDate = (value: string): boolean => day.test(value) || instant.test(value)
