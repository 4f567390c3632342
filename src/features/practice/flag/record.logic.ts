/** Days of a record as a chart needs them: without gaps, from the first to today. */
import type { FlagRecord } from '../../../contract/practice/flag.schema.ts'

type Day = FlagRecord['days'][number]
const dayMs = 86_400_000
/** Days of a chart at most and at least. */
const most = 90
const least = 30

export function everyDay(days: readonly Day[], today: string): Day[] {
  const had = new Map(days.map((d) => [d.day, d]))
  const [first] = days
  if (!first) return []
  const last = Date.parse(today > (days.at(-1)?.day ?? '') ? today : (days.at(-1)?.day ?? today))
  const begin = Math.min(Date.parse(first.day), last - (least - 1) * dayMs)
  const from = Math.max(begin, last - (most - 1) * dayMs)
  return Array.from({ length: Math.round((last - from) / dayMs) + 1 }, (_, n) => {
    const day = new Date(from + n * dayMs).toISOString().slice(0, 10)
    return had.get(day) ?? { day, tries: 0, right: 0, points: 0 }
  })
}
