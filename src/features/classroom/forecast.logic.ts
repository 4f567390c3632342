/** Most machines at once of each day, with the share of one class in them. */
import type { SceneForecast } from '../../contract/classroom/scene.routes.ts'

interface DayPeak {
  day: string
  scenes: number
  own: number
  /** Of all other classes. */
  others: number
}
/** @param dayOf the day of an instant, as it is shown */
export function peaksByDay(points: SceneForecast['points'], dayOf: (at: string) => string): DayPeak[] {
  const days = new Map<string, DayPeak>()
  for (const { at, scenes, own } of points) {
    const day = dayOf(at)
    if (scenes > (days.get(day)?.scenes ?? 0)) days.set(day, { day, scenes, own, others: scenes - own })
  }
  return [...days.values()]
}
