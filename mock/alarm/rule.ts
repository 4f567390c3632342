/** When a measured value becomes an alarm and when it stops being one. Pure. */
import type { AlarmLevel, AlarmUnit } from '#src/contract/operation/alarm.ts'

/** Looks in a row that have to agree before anything changes: one spike is no alarm, one calm second ends none. */
const looks = 2
/** An alarm ends below this share of its threshold, so that a value on the edge does not flap. */
const calm = 0.9

export interface AlarmState {
  status: 'normal' | 'abnormal'
  /** Looks in a row that contradict the status. */
  against: number
}
export interface AlarmTransition extends AlarmState {
  event?: 'open' | 'clear'
}

export function nextAlarmState({ status, against }: AlarmState, value: number, threshold: number): AlarmTransition {
  const contradicts = status === 'normal' ? value >= threshold : value < threshold * calm
  if (!contradicts) return { status, against: 0 }
  if (against + 1 < looks) return { status, against: against + 1 }
  return status === 'normal'
    ? { status: 'abnormal', against: 0, event: 'open' }
    : { status: 'normal', against: 0, event: 'clear' }
}

/** Below what two looks in a row end an alarm: a share of the threshold, of what is counted in whole numbers the next of these. */
export const clearsBelow = (threshold: number, unit: AlarmUnit): number =>
  unit === 'percent' || unit === 'ms' ? Math.round(threshold * calm * 10) / 10 : Math.ceil(threshold * calm)

/** Critical is half of what is left above the threshold, or twice the threshold where nothing bounds it. */
export function alarmLevelOf(value: number, threshold: number, unit: AlarmUnit): AlarmLevel {
  const critical = unit === 'percent' ? threshold + (100 - threshold) / 2 : threshold * 2
  return value >= critical ? 'critical' : 'warning'
}
