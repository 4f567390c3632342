import { z } from 'zod'
import { LocalId } from '../bank/question.schema.ts'
import { Timestamp } from '../lib/crud.ts'
import { OneLine } from '../lib/oneLine.schema.ts'
import { sized } from '../lib/text.ts'
import { classLimits } from './class.ts'
import { scenePlans } from './hour.ts'
import { overlappingSlots } from './timetable.ts'

const Clock = z.stringFormat('clock', /^([01]\d|2[0-3]):[0-5]\d$/)
const RoomLine = sized(OneLine.trim(), 0, classLimits.room)
const Slot = z
  .strictObject({
    id: LocalId,
    /** 1 is Monday. */
    day: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5), z.literal(6), z.literal(7)]),
    /** Time of day in the zone of the platform, HH:MM. */
    from: Clock,
    to: Clock,
    /** Empty: that of the class. */
    room: RoomLine.default(''),
  })
  .refine((s) => s.from < s.to, { path: ['to'], params: { rule: 'after_start' } })
const plan = z.strictObject({
  /** First and last day. */
  from: z.iso.date(),
  until: z.iso.date(),
  slots: z.array(Slot).max(classLimits.slots),
  /** Days without class. */
  exceptions: z
    .array(z.strictObject({ on: z.iso.date(), note: sized(OneLine.trim(), 0, classLimits.note).default('') }))
    .max(classLimits.exceptions)
    .default([]),
  /** Machines of its hours, where none are chosen for the hour itself. */
  scene_plan: z.enum(scenePlans).default('none'),
})
const day = 86_400_000
export const TimetablePlan = plan.superRefine((p, ctx) => {
  const blame = (path: (string | number)[], rule: string, params: Record<string, number> = {}) =>
    ctx.addIssue({ code: 'custom', message: rule, path, params: { rule, ...params } })
  if (p.until < p.from) blame(['until'], 'after_start')
  else if ((Date.parse(p.until) - Date.parse(p.from)) / day > classLimits.span)
    blame(['until'], 'timetable_span', { max: classLimits.span })
  for (const n of overlappingSlots(p.slots)) blame(['slots', n, 'from'], 'slots_overlap')
  const ids = new Set<string>()
  for (const [n, s] of p.slots.entries()) {
    if (ids.has(s.id)) blame(['slots', n, 'id'], 'distinct')
    ids.add(s.id)
  }
})
export type TimetablePlan = z.output<typeof TimetablePlan>

/** What is in the way of an hour: a room, a teacher or members that have something else then. `what`: the hour it meets, where the caller may know. */
export const Clash = z.object({
  starts_at: Timestamp,
  ends_at: Timestamp,
  room: z.boolean(),
  teacher: z.boolean(),
  members: z.number().int(),
  /** Name of the other class; empty where it is not shared with the caller. */
  class_name: z.string(),
  room_name: z.string(),
  teacher_name: z.string(),
  other_starts_at: Timestamp,
  other_ends_at: Timestamp,
})
export type Clash = z.output<typeof Clash>
/** Machines that hours ask for at once beyond what the licence allows. */
const Beyond = z.object({
  starts_at: Timestamp,
  ends_at: Timestamp,
  scenes: z.number().int(),
  instances: z.number().int(),
  max_scenes: z.number().int().nullable(),
  max_instances: z.number().int().nullable(),
})
export const Clashes = z.object({ items: z.array(Clash), over: z.array(Beyond), total: z.number().int() })
export type Clashes = z.output<typeof Clashes>
