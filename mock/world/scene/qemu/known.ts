/** What this computer has of scenes, and whose word counts: an order of an older owner than the last that changed something is refused. */
import type { SceneOrder } from '../driver.ts'
import type { SceneMachines } from './machine.ts'
import { scenePathsOf, readOrder, writeOrder } from './place.ts'
import { driverRefusalOf } from './refusal.ts'

export type SceneFence = Pick<SceneOrder, 'scene' | 'fence'>

export interface SceneOrderStore {
  read(ask: Pick<SceneFence, 'scene'>): Promise<SceneMachines | undefined>
  /** For whoever changes something: nobody newer has been here, and nobody older comes after. */
  own(ask: SceneFence): Promise<SceneMachines | undefined>
  /** The same of a scene that has to be there. */
  mine(ask: SceneFence): Promise<SceneMachines>
  /** For whoever only looks or talks. */
  there(ask: Pick<SceneFence, 'scene'>): Promise<SceneMachines>
  /** Takes an order to heart. @returns what there was before */
  take(order: SceneOrder): Promise<{ before: SceneOrder | undefined; m: SceneMachines }>
}

export function knownIn(root: string, means: Pick<SceneMachines, 'boot' | 'accel'>): SceneOrderStore {
  const read: SceneOrderStore['read'] = async ({ scene }) => {
    const place = scenePathsOf(root, scene)
    const order = await readOrder(place)
    return order && { place, order, ...means }
  }
  const own: SceneOrderStore['own'] = async (ask) => {
    const m = await read(ask)
    if (!m) return undefined
    if (m.order.fence > ask.fence) throw driverRefusalOf('fenced')
    if (m.order.fence < ask.fence) await writeOrder(m.place, { ...m.order, fence: ask.fence })
    return m
  }
  const must = async (m: Promise<SceneMachines | undefined>): Promise<SceneMachines> => {
    const there = await m
    if (!there) throw driverRefusalOf('unknown_scene')
    return there
  }
  return {
    read,
    own,
    mine: (ask) => must(own(ask)),
    there: (ask) => must(read(ask)),
    async take(order) {
      const place = scenePathsOf(root, order.scene)
      const before = await readOrder(place)
      if (before && before.fence > order.fence) throw driverRefusalOf('fenced')
      await writeOrder(place, order)
      return { before, m: { place, order, ...means } }
    },
  }
}
