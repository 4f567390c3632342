/** How fast bytes go and how long the rest takes, from what was seen in the last seconds. */
export interface TransferSample {
  /** Milliseconds of a clock that only goes forward. */
  at: number
  sent: number
}
const span = 8000

/** Sightings that still count, with the newest. */
export const withSeen = (before: readonly TransferSample[], now: TransferSample): TransferSample[] => [
  ...before.filter((s) => now.at - s.at <= span && s.sent <= now.sent),
  now,
]

/** Bytes per second, and seconds until `size` is reached; null while nothing can be said. */
export interface TransferEstimate {
  speed: number
  left: number | null
}

/** @param size 0 where nobody knows */
export function paceOf(seen: readonly TransferSample[], size: number): TransferEstimate {
  const [first, last] = [seen[0], seen.at(-1)]
  const time = first && last ? last.at - first.at : 0
  if (!first || !last || time < 500) return { speed: 0, left: null }
  const speed = ((last.sent - first.sent) / time) * 1000
  return { speed, left: speed > 0 && size > 0 ? Math.ceil((size - last.sent) / speed) : null }
}
