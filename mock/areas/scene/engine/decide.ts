/**
 * What is to be done with a scene next: a pure decision over what is written of it, what its driver says and the clock. Whatever was done
 * already may be asked for again, so a worker that died between doing and writing is of no consequence.
 */
import type { NodeStatus, Reason } from '#src/contract/scene/node.ts'
import { sceneLimits } from '#src/contract/scene/node.ts'
import { isPassing, nextStatus, passing, type SceneMove } from '#src/contract/scene/status.ts'
import type { NodeLook } from '#mock/world/scene/driver.ts'
import type { NodeRow, SceneRow, Task } from '../row.ts'
import { isOver, remainingOf } from '../time.ts'

export type Order =
  | { do: 'plan' | 'create' | 'pause' | 'resume' | 'delete' }
  | { do: 'start'; nodes?: string[] }
  | { do: 'stop'; nodes?: string[]; hard?: boolean }
  | { do: 'snapshot' | 'restore'; name: string }

export interface Decision {
  /** Asked of the driver, one after the other; when one is refused, nothing of the rest happens. */
  orders: Order[]
  move?: SceneMove
  reason?: Reason | null
  /** What it works on from now on. */
  task?: Task | null
  progress?: number
  /** What it took of the licence is free. */
  release?: true
  /** Its people are told that the time runs out. */
  warn?: true
  /** Nodes that people want otherwise from now on: they went off by themselves. */
  unwanted?: string[]
  /** Nodes whose reboot has begun. */
  rebooted?: string[]
  /** Seconds until the next look; null: when somebody asks for something. */
  next: number | null
}

type Scene = Pick<
  SceneRow,
  'status' | 'back' | 'task' | 'held' | 'deadline' | 'ends_at' | 'paused_at' | 'warned_at' | 'since' | 'failures'
>
type Node = Pick<NodeRow, 'node_id' | 'name' | 'status' | 'wanted' | 'reboot_at' | 'boots'>

/** Seconds between two looks at what passes, and at what rests. */
const pace = { passing: 1, rest: 30, off: 60 } as const
/** Seconds an orderly stop is given before the power is cut. */
const patience = 30
/** Minutes an abnormal scene may keep its capacity. */
export const neglected = 30

const reason = (code: Reason['code'], params: Reason['params'] = {}): Reason => ({ code, params })

interface Seen {
  all: { node: Node; power: NodeStatus; progress: number; failed: string | null }[]
}
const see = (nodes: readonly Node[], looks: readonly NodeLook[]): Seen['all'] =>
  nodes
    .filter((n) => n.boots)
    .map((node) => {
      const look = looks.find((l) => l.node === node.node_id)
      return { node, power: look?.power ?? 'absent', progress: look?.progress ?? 0, failed: look?.reason ?? null }
    })

