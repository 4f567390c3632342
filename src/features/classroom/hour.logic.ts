/** Times of a class hour as a form has them. */
const hour = 3_600_000

/** The next full hour after an instant. */
export const nextFullHour = (now: number): string => new Date((Math.floor(now / hour) + 1) * hour).toISOString()

const isInstant = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text))
/** Both are instants, and the end comes after the beginning within half a day. */
export const isHourWindow = (starts: string, ends: string): boolean => {
  if (!isInstant(starts) || !isInstant(ends)) return false
  const length = Date.parse(ends) - Date.parse(starts)
  return length > 0 && length <= 12 * hour
}
