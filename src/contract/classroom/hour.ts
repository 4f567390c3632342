/** The life of a class hour, and who was there: tables that the server, the app and the tests read. */
export const hourStatuses = ['not-started', 'ongoing', 'pause', 'ended', 'cancelled'] as const
export type HourStatus = (typeof hourStatuses)[number]
export const hourEvents = ['start', 'pause', 'recover', 'end', 'cancel', 'restore'] as const
export type HourEvent = (typeof hourEvents)[number]
/** An hour begins when its teacher says so; one that nobody began, or nobody ended, is over by the clock. */
export const hourMachine: Readonly<Record<HourStatus, Readonly<Partial<Record<HourEvent, HourStatus>>>>> = {
  'not-started': { start: 'ongoing', cancel: 'cancelled' },
  ongoing: { pause: 'pause', end: 'ended' },
  pause: { recover: 'ongoing', end: 'ended' },
  ended: {},
  cancelled: { restore: 'not-started' },
}

/** Minutes before its planned begin from which an hour may be started. */
export const earliestStart = 60
/** Minutes after its planned end after which an hour that nobody ended is over. */
export const overrun = 120

export interface HourTimes {
  starts_at: string
  ends_at: string
  began_at: string | null
  ended_at: string | null
  paused_at: string | null
  cancelled_at: string | null
}
const minute = 60_000
/** How an hour stands; follows from what was said and the clock. */
export function hourStatus(h: HourTimes, now: number): HourStatus {
  if (h.cancelled_at !== null) return 'cancelled'
  if (h.ended_at !== null) return 'ended'
  const end = Date.parse(h.ends_at)
  if (h.began_at === null) return now >= end ? 'ended' : 'not-started'
  if (now >= end + overrun * minute) return 'ended'
  return h.paused_at === null ? 'ongoing' : 'pause'
}
/** Whether an event may come now. */
export const hourMay = (event: HourEvent, h: HourTimes, now: number): boolean =>
  hourMachine[hourStatus(h, now)][event] !== undefined &&
  (event !== 'start' || now >= Date.parse(h.starts_at) - earliestStart * minute) &&
  // what nobody can hold any more is not called back
  (event !== 'restore' || now < Date.parse(h.ends_at))

/** Machines of an hour: none, each learner's own, one for each group, one for all. */
export const scenePlans = ['none', 'own', 'groups', 'shared'] as const
export type ScenePlan = (typeof scenePlans)[number]
/** Minutes for which machines of an hour go on after it: whoever works in them is told before. */
export const sceneGrace = 5
/** Groups of a class, and scenes that are made in one go. */
export const sceneLimitsOfClass = { groups: 100, atOnce: 5 } as const

export const attendanceStates = ['present', 'late', 'absent', 'excused'] as const
export type AttendanceState = (typeof attendanceStates)[number]
/** How it came to be known: by opening the lesson, by the code on the teacher's screen, by hand. */
export const attendanceWays = ['entered', 'code', 'hand'] as const
export type AttendanceWay = (typeof attendanceWays)[number]

/** Who comes now is present, or late: minutes count from when the hour began, and never from before it was to begin. */
export function arrival(
  h: Pick<HourTimes, 'starts_at' | 'began_at'>,
  lateAfter: number,
  now: number,
): 'present' | 'late' {
  const from = Math.max(Date.parse(h.starts_at), Date.parse(h.began_at ?? h.starts_at))
  return now > from + lateAfter * minute ? 'late' : 'present'
}

export const codeLimits = {
  digits: 6,
  /** Seconds for which a code is shown; the one before it is still taken, for whoever is typing. */
  every: 30,
  /** Wrong codes of one person within one class hour, and seconds for which no more are taken then. */
  wrong: 5,
  wait: 600,
} as const

/** Seconds without a sign after which somebody in a lesson is idle. */
export const idleAfter = 300
