import { rateLimits } from '#src/contract/limits.ts'
import type { Rates } from '#mock/http/guard/rate.ts'

/** The same limit for every class of calls. */
export const everyRate = (limit: Rates['read']): Rates =>
  Object.fromEntries(Object.keys(rateLimits).map((name) => [name, limit])) as Rates

/** Enough for any suite; what limits there are is tested where they are tested. */
const plenty = { max: 1e9, per: 60 }
export const noLimits = everyRate({ account: plenty, address: plenty })
