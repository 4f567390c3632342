/** What the panes of a wall show, kept in the browser as one line of text. */
import type { SceneStatus } from '../../../contract/scene/status.ts'
import { isRecord } from '../../../contract/lib/typed.ts'

/** Of scenes there is something to see of. */
export const wallStatuses: SceneStatus[] = [
  'running',
  'ongoing',
  'executing-event',
  'abnormal',
  'hang',
  'paused',
  'start',
]
export const counts = [1, 4, 9] as const
type Count = (typeof counts)[number]

export type PaneShows =
  | { what: 'nothing' }
  | { what: 'state' | 'metrics'; scene: string }
  /** A console by its node and user rather than by itself: it comes back when the user opens it again. */
  | { what: 'console'; scene: string; node: string; user: string; kind: 'terminal' | 'desktop' }

export interface WallPlan {
  count: Count
  panes: readonly PaneShows[]
}

const nothing: PaneShows = { what: 'nothing' }
/** Panes that are kept: ten times as many as stand beside each other. */
const most = 90
/** Milliseconds until a wall with more panes than fit shows the next of them. */
export const turnEvery = 15_000

/** The plan of a wall nobody has arranged: one of a scene shows its state and its figures, one of all the first that run. */
export const firstPlan = (scene: string | undefined, running: readonly string[] = []): WallPlan =>
  scene === undefined
    ? {
        count: running.length === 1 ? 1 : 4,
        panes: running.slice(0, most).map((id): PaneShows => ({ what: 'state', scene: id })),
      }
    : {
        count: 4,
        panes: [
          { what: 'state', scene },
          { what: 'metrics', scene },
        ],
      }

export const paneOf = (plan: WallPlan, n: number): PaneShows => plan.panes[n] ?? nothing

export function withPane(plan: WallPlan, n: number, shows: PaneShows): WallPlan {
  const panes = Array.from({ length: Math.max(plan.panes.length, n + 1) }, (_, i) => paneOf(plan, i))
  panes[n] = shows
  return { ...plan, panes }
}

/** How often a wall turns until each of its panes was seen. */
export const wallPages = ({ count, panes }: WallPlan): number =>
  Math.max(1, Math.ceil((panes.findLastIndex((p) => p.what !== 'nothing') + 1) / count))

/** Those that stand beside each other after so many turns. */
export const onPage = (plan: WallPlan, page: number): WallPlan => ({
  count: plan.count,
  panes: plan.panes.slice(page * plan.count, (page + 1) * plan.count),
})

/** Heights of the rows of panes: a row in which none shows anything leaves its room to the others. */
export function rowHeightsOf(plan: WallPlan): string {
  const side = Math.sqrt(plan.count)
  const used = Array.from({ length: side }, (_, row) =>
    Array.from({ length: side }, (_pane, n) => paneOf(plan, row * side + n)).some((p) => p.what !== 'nothing'),
  )
  return used.map((is) => (is || !used.includes(true) ? 'minmax(0, 1fr)' : 'auto')).join(' ')
}

const isText = (v: unknown): v is string => typeof v === 'string' && v.length <= 200

function paneFrom(raw: unknown): PaneShows {
  const { what, scene, node, user, kind } = isRecord(raw) ? raw : {}
  if (!isText(scene)) return nothing
  if (what === 'state' || what === 'metrics') return { what, scene }
  if (what === 'console' && isText(node) && isText(user) && (kind === 'terminal' || kind === 'desktop'))
    return { what, scene, node, user, kind }
  return nothing
}

/** What was kept; anything else is as if nothing was. */
export function readPlan(text: string | null): WallPlan | undefined {
  if (text === null) return undefined
  try {
    const { count, panes }: { count?: unknown; panes?: unknown } = JSON.parse(text)
    const known = counts.find((c) => c === count)
    if (!known || !Array.isArray(panes)) return undefined
    return { count: known, panes: panes.slice(0, most).map(paneFrom) }
  } catch {
    return undefined
  }
}

/** Value of a choice, and back. */
export const paneCodeOf = (shows: PaneShows): string =>
  shows.what === 'console' ? JSON.stringify([shows.node, shows.user, shows.kind]) : shows.what

export function showsOf(code: string, scene: string): PaneShows {
  if (scene === '' || code === 'nothing') return nothing
  if (code === 'state' || code === 'metrics') return { what: code, scene }
  try {
    const [node, user, kind]: unknown[] = JSON.parse(code)
    return paneFrom({ what: 'console', scene, node, user, kind })
  } catch {
    return nothing
  }
}
