/** Words of the trail, from the routes and the resources: what a filter may offer. */
import { resources } from '#src/contract/resources.ts'
import { compiledRoutes } from '#mock/http/interpret.ts'

/** Things that are in the trail without being a resource, and what is written there by background work, or in place of the route's word. */
const others = ['import', 'upload', 'session', 'audit', 'log', 'setting'] as const
const own = [
  'import.planned',
  'import.applied',
  'import.undone',
  'exam.return',
  'course.complete',
  'flag-challenge.right',
  'flag-challenge.wrong',
  'recording.watch',
] as const

export function auditWords(): { actions: string[]; entities: string[] } {
  const audited = compiledRoutes().filter((l) => l.audited)
  const actions = new Set<string>([...audited.map((l) => l.word), ...own])
  const entities = new Set<string>([
    ...Object.keys(resources),
    ...others,
    ...[...actions].map((w) => w.slice(0, w.indexOf('.'))),
  ])
  return { actions: [...actions].sort(), entities: [...entities].sort() }
}
