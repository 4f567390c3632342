/** Notices that the server is behind: then reads are turned away, so that what people wrote is kept. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface Shed {
  overloaded(): boolean
  /** Call when a request begins; the answer is to be called when it ends. */
  enter(): () => void
  stop(): void
}

/**
 * @param delay mean delay of the event loop over the last half second, ms
 * @param inFlight calls that are being answered
 */
export function makeShed({ delay = 400, inFlight = 1000, everyMs = 500 } = {}): Shed {
  const lag = monitorEventLoopDelay({ resolution: 20 })
  lag.enable()
  let late = 0
  let running = 0
  const timer = setInterval(() => {
    late = Number.isFinite(lag.mean) ? lag.mean / 1e6 - 20 : 0
    lag.reset()
  }, everyMs)
  timer.unref()
  return {
    overloaded: () => late > delay || running > inFlight,
    enter() {
      running++
      let inside = true
      return () => {
        if (inside) running--
        inside = false
      }
    },
    stop() {
      clearInterval(timer)
      lag.disable()
    },
  }
}
