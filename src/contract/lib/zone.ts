/** Times of day in a zone (IANA), and the instants they are. */
const day = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()
function formatIn(zone: string): Intl.DateTimeFormat {
  const there = formats.get(zone)
  if (there) return there
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  // a zone has many spellings
  if (formats.size > 1000) formats.clear()
  formats.set(zone, made)
  return made
}
export function isTimeZone(zone: string): boolean {
  try {
    formatIn(zone)
    return true
  } catch {
    return false
  }
}

/** Milliseconds by which the clocks of a zone are ahead of UTC at an instant. */
function offsetAt(zone: string, at: number): number {
  const part = Object.fromEntries(
    formatIn(zone)
      .formatToParts(at)
      .map((p) => [p.type, Number(p.value)]),
  )
  const { year = 0, month = 1, day: d = 1, hour = 0, minute: m = 0, second = 0 } = part
  return Date.UTC(year, month - 1, d, hour, m, second) - Math.floor(at / 1000) * 1000
}

/**
 * The instant at which the clocks of a zone show a time. Where they jump over it, it is that much later; of a time that comes twice, the first.
 * @param date YYYY-MM-DD @param clock HH:MM
 */
export function instantIn(zone: string, date: string, clock: string): Date {
  const wall = Date.parse(`${date}T${clock}:00Z`)
  // of the two offsets around it the one that leads back to it; where none does, the clocks jumped over it and the one before the jump holds
  const [before, after] = [offsetAt(zone, wall - day), offsetAt(zone, wall + day)]
  for (const offset of [before, after]) if (offsetAt(zone, wall - offset) === offset) return new Date(wall - offset)
  return new Date(wall - before)
}
const two = (n: number): string => String(n).padStart(2, '0')
/** Day and time of day that the clocks of a zone show. */
export function wallIn(zone: string, at: number): { date: string; clock: string } {
  const w = new Date(at + offsetAt(zone, at))
  return {
    date: w.toISOString().slice(0, 10),
    clock: `${two(w.getUTCHours())}:${two(w.getUTCMinutes())}`,
  }
}
