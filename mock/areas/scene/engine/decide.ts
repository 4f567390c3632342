/**
 * What is to be done with a scene next: a pure decision over what is written of it, what its driver says and the clock. Whatever was done
 * already may be asked for again, so a worker that died between doing and writing is of no consequence.
 */
import { sceneLimits } from '#src/contract/scene/node.ts'
import { isPassing, nextStatus, passing } from '#src/contract/scene/status.ts'
import type { NodeObservation } from '#mock/world/scene/driver.ts'
import { isSceneExpired, remainingOf } from '../time.ts'
import {
  type SceneDecision,
  type DecisionNode,
  sceneCheckIntervals,
  reason,
  type DecisionScene,
  see,
  type SeenNode,
} from './decision.ts'
import { live, single } from './live.ts'
import { bringUp, decideSceneTask } from './work.ts'

/** Seconds an orderly stop is given before the power is cut. */
const patience = 30
/** Minutes an abnormal scene may keep its capacity. */
export const neglected = 30

/** Nothing of it may run: cuts what does, then gives the capacity back. */
function letGo(scene: DecisionScene, all: readonly SeenNode[], whole: boolean): SceneDecision {
  if (scene.held === null) return { orders: [], next: null }
  if (whole) return { orders: [{ do: 'delete' }], release: true, next: null }
  const running = all.some((s) => s.power !== 'off' && s.power !== 'absent')
  return running
    ? { orders: [{ do: 'resume' }, { do: 'stop', hard: true }], next: sceneCheckIntervals.passing }
    : { orders: [], release: true, next: null }
}

function byStatus(scene: DecisionScene, all: readonly SeenNode[], now: Date): SceneDecision {
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
          next: sceneCheckIntervals.passing,
        }
      const b = bringUp(all, 0)
      if (b.failed)
        return {
          orders: [],
          move: 'fail',
          task: null,
          reason: reason('node_failed', { node: b.failed.node.name, code: b.failed.failed ?? 'boot_failed' }),
          next: sceneCheckIntervals.passing,
        }
      return b.up
        ? { orders: [], move: 'done', task: null, reason: null, progress: 1, next: sceneCheckIntervals.rest }
        : { orders: b.orders, progress: b.progress ?? 0, next: sceneCheckIntervals.passing }
    }
    case 'running':
    case 'ongoing':
      return live(scene, all, false)
    case 'hang':
    case 'paused':
      return live(scene, all, true)
    case 'executing-event':
      return decideSceneTask(scene, all)
    case 'stop': {
      const off = all.every((s) => s.power === 'off' || s.power === 'absent')
      if (off) return { orders: [], move: 'off', task: null, release: true, next: sceneCheckIntervals.off }
      const late = now.getTime() - Date.parse(scene.since) > patience * 1000
      return {
        orders: [{ do: 'resume' }, { do: 'stop', hard: late }],
        progress: late ? 0.7 : 0.4,
        next: sceneCheckIntervals.passing,
      }
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
        return { orders: [], move: 'done', reason: null, next: sceneCheckIntervals.rest }
      if (now.getTime() - Date.parse(scene.since) >= neglected * 60_000)
        return {
          orders: [],
          move: 'give-up',
          reason: reason('neglected', { minutes: neglected }),
          next: sceneCheckIntervals.passing,
        }
      return single(all)
    }
    case 'deleting':
      return { orders: [{ do: 'delete' }], move: 'gone', release: true, next: null }
  }
}

/** Its time is over, or that of the status it is in: then nothing its driver says matters. */
export const isLate = (scene: DecisionScene, now: Date): boolean =>
  isSceneExpired(scene, now) ||
  (isPassing(scene.status) && scene.deadline !== null && now.getTime() >= Date.parse(scene.deadline))

export function decideScene(
  scene: DecisionScene,
  nodes: readonly DecisionNode[],
  looks: readonly NodeObservation[],
  now: Date,
): SceneDecision {
  if (isSceneExpired(scene, now)) return { orders: [], move: 'end', task: null, next: 0 }
  const { status } = scene
  if (isPassing(status) && isLate(scene, now)) {
    const why = scene.task?.error
      ? reason('driver_refused', { code: scene.task.error })
      : reason('deadline', { status, seconds: passing[status] })
    // a snapshot that is not to be had harms nothing
    const harmless = status === 'executing-event' && scene.task?.event === 'snapshot'
    return { orders: [], move: harmless ? 'done' : 'fail', task: null, reason: why, next: sceneCheckIntervals.passing }
  }
  const d = byStatus(scene, see(nodes, looks), now)
  const left = nextStatus(status, 'end') === undefined || status === 'paused' ? null : remainingOf(scene, now)
  if (left === null) return d
  const warn = left < sceneLimits.ending && scene.warned_at === null
  // the end, and the moment from which it is near, are not slept through
  const bell = left > sceneLimits.ending ? left - sceneLimits.ending + 1 : left
  return { ...d, ...(warn ? { warn: true as const } : {}), next: d.next === null ? bell : Math.min(d.next, bell) }
}
