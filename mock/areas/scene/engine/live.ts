/** Scenes whose nodes are there: what these do by themselves, and what people want of single ones. */
import {
  type SceneDecision,
  type DriverOrder,
  sceneCheckIntervals,
  reason,
  type DecisionScene,
  type SeenNode,
} from './decision.ts'

/** A scene whose nodes are there: what they do by themselves, and what people want of single ones. */
export function live(scene: DecisionScene, all: readonly SeenNode[], resting: boolean): SceneDecision {
  const next = sceneCheckIntervals.rest
  const { task } = scene
  if (task?.event === 'pause') return { orders: [{ do: 'pause' }], task: null, next: sceneCheckIntervals.passing }
  if (task?.event === 'recover' || task?.event === 'unpause')
    return { orders: [{ do: 'resume' }], task: null, next: sceneCheckIntervals.passing }
  if (all.length && all.every((s) => s.power === 'absent'))
    return { orders: [], move: 'lose', reason: reason('lost'), next }
  const lost = all.find(
    (s) => s.node.wanted === 'on' && (s.power === 'crashed' || s.power === 'absent') && s.node.reboot_at === null,
  )
  if (lost)
    return {
      orders: [],
      move: 'lose',
      reason: reason('node_failed', { node: lost.node.name, code: lost.failed ?? 'host_lost' }),
      next,
    }
  if (resting) return { orders: [], next }
  return single(all)
}

/** What people asked of single nodes. */
export function single(all: readonly SeenNode[]): SceneDecision {
  const ids = (some: readonly SeenNode[]) => some.map((s) => s.node.node_id)
  const reboot = all.filter((s) => s.node.reboot_at !== null)
  const toStop = reboot.filter((s) => s.power !== 'off' && s.power !== 'absent')
  const toStart = reboot.filter((s) => s.power === 'off')
  const rest = all.filter((s) => s.node.reboot_at === null)
  const stop = rest.filter(
    (s) => s.node.wanted === 'off' && (s.power === 'on' || s.power === 'booting' || s.power === 'crashed'),
  )
  // it was on when last looked at and nobody asked for it to go off: whoever sits at it shut it down
  const gone = rest.filter((s) => s.node.wanted === 'on' && s.power === 'off' && s.node.status === 'on')
  const start = rest.filter((s) => s.node.wanted === 'on' && s.power === 'off' && s.node.status !== 'on')
  const orders: DriverOrder[] = [
    ...(toStop.length ? [{ do: 'stop', nodes: ids(toStop), hard: true } as const] : []),
    ...(stop.length ? [{ do: 'stop', nodes: ids(stop) } as const] : []),
    ...(toStart.length + start.length ? [{ do: 'start', nodes: ids([...toStart, ...start]) } as const] : []),
  ]
  const moving = orders.length > 0 || all.some((s) => s.power === 'booting')
  return {
    orders,
    ...(gone.length ? { unwanted: ids(gone) } : {}),
    ...(toStart.length ? { rebooted: ids(toStart) } : {}),
    next: moving ? sceneCheckIntervals.passing : sceneCheckIntervals.rest,
  }
}
