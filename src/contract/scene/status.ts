/**
 * The life of a scene: one table that the server, the app and the tests read. People send the events of `sceneEvents`; the engine reports
 * what became of them with those of `sceneTurns`. What the table lacks is refused with `not_allowed_in_state`.
 */
export const sceneStatuses = [
  'in-queue',
  'init',
  'creating',
  'start',
  'running',
  'ongoing',
  'hang',
  'paused',
  'executing-event',
  'stop',
  'not-running',
  'abnormal',
  'error',
  'failed',
  'complete',
  'deleting',
  'deleted',
] as const
export type SceneStatus = (typeof sceneStatuses)[number]

export const sceneEvents = [
  'wait',
  'init',
  'initiate',
  'create',
  'start',
  'stop',
  'reboot',
  'restart',
  'pause',
  'recover',
  'unpause',
  'snapshot',
  'restore',
  'close',
  'delete',
  'modify',
] as const
export type SceneEvent = (typeof sceneEvents)[number]

/** Events that people send, each a call of its own; `wait` and `init` are the queue's. */
export const askedEvents = [
  'create',
  'start',
  'stop',
  'reboot',
  'restart',
  'pause',
  'recover',
  'unpause',
  'initiate',
  'snapshot',
  'restore',
  'modify',
  'close',
  'delete',
] as const satisfies readonly SceneEvent[]
export type AskedEvent = (typeof askedEvents)[number]

/** What the engine finds out: the work in hand is done, is done and the scene is off, went wrong, the time is up, a node was lost, the lost one is beyond help, all is gone. */
export const sceneTurns = ['done', 'off', 'fail', 'end', 'lose', 'give-up', 'gone'] as const
type SceneTurn = (typeof sceneTurns)[number]

export type SceneMove = SceneEvent | SceneTurn
type Line = Readonly<Partial<Record<SceneMove, SceneStatus>>>

const away = { close: 'deleting', delete: 'deleting' } as const
const work = { snapshot: 'executing-event', restore: 'executing-event', modify: 'executing-event' } as const

/**
 * `executing-event` and `abnormal` come back to where they were by `done`: to `running`, to `ongoing` where the exercise had begun, to `not-running` where the
 * scene was off; the engine keeps which (`back`), see `nextStatus`. A start that finds no capacity waits in the queue.
 */
export const sceneMachine: Readonly<Record<SceneStatus, Line>> = {
  'in-queue': { init: 'init', fail: 'failed', ...away },
  init: { create: 'creating', wait: 'in-queue', fail: 'failed', ...away },
  creating: { done: 'start', fail: 'failed', ...away },
  start: { done: 'running', fail: 'error', lose: 'abnormal', end: 'complete', ...away },
  running: {
    initiate: 'ongoing',
    pause: 'hang',
    stop: 'stop',
    reboot: 'executing-event',
    restart: 'executing-event',
    ...work,
    lose: 'abnormal',
    end: 'complete',
    ...away,
  },
  ongoing: {
    pause: 'paused',
    stop: 'stop',
    reboot: 'executing-event',
    restart: 'executing-event',
    ...work,
    lose: 'abnormal',
    end: 'complete',
    ...away,
  },
  hang: { recover: 'running', unpause: 'running', stop: 'stop', lose: 'abnormal', end: 'complete', ...away },
  paused: { unpause: 'ongoing', recover: 'ongoing', stop: 'stop', lose: 'abnormal', end: 'complete', ...away },
  'executing-event': { done: 'running', off: 'not-running', fail: 'error', lose: 'abnormal', end: 'complete', ...away },
  stop: { off: 'not-running', fail: 'error', end: 'complete', ...away },
  'not-running': {
    start: 'start',
    wait: 'in-queue',
    restore: 'executing-event',
    modify: 'executing-event',
    end: 'complete',
    ...away,
  },
  abnormal: {
    reboot: 'executing-event',
    restart: 'executing-event',
    stop: 'stop',
    done: 'running',
    'give-up': 'error',
    end: 'complete',
    ...away,
  },
  error: { restart: 'start', wait: 'in-queue', restore: 'executing-event', end: 'complete', ...away },
  failed: { create: 'in-queue', ...away },
  complete: { ...away },
  deleting: { gone: 'deleted', fail: 'deleting', delete: 'deleting' },
  deleted: {},
}

/** The time of a paused exercise stands still; that of a scene whose machines are paused runs on, as they hold their place. */
export const standsStill = ({ status }: { status: SceneStatus }): boolean => status === 'paused'
/** Nothing leads out of these but being deleted. */
export const overStatuses: ReadonlySet<SceneStatus> = new Set(['complete', 'deleting', 'deleted'])

/** Statuses a scene is in only while something is done to it: each has a deadline, after which a watchdog says what went wrong. Seconds. */
export const passing = {
  init: 60,
  creating: 600,
  start: 600,
  'executing-event': 600,
  stop: 120,
  deleting: 300,
} as const satisfies Partial<Record<SceneStatus, number>>
export const isPassing = (s: SceneStatus): s is keyof typeof passing => s in passing

/** Where work on a scene comes back to. */
export const sceneBacks = ['running', 'ongoing', 'not-running'] as const
export type SceneBack = (typeof sceneBacks)[number]

/** Scenes that hold capacity of the licence. */
export const heldStatuses: ReadonlySet<SceneStatus> = new Set([
  'init',
  'creating',
  'start',
  'running',
  'ongoing',
  'hang',
  'paused',
  'executing-event',
  'stop',
  'abnormal',
])
/** Scenes whose nodes answer: consoles, files and figures are to be had. */
export const openStatuses: ReadonlySet<SceneStatus> = new Set(['running', 'ongoing', 'executing-event', 'abnormal'])

/**
 * Where a move leads, or undefined where it is not allowed.
 * @param back of a scene that works on something: the status it was in before
 */
export function nextStatus(from: SceneStatus, move: SceneMove, back: SceneBack = 'running'): SceneStatus | undefined {
  const to = sceneMachine[from][move]
  return (from === 'executing-event' || from === 'abnormal') && to === 'running' ? back : to
}

export const sceneKinds = ['shared', 'private', 'group'] as const
export type SceneKind = (typeof sceneKinds)[number]
export const sceneTypes = [
  'individual',
  'team',
  'wargame',
  'range-test',
  'practice',
  'course',
  'schedule',
  'operation',
  'attack-defense',
  'cfs',
  'backend-test',
] as const
export type SceneType = (typeof sceneTypes)[number]
/** Scenes in which somebody says when it begins: `initiate`, then `ongoing` instead of `running`. */
export const exerciseTypes: ReadonlySet<SceneType> = new Set([
  'wargame',
  'range-test',
  'operation',
  'attack-defense',
  'cfs',
])
