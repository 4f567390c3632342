/** What this computer has of scenes, and whose word counts: an order of an older owner than the last that changed something is refused. */
import type { SceneOrder } from '../driver.ts'
import type { Machines } from './machine.ts'
import { placeOf, readOrder, writeOrder } from './place.ts'
import { refuse } from './refusal.ts'

export type Ask = Pick<SceneOrder, 'scene' | 'fence'>

export interface Known {
  read(ask: Pick<Ask, 'scene'>): Promise<Machines | undefined>
  /** For whoever changes something: nobody newer has been here, and nobody older comes after. */
  own(ask: Ask): Promise<Machines | undefined>
  /** The same of a scene that has to be there. */
  mine(ask: Ask): Promise<Machines>
  /** For whoever only looks or talks. */
  there(ask: Pick<Ask, 'scene'>): Promise<Machines>
  /** Takes an order to heart. @returns what there was before */
  take(order: SceneOrder): Promise<{ before: SceneOrder | undefined; m: Machines }>
}

export function knownIn(root: string, means: Pick<Machines, 'boot' | 'accel'>): Known {
  const read: Known['read'] = async ({ scene }) => {
    const place = placeOf(root, scene)
    const order = await readOrder(place)
    return order && { place, order, ...means }
  }
  const own: Known['own'] = async (ask) => {
    const m = await read(ask)
    if (!m) return undefined
    if (m.order.fence > ask.fence) throw refuse('fenced')
    if (m.order.fence < ask.fence) await writeOrder(m.place, { ...m.order, fence: ask.fence })
    return m
  }
  const must = async (m: Promise<Machines | undefined>): Promise<Machines> => {
    const there = await m
    if (!there) throw refuse('unknown_scene')
    return there
  }
  return {
    read,
    own,
    mine: (ask) => must(own(ask)),
    there: (ask) => must(read(ask)),
    async take(order) {
      const place = placeOf(root, order.scene)
      const before = await readOrder(place)
      if (before && before.fence > order.fence) throw refuse('fenced')
      await writeOrder(place, order)
      return { before, m: { place, order, ...means } }
    },
  }
}
