/**
 * A weekly timetable, and the class hours it makes. Slots are times of day where the class is: an hour at 9 is at 9 on both sides of a change
 * of the clocks.
 */
import { instantIn } from '../lib/zone.ts'
import type { TimetablePlan } from './timetable.schema.ts'

/** Monday is 1 (ISO 8601). */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

const minute = 60_000
const day = 86_400_000

const minutesOfClock = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

export interface PlannedHour {
  /** Of its slot and day: the same one is found again when the timetable is written anew. */
  key: string
  starts_at: Date
  ends_at: Date
  room: string
}

/** The hours of a timetable, in their order. */
export function plannedHours({ from, until, slots, exceptions }: TimetablePlan, zone: string): PlannedHour[] {
  const free = new Set(exceptions.map((e) => e.on))
  const out: PlannedHour[] = []
  for (let at = Date.parse(`${from}T00:00Z`); at <= Date.parse(`${until}T00:00Z`); at += day) {
    const date = new Date(at).toISOString().slice(0, 10)
    if (free.has(date)) continue
    const weekday = new Date(at).getUTCDay() || 7
    for (const slot of slots)
      if (slot.day === weekday) {
        const starts_at = instantIn(zone, date, slot.from)
        const length = (minutesOfClock(slot.to) - minutesOfClock(slot.from)) * minute
        out.push({
          key: `${slot.id} ${date}`,
          starts_at,
          ends_at: new Date(starts_at.getTime() + length),
          room: slot.room,
        })
      }
  }
  return out.toSorted((a, b) => a.starts_at.getTime() - b.starts_at.getTime())
}

/** Slots that overlap another of the same day, by their place. */
export function overlappingSlots(slots: TimetablePlan['slots']): number[] {
  return slots.flatMap((a, n) =>
    slots.some((b, m) => m < n && a.day === b.day && a.from < b.to && b.from < a.to) ? [n] : [],
  )
}

export interface StandingHour {
  id: string
  /** Null: added by itself. */
  key: string | null
  starts_at: string
  ends_at: string
  room: string
  /** Somebody changed it by hand. */
  changed: boolean
  /** It has begun, or was to be by now, or was called off: it is not touched. */
  settled: boolean
}
export interface TimetableChange {
  added: PlannedHour[]
  moved: { id: string; to: PlannedHour }[]
  removed: string[]
  /** Hours that were changed by hand, added by themselves, or are past: they stay. */
  kept: string[]
}
/** What a timetable changes of the hours there are. Nothing is added or taken away in the past. */
export function timetableChange(
  plan: readonly PlannedHour[],
  standing: readonly StandingHour[],
  now: number,
): TimetableChange {
  const byKey = new Map(standing.flatMap((h) => (h.key === null ? [] : [[h.key, h] as const])))
  const wanted = new Map(plan.map((p) => [p.key, p]))
  const change: TimetableChange = { added: [], moved: [], removed: [], kept: [] }
  for (const p of plan) if (!byKey.has(p.key) && p.starts_at.getTime() > now) change.added.push(p)
  for (const h of standing) {
    const p = h.key === null ? undefined : wanted.get(h.key)
    if (h.key === null || h.changed || h.settled) change.kept.push(h.id)
    else if (!p) change.removed.push(h.id)
    else if (
      p.starts_at.getTime() !== Date.parse(h.starts_at) ||
      p.ends_at.getTime() !== Date.parse(h.ends_at) ||
      p.room !== h.room
    )
      change.moved.push({ id: h.id, to: p })
  }
  return change
}
