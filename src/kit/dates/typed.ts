/** Dates as people type them. */
const pad = (n: number) => String(n).padStart(2, '0')
/** Day of a date as its picker shows it, without shifting zones. */
export const dayOf = (d: Date) => `${d.getFullYear()}-${pad(d.getMonth() + 1)}-${pad(d.getDate())}`

const shape = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[ T]+(\d{1,2})[:：](\d{2})(?::\d{2})?)?$/

/** What was typed, as the picker would give it; undefined for what is no date, or has a time of day where none is asked. */
export function typed(text: string, time: boolean): string | undefined {
  const [, y, , m, d, hour, minute] = shape.exec(text.trim()) ?? []
  if (!y || (hour !== undefined) !== time) return undefined
  const at = new Date(Number(y), Number(m) - 1, Number(d), Number(hour ?? 0), Number(minute ?? 0))
  const day = `${y}-${pad(Number(m))}-${pad(Number(d))}`
  // 31 April would be read as 1 May, and 24:30 as the next day
  if (dayOf(at) !== day || Number(minute ?? 0) > 59) return undefined
  return time ? at.toISOString() : day
}
