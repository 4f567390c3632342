/** Most machines at once of each day. */
import type { SceneForecast } from '../../contract/classroom/scene.routes.ts'

interface DayPeak {
  day: string
  scenes: number
  own: number
}
/** @param dayOf the day of an instant, as it is shown */
export function peaksByDay(points: SceneForecast['points'], dayOf: (at: string) => string): DayPeak[] {
  const days = new Map<string, DayPeak>()
  for (const { at, scenes, own } of points) {
    const day = dayOf(at)
    const had = days.get(day) ?? { day, scenes: 0, own: 0 }
    days.set(day, { day, scenes: Math.max(had.scenes, scenes), own: Math.max(had.own, own) })
  }
  return [...days.values()].filter((d) => d.scenes > 0)
}
