import { useEffect, useState } from 'react'

type Watch = () => void
/** One timer per rhythm for everybody who looks, none when nobody does. */
const clocks = new Map<number, { watchers: Set<Watch>; timer: ReturnType<typeof setInterval> }>()

function watchClock(every: number, watch: Watch): () => void {
  let clock = clocks.get(every)
  if (!clock) {
    const watchers = new Set<Watch>()
    clock = { watchers, timer: setInterval(() => watchers.forEach((w) => w()), every) }
    clocks.set(every, clock)
  }
  const { watchers, timer } = clock
  watchers.add(watch)
  return () => {
    watchers.delete(watch)
    if (watchers.size > 0) return
    clearInterval(timer)
    clocks.delete(every)
  }
}

/** The time, again and again. @param every milliseconds; 0 stands still */
export function useNow(every = 30_000): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    if (every === 0) return
    setNow(new Date())
    return watchClock(every, () => setNow(new Date()))
  }, [every])
  return now
}
