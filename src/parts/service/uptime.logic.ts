/** How long a service has been up, in its two largest units. Pure; the words are the caller's. */
export interface Uptime {
  days: number
  hours: number
  minutes: number
}

export function uptimeOf(startedAt: string, now: string): Uptime {
  const minutes = Math.max(0, Math.floor((Date.parse(now) - Date.parse(startedAt)) / 60_000))
  return { days: Math.floor(minutes / 1440), hours: Math.floor(minutes / 60) % 24, minutes: minutes % 60 }
}
