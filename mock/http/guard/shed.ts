/** Notices that the server is behind: then reads are turned away, so that what people wrote is kept. */
export interface Shed {
  overloaded: () => boolean
  /** Calls that are being answered now. */
  running(): number
  /** Call when a request begins; the answer is to be called when it ends. */
  enter(): () => void
  stop(): void
}

/**
 * @param delay how late the event loop may be on the average of its last turns, ms: one long pause does not close the door
 * @param inFlight calls that may be answered at a time
 */
export function makeShed({ delay = 400, inFlight = 1000, everyMs = 100 } = {}): Shed {
  let late = 0
  let running = 0
  let due = performance.now() + everyMs
  const timer = setInterval(() => {
    const now = performance.now()
    const lag = Math.max(0, now - due)
    late = late * 0.7 + lag * 0.3
    due = now + everyMs
  }, everyMs)
  timer.unref()
  return {
    overloaded: () => late > delay || running > inFlight,
    running: () => running,
    enter() {
      running++
      let inside = true
      return () => {
        if (inside) running--
        inside = false
      }
    },
    stop: () => clearInterval(timer),
  }
}
