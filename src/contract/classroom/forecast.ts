/** What planned class hours ask for at once, against what the licence allows. */
export interface PlannedScenes {
  /** Id of its class. */
  class_id: string
  starts_at: string
  ends_at: string
  scenes: number
  /** Of one scene. */
  instances: number
}
interface Limits {
  running_scenes: number | null
  running_instances: number | null
}
interface Point {
  at: string
  scenes: number
  instances: number
  /** Scenes of one class among them. */
  own: number
}
interface Over {
  starts_at: string
  ends_at: string
  scenes: number
  instances: number
  classes: number
}
const iso = (at: number): string => new Date(at).toISOString()

/** @param own the class whose share is told apart */
export function sceneForecast(
  hours: readonly PlannedScenes[],
  limits: Limits,
  own: string,
): { points: Point[]; over: Over[] } {
  const asking = hours.filter((h) => h.scenes > 0)
  const times = [...new Set(asking.flatMap((h) => [Date.parse(h.starts_at), Date.parse(h.ends_at)]))].toSorted(
    (a, b) => a - b,
  )
  const points: Point[] = []
  const over: Over[] = []
  for (const [n, at] of times.entries()) {
    const now = asking.filter((h) => Date.parse(h.starts_at) <= at && at < Date.parse(h.ends_at))
    const sum = (of: (h: PlannedScenes) => number) => now.reduce((total, h) => total + of(h), 0)
    const point = {
      at: iso(at),
      scenes: sum((h) => h.scenes),
      instances: sum((h) => h.scenes * h.instances),
      own: sum((h) => (h.class_id === own ? h.scenes : 0)),
    }
    points.push(point)
    const next = times[n + 1]
    const beyond =
      (limits.running_scenes !== null && point.scenes > limits.running_scenes) ||
      (limits.running_instances !== null && point.instances > limits.running_instances)
    if (!beyond || next === undefined) continue
    const last = over.at(-1)
    const classes = new Set(now.map((h) => h.class_id)).size
    if (last && Date.parse(last.ends_at) === at) {
      last.ends_at = iso(next)
      last.scenes = Math.max(last.scenes, point.scenes)
      last.instances = Math.max(last.instances, point.instances)
      last.classes = Math.max(last.classes, classes)
    } else
      over.push({
        starts_at: iso(at),
        ends_at: iso(next),
        scenes: point.scenes,
        instances: point.instances,
        classes,
      })
  }
  return { points, over }
}
