/** Scenes that are brought up or worked on: how far they are, and what comes next. */
import {
  type SceneDecision,
  type DriverOrder,
  sceneCheckIntervals,
  reason,
  type DecisionScene,
  type SeenNode,
} from './decision.ts'

/** Brings the wanted ones up: what to ask for, and how far it is. */
export function bringUp(
  all: readonly SeenNode[],
  from: number,
): Pick<SceneDecision, 'orders' | 'progress'> & { up: boolean; failed?: SeenNode } {
  const wanted = all.filter((s) => s.node.wanted === 'on')
  const failed = wanted.find((s) => s.power === 'crashed')
  const absent = wanted.some((s) => s.power === 'absent')
  const off = wanted.filter((s) => s.power === 'off').map((s) => s.node.node_id)
  const suspended = wanted.some((s) => s.power === 'suspended')
  const orders: DriverOrder[] = [
    ...(absent ? [{ do: 'create' } as const] : []),
    ...(suspended ? [{ do: 'resume' } as const] : []),
    ...(off.length || absent ? [{ do: 'start', nodes: wanted.map((s) => s.node.node_id) } as const] : []),
  ]
  const sum = wanted.reduce((n, s) => n + (s.power === 'on' ? 1 : s.power === 'booting' ? s.progress * 0.95 : 0), 0)
  const share = wanted.length === 0 ? 1 : sum / wanted.length
  return {
    orders,
    progress: Math.round((from + (1 - from) * share) * 100) / 100,
    up: wanted.every((s) => s.power === 'on'),
    ...(failed ? { failed } : {}),
  }
}

/** Work in hand: `step` says how far it is. */
export function decideSceneTask(scene: DecisionScene, all: readonly SeenNode[]): SceneDecision {
  const { task } = scene
  const next = sceneCheckIntervals.passing
  const on = (step: number, orders: DriverOrder[], progress: number): SceneDecision => ({
    orders,
    progress,
    next,
    ...(task ? { task: { ...task, step } } : {}),
  })
  const up = (from: number): SceneDecision => {
    const b = bringUp(all, from)
    if (b.failed)
      return {
        orders: [],
        move: 'fail',
        task: null,
        reason: reason('node_failed', { node: b.failed.node.name, code: b.failed.failed ?? 'boot_failed' }),
        next,
      }
    return b.up
      ? { orders: [], move: 'done', task: null, reason: null, next }
      : { orders: b.orders, progress: b.progress ?? 0, next }
  }
  switch (task?.event) {
    case 'reboot':
    case 'restart':
      if (task.step === 0)
        return on(1, [{ do: 'create' }, { do: 'resume' }, { do: 'stop', hard: task.event === 'reboot' }], 0.1)
      if (task.step === 1 && all.some((s) => s.power !== 'off'))
        return { orders: all.some((s) => s.power === 'absent') ? [{ do: 'create' }] : [], progress: 0.2, next }
      // written down before anything starts: a worker that dies in between would take what boots for what is not off yet
      return task.step === 1 ? { ...on(2, [], 0.3), next: 0 } : up(0.3)
    case 'snapshot':
      return {
        orders: [{ do: 'snapshot', name: task.snapshot?.id ?? '' }],
        move: 'done',
        task: null,
        reason: null,
        next,
      }
    case 'restore':
      if (task.step === 0)
        return scene.back === 'not-running'
          ? {
              orders: [{ do: 'create' }, { do: 'restore', name: task.snapshot?.id ?? '' }],
              move: 'done',
              task: null,
              reason: null,
              next: null,
            }
          : on(1, [{ do: 'create' }, { do: 'restore', name: task.snapshot?.id ?? '' }], 0.5)
      return up(0.5)
    case 'modify':
      if (task.step === 0)
        return scene.back === 'not-running'
          ? { orders: [{ do: 'create' }], move: 'done', task: null, reason: null, next: null }
          : on(1, [{ do: 'create' }], 0.3)
      return up(0.3)
    default:
      return { orders: [], move: 'done', task: null, next }
  }
}
