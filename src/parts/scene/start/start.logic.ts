/** What the form of a new scene says and whether it may be sent; the server judges again. */
import { cut, wide } from '../../../contract/lib/text.ts'
import { sceneLimits } from '../../../contract/scene/node.ts'
import type { SceneDriverName } from '../../../contract/scene/driver.ts'
import type { SceneKind, SceneType } from '../../../contract/scene/status.ts'
import type { AppProblem } from '../../../lib/problem.ts'

export interface StartForm {
  topology: string
  name: string
  kind: SceneKind
  type: SceneType
  owner: string
  members: string[]
  teams: string[]
  leaders: string[]
  minutes: string
  endless: boolean
  /** Empty: as configured. */
  driver: SceneDriverName | ''
}

/** The topology's name, as far as a scene may be called that. */
export function firstName(topology: string): string {
  const name = cut(topology.trim(), sceneLimits.name.max).trim()
  return wide(name) < sceneLimits.name.min ? '' : name
}
export const goodName = (name: string): boolean => {
  const width = wide(name.trim())
  return width >= sceneLimits.name.min && width <= sceneLimits.name.max
}
export const goodMinutes = (minutes: string): boolean => {
  const n = Number(minutes)
  return minutes !== '' && Number.isInteger(n) && n >= sceneLimits.minutes.min && n <= sceneLimits.minutes.max
}

/** The first thing the form still needs; undefined when there is none. */
export const lackingIn = (f: StartForm): 'topology' | 'name' | 'minutes' | undefined =>
  f.topology === ''
    ? 'topology'
    : !goodName(f.name)
      ? 'name'
      : f.endless || goodMinutes(f.minutes)
        ? undefined
        : 'minutes'

interface Unfit {
  /** What it is wrong with; empty for the drawing as a whole. */
  node: string
  code: string
  params?: Record<string, string | number>
}
/** What is wrong with which part of a topology that cannot be started. */
export function unfitOf({ code, details }: AppProblem): Unfit[] {
  const found: unknown = code === 'topology_unfit' ? details?.['problems'] : undefined
  const list: Unfit[] = Array.isArray(found) ? found : []
  return list
}