/** Brings the wanted ones up: what to ask for, and how far it is. */
function bringUp(
  all: Seen['all'],
  from: number,
): Pick<Decision, 'orders' | 'progress'> & { up: boolean; failed?: Seen['all'][number] } {
  const wanted = all.filter((s) => s.node.wanted === 'on')
  const failed = wanted.find((s) => s.power === 'crashed')
  const absent = wanted.some((s) => s.power === 'absent')
  const off = wanted.filter((s) => s.power === 'off').map((s) => s.node.node_id)
  const suspended = wanted.some((s) => s.power === 'suspended')
  const orders: Order[] = [
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
function work(scene: Scene, all: Seen['all']): Decision {
  const { task } = scene
  const next = pace.passing
  const on = (step: number, orders: Order[], progress: number): Decision => ({
    orders,
    progress,
    next,
    ...(task ? { task: { ...task, step } } : {}),
  })
  const up = (from: number): Decision => {
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
      return task.step === 1 ? on(2, [{ do: 'start' }], 0.3) : up(0.3)
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

/** A scene whose nodes are there: what they do by themselves, and what people want of single ones. */
function live(scene: Scene, all: Seen['all'], resting: boolean): Decision {
  const next = pace.rest
  const { task } = scene
  if (task?.event === 'pause') return { orders: [{ do: 'pause' }], task: null, next: pace.passing }
  if (task?.event === 'recover' || task?.event === 'unpause')
    return { orders: [{ do: 'resume' }], task: null, next: pace.passing }
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
function single(all: Seen['all']): Decision {
  const ids = (some: Seen['all']) => some.map((s) => s.node.node_id)
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
  const orders: Order[] = [
    ...(toStop.length ? [{ do: 'stop', nodes: ids(toStop), hard: true } as const] : []),
    ...(stop.length ? [{ do: 'stop', nodes: ids(stop) } as const] : []),
    ...(toStart.length + start.length ? [{ do: 'start', nodes: ids([...toStart, ...start]) } as const] : []),
  ]
  const moving = orders.length > 0 || all.some((s) => s.power === 'booting')
  return {
    orders,
    ...(gone.length ? { unwanted: ids(gone) } : {}),
    ...(toStart.length ? { rebooted: ids(toStart) } : {}),
    next: moving ? pace.passing : pace.rest,
  }
}

/** Nothing of it may run: cuts what does, then gives the capacity back. */
function letGo(scene: Scene, all: Seen['all'], whole: boolean): Decision {
  if (scene.held === null) return { orders: [], next: null }
  if (whole) return { orders: [{ do: 'delete' }], release: true, next: null }
  const running = all.some((s) => s.power !== 'off' && s.power !== 'absent')
  return running
    ? { orders: [{ do: 'resume' }, { do: 'stop', hard: true }], next: pace.passing }
    : { orders: [], release: true, next: null }
}

function byStatus(scene: Scene, all: Seen['all'], now: Date): Decision {
  switch (scene.status) {
    case 'in-queue':
    case 'deleted':
      return { orders: [], next: null }
    case 'init':
      return { orders: [{ do: 'plan' }], move: 'create', reason: null, next: 0 }
    case 'creating':
      return { orders: [{ do: 'create' }], move: 'done', next: 0 }
    case 'start': {
      // what was left halfway begins anew
      if (scene.task?.event === 'restart' && scene.task.step === 0)
        return {
          orders: [{ do: 'create' }, { do: 'resume' }, { do: 'stop', hard: true }],
          task: { ...scene.task, step: 1 },
          next: pace.passing,
        }
      const b = bringUp(all, 0)
      if (b.failed)
        return {
          orders: [],
          move: 'fail',
          task: null,
          reason: reason('node_failed', { node: b.failed.node.name, code: b.failed.failed ?? 'boot_failed' }),
          next: pace.passing,
        }
      return b.up
        ? { orders: [], move: 'done', task: null, reason: null, progress: 1, next: pace.rest }
        : { orders: b.orders, progress: b.progress ?? 0, next: pace.passing }
    }
    case 'running':
    case 'ongoing':
      return live(scene, all, false)
    case 'hang':
    case 'paused':
      return live(scene, all, true)
    case 'executing-event':
      return work(scene, all)
    case 'stop': {
      const off = all.every((s) => s.power === 'off' || s.power === 'absent')
      if (off) return { orders: [], move: 'off', task: null, release: true, next: pace.off }
      const late = now.getTime() - Date.parse(scene.since) > patience * 1000
      return { orders: [{ do: 'resume' }, { do: 'stop', hard: late }], progress: late ? 0.7 : 0.4, next: pace.passing }
    }
    case 'not-running':
    case 'error':
      return letGo(scene, all, false)
    case 'failed':
    case 'complete':
      return letGo(scene, all, true)
    case 'abnormal': {
      const ready = all.filter((s) => s.node.wanted === 'on')
      if (ready.length && ready.every((s) => s.power === 'on'))
        return { orders: [], move: 'done', reason: null, next: pace.rest }
      if (now.getTime() - Date.parse(scene.since) >= neglected * 60_000)
        return { orders: [], move: 'give-up', reason: reason('neglected', { minutes: neglected }), next: pace.passing }
      return single(all)
    }
    case 'deleting':
      return { orders: [{ do: 'delete' }], move: 'gone', release: true, next: null }
  }
}

export function decide(scene: Scene, nodes: readonly Node[], looks: readonly NodeLook[], now: Date): Decision {
  if (isOver(scene, now)) return { orders: [], move: 'end', task: null, next: 0 }
  const { status } = scene
  if (isPassing(status) && scene.deadline !== null && now.getTime() >= Date.parse(scene.deadline)) {
    const why = scene.task?.error
      ? reason('driver_refused', { code: scene.task.error })
      : reason('deadline', { status, seconds: passing[status] })
    // a snapshot that is not to be had harms nothing
    const harmless = status === 'executing-event' && scene.task?.event === 'snapshot'
    return { orders: [], move: harmless ? 'done' : 'fail', task: null, reason: why, next: pace.passing }
  }
  const d = byStatus(scene, see(nodes, looks), now)
  const left = nextStatus(status, 'end') === undefined || status === 'paused' ? null : remainingOf(scene, now)
  if (left === null) return d
  const warn = left < sceneLimits.ending && scene.warned_at === null
  // the end, and the moment from which it is near, are not slept through
  const bell = left > sceneLimits.ending ? left - sceneLimits.ending + 1 : left
  return { ...d, ...(warn ? { warn: true as const } : {}), next: d.next === null ? bell : Math.min(d.next, bell) }
}
