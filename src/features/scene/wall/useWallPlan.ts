import { useState } from 'react'
import { scoped } from '../../../lib/storage.ts'
import { firstPlan, readPlan, type WallPlan } from './wall.logic.ts'

const kept = scoped('local')
/** In the address of a wall that is of no one scene. */
export const allScenesId = 'all'

/** What the panes show, kept in this browser: a wall of each scene, and one of all. */
export function useWallPlan(
  only: string | undefined,
  running: readonly { id: string }[],
): [plan: WallPlan, change: (to: WallPlan) => void] {
  const name = `wall-${only ?? allScenesId}`
  const [chosen, setPlan] = useState(() => readPlan(kept.get(name)))
  const plan =
    chosen ??
    firstPlan(
      only,
      running.map((s) => s.id),
    )
  return [
    plan,
    (next) => {
      kept.set(name, JSON.stringify(next))
      setPlan(next)
    },
  ]
}
