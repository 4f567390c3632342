import { useEffect, useState } from 'react'

type Watch = () => void
/** One timer per rhythm for everybody who looks, none when nobody does. Browsers hold timers of hidden pages back: seen again, it is now. */
const clocks = new Map<number, { watchers: Set<Watch>; stop: () => void }>()

function runClock(every: number, tick: Watch): () => void {
  const timer = setInterval(tick, every)
  document.addEventListener('visibilitychange', tick)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tick)
  }
}

function watchClock(every: number, watch: Watch): () => void {
  let clock = clocks.get(every)
  if (!clock) {
    const watchers = new Set<Watch>()
    clock = { watchers, stop: runClock(every, () => watchers.forEach((w) => w())) }
    clocks.set(every, clock)
  }
  const { watchers, stop } = clock
  watchers.add(watch)
  return () => {
    watchers.delete(watch)
    if (watchers.size > 0) return
    stop()
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
