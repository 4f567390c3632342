/**
 * How often one account and one address may call, by class of route. Counted in this process over a sliding window of two halves: precise
 * enough against floods, a few bytes per caller. Wrong passwords are counted elsewhere, per account and in the database.
 */
import { rateLimits } from '#src/contract/limits.ts'
import type { RateClass } from '#src/contract/lib/route.ts'

interface Verdict {
  allowed: boolean
  /** Seconds until another try can succeed. */
  wait: number
  /** First refusal of this caller in this window: worth an audit row, the thousandth is not. */
  first: boolean
}
interface Count {
  rate: RateClass
  window: number
  now: number
  before: number
  refused: number
}
const free: Verdict = { allowed: true, wait: 0, first: false }

export interface RateLimiter {
  /** Counts a call of `class` by a key and says whether it is within the limit. */
  take(kind: 'account' | 'address', rate: RateClass, key: string): Verdict
  /** Callers remembered, for the test that they are forgotten. */
  readonly size: number
}

export function makeRateLimiter(now: () => Date, table: typeof rateLimits | Rates = rateLimits): RateLimiter {
  const counts = new Map<string, Count>()
  let swept = 0

  const sweep = (at: number): void => {
    if (at - swept < 60_000 && at >= swept) return
    swept = at
    for (const [key, c] of counts) {
      const { account, address } = table[c.rate]
      const longest = Math.max(account.per, address.per) * 1000
      if (Math.abs(at - c.window) > 2 * longest) counts.delete(key)
    }
  }

  return {
    take(kind, rate, key) {
      const { max, per } = table[rate][kind]
      const at = now().getTime()
      sweep(at)
      const span = per * 1000
      const name = `${rate} ${kind} ${key}`
      const window = at - (at % span)
      let c = counts.get(name)
      if (!c) counts.set(name, (c = { rate, window, now: 0, before: 0, refused: 0 }))
      if (c.window !== window) {
        c.before = window - c.window === span ? c.now : 0
        c.now = 0
        c.refused = 0
        c.window = window
      }
      const passed = (at - window) / span
      if (c.now + c.before * (1 - passed) < max) {
        c.now++
        return free
      }
      c.refused++
      return { allowed: false, wait: Math.max(1, Math.ceil((window + span - at) / 1000)), first: c.refused === 1 }
    },
    get size() {
      return counts.size
    },
  }
}

export type Rates = { readonly [C in RateClass]: Record<'account' | 'address', { max: number; per: number }> }
