/** The look at everything that is watched: every half minute, and when somebody looks at the alarms and the last one is old. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Platform } from '#mock/http/request/handler.ts'
import { brokenServices } from '#mock/world/service/registry.ts'
import { evaluate, type Measuring } from './evaluate.ts'

const every = 30_000
/** A look somebody asked for is no more often than this, ms. */
const apart = 12_000

export interface Looking {
  /** Looks in the background unless somebody just did; resolves when that look is over. */
  look: () => Promise<void>
  stop(): void
}

export function startLooking(platform: Platform): Looking {
  const loop = monitorEventLoopDelay({ resolution: 20 })
  loop.enable()
  const m: Measuring = { platform, loop, broken: (q) => brokenServices(q, platform.now()) }
  let last = Number.NEGATIVE_INFINITY
  let looking = Promise.resolve()
  const look = (): Promise<void> => {
    if (performance.now() - last < apart) return looking
    last = performance.now()
    looking = new Promise((over) => platform.background('alarms', () => evaluate(m).finally(over)))
    return looking
  }
  const timer = setInterval(() => void look(), every)
  timer.unref()
  return {
    look,
    stop() {
      clearInterval(timer)
      loop.disable()
    },
  }
}
