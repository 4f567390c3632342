/** How a licence stands at a time, what that opens, and what stops when. Everything follows from the licence and the clock. */
import type { ModuleName } from '../screens/index.ts'
import { type Licence, licenceLimits, type LimitName, limitNames, type Limits, modules, toSecond } from './licence.ts'
import { clockSetBack } from './verify.ts'

export const licenceStatuses = [
  'demonstration',
  'none',
  'valid',
  'expiring',
  'grace',
  'expired',
  'clock',
  'tampered',
] as const
export type LicenceStatus = (typeof licenceStatuses)[number]

export interface LicenceStanding {
  at: LicenceStatus
  /** Licensed modules whose screens are open. */
  open: readonly ModuleName[]
  /** False: what is open can be read, and nothing in it changes. */
  writable: boolean
  /** When this ends by itself; null when time does not end it. */
  until: string | null
}

export interface Circumstances {
  now: Date
  /** The latest time that was ever seen here. */
  seen: Date
  graceDays: number
  /** Whether an installation without a licence shows everything. */
  demonstration: boolean
  /** What is stored as the licence is none that counts here: altered, or of another installation. */
  tampered: boolean
}

const day = 86_400_000

/** The instants at which a licence changes what it opens. */
export function turns(l: Pick<Licence, 'from' | 'to'>, graceDays: number) {
  const to = Date.parse(l.to)
  return {
    starts: l.from,
    warns: toSecond(Math.max(to - licenceLimits.expiringDays * day, Date.parse(l.from))),
    stops: l.to,
    closes: toSecond(to + graceDays * day),
  }
}

/** @example standing(undefined, …).at === 'none' */
export function licenceStandingOf(
  l: Licence | undefined,
  { now, seen, graceDays, demonstration, tampered }: Circumstances,
): LicenceStanding {
  if (!l && tampered) return { at: 'tampered', open: [], writable: false, until: null }
  if (!l)
    return demonstration
      ? { at: 'demonstration', open: modules, writable: true, until: null }
      : { at: 'none', open: [], writable: true, until: null }
  const { warns, stops, closes } = turns(l, graceDays)
  const back = clockSetBack(now, seen)
  // a clock that was set back does not give time back
  const t = Math.max(now.getTime(), back ? seen.getTime() : 0)
  if (t >= Date.parse(closes)) return { at: 'expired', open: [], writable: false, until: null }
  if (back) return { at: 'clock', open: l.modules, writable: false, until: null }
  if (t >= Date.parse(stops)) return { at: 'grace', open: l.modules, writable: false, until: closes }
  if (t >= Date.parse(warns)) return { at: 'expiring', open: l.modules, writable: true, until: stops }
  return { at: 'valid', open: l.modules, writable: true, until: warns }
}

export interface LicenceChanges {
  opened: ModuleName[]
  closed: ModuleName[]
  limits: { name: LimitName; before: number | null; after: number | null }[]
}

/** What another licence would change. */
export const licenceChangesOf = (
  before: { modules: readonly ModuleName[]; limits: Limits },
  after: Licence,
): LicenceChanges => ({
  opened: after.modules.filter((m) => !before.modules.includes(m)),
  closed: before.modules.filter((m) => !after.modules.includes(m)),
  limits: limitNames
    .filter((n) => before.limits[n] !== after.limits[n])
    .map((name) => ({ name, before: before.limits[name], after: after.limits[name] })),
})

export const noLimits: Limits = { running_scenes: null, running_instances: null, editable_nodes: null, users: null }
