/** Scenes of labs on the monitor: which are shown, which may be given time or ended, and who has been at a step longest. */
import type { MonitoredScene } from '../../../contract/course/monitor.routes.ts'

export const sceneGroups = ['running', 'queued'] as const
export type SceneGroup = (typeof sceneGroups)[number]

export interface MonitorFilter {
  q: string
  group: SceneGroup | undefined
  course: string | undefined
}
const isQueued = (s: Pick<MonitoredScene, 'status'>): boolean => s.status === 'in-queue'
export const filteredScenes = (
  scenes: readonly MonitoredScene[],
  { q, group, course }: MonitorFilter,
): MonitoredScene[] => {
  const word = q.trim().toLowerCase()
  return scenes.filter(
    (s) =>
      (word === '' || s.user.name.toLowerCase().includes(word)) &&
      (group === undefined || isQueued(s) === (group === 'queued')) &&
      (course === undefined || s.course.id === course),
  )
}
/** Of the chosen those that allow it. */
export const allowing = (scenes: readonly MonitoredScene[], chosen: ReadonlySet<string>, what: 'extend' | 'stop') =>
  scenes.filter((s) => chosen.has(s.id) && s.can.includes(what))

/** Who has been at one step longest. */
export const longestStuck = (scenes: readonly MonitoredScene[]): MonitoredScene | undefined =>
  scenes.filter((s) => s.stuck !== null).toSorted((a, b) => (b.stuck?.seconds ?? 0) - (a.stuck?.seconds ?? 0))[0]
