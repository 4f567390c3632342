/**
 * The life of scenes on the page: one look for all that are shown, soon again while something passes, seldom at rest, at once when somebody
 * comes back or did something. It lasts as long as somebody is signed in, looks at the page and has a scene on it. Commands are made again
 * with the same key while their answer is lost, so that each is done once.
 */
import { buffers, type Channel, eventChannel, type EventChannel, type SagaIterator } from 'redux-saga'
import {
  actionChannel,
  call,
  cancelled,
  delay,
  flush,
  fork,
  put,
  race,
  select,
  take,
  takeEvery,
} from 'redux-saga/effects'
import type { Action } from '@reduxjs/toolkit'
import type { Scene } from '../../../contract/scene/scene.schema.ts'
import { stirred } from '../../../kit/data/later.ts'
import { sessionActions } from '../../../kit/session/session.slice.ts'
import type { KitState } from '../../../kit/session/use.ts'
import { type AppProblem, problemOf } from '../../../lib/problem.ts'
import { batches, commandTries, scenePollTimings, passes, restAfter, sceneRetryDelay } from './scenes.logic.ts'
import { type SceneRequest, scenesActions, type WithScenes } from './scenes.slice.ts'

export interface Watched {
  items: Scene[]
  gone: string[]
  next_ms: number
}
export interface SceneServices {
  watch(items: { id: string; revision: number }[], signal: AbortSignal): Promise<Watched>
  command(ask: SceneRequest, signal: AbortSignal): Promise<Scene>
  /** Lists and histories of scenes are out of date. */
  changed: () => void
  /** Milliseconds. */
  now(): number
  /** 0 to 1. */
  random(): number
  visibility: { hidden(): boolean; watch(changed: () => void): () => void }
}

type State = KitState & WithScenes
const signedIn = ({ session: { phase } }: State): boolean =>
  phase.at === 'in' && !phase.locked && phase.must_change === null
const shown = ({ scenes }: State): boolean => Object.keys(scenes?.watchers ?? {}).length > 0
const may = (s: State): boolean => signedIn(s) && shown(s)
/** What is looked for: each scene with the revision that is known, 0 for one that is not. */
const wanted = ({ scenes }: State): { id: string; revision: number }[] =>
  Object.keys(scenes?.watchers ?? {}).map((id) => ({ id, revision: scenes?.known[id]?.scene.revision ?? 0 }))

/** Of what the server says, and of what this page did itself. */
const stirs = (a: Action): boolean =>
  scenesActions.watched.match(a) || (stirred.match(a) && a.payload.includes(subject))
const subject = 'scenes'

const session = [sessionActions.phaseChanged, sessionActions.locked, sessionActions.started]

export function* scenesSaga(s: SceneServices): SagaIterator<void> {
  yield fork(forgetting)
  yield takeEvery(scenesActions.ask, command, s)
  while (true) {
    while (!(yield select(may))) yield take([...session, scenesActions.watched])
    yield race([call(whileSeen, s), call(untilOver)])
  }
}

/** Whoever signs in next begins with nothing. */
function* forgetting(): SagaIterator<void> {
  const who = (k: State) => (k.session.phase.at === 'in' ? k.session.phase.user.resource_id : undefined)
  for (let last: string | undefined = yield select(who); ; ) {
    yield take(sessionActions.phaseChanged)
    const now: string | undefined = yield select(who)
    if (now !== last) yield put(scenesActions.forgotten())
    last = now
  }
}

function* untilOver(): SagaIterator<void> {
  do yield take([...session, scenesActions.unwatched])
  while (yield select(may))
}

/** Nobody asks for what nobody sees; whoever comes back sees what is, at once. */
function* whileSeen(s: SceneServices): SagaIterator<void> {
  const changes: EventChannel<true> = eventChannel((emit) => s.visibility.watch(() => emit(true)))
  try {
    while (true) {
      while (s.visibility.hidden()) yield take(changes)
      yield race([call(looks, s), call(untilHidden, s, changes)])
    }
  } finally {
    changes.close()
  }
}
function* untilHidden({ visibility }: SceneServices, changes: EventChannel<true>): SagaIterator<void> {
  while (!visibility.hidden()) yield take(changes)
}

function* looks(s: SceneServices): SagaIterator<void> {
  // what happens during a look asks for the next one
  const wake: Channel<object> = yield actionChannel(stirs, buffers.sliding(1))
  let failed = 0
  try {
    while (true) {
      yield delay(scenePollTimings.gather)
      yield flush(wake)
      let wait: number
      try {
        const rest: number = yield call(look, s)
        wait = restAfter(rest, s.random())
        failed = 0
      } catch (e) {
        const problem = problemOf(e)
        yield put(scenesActions.failed(problem))
        failed++
        wait = sceneRetryDelay(failed, s.random(), problem)
        // who is told to wait is not heard sooner for asking
        if (problem.retry_after) {
          yield delay(wait)
          continue
        }
      }
      yield race([delay(wait), take(wake)])
    }
  } finally {
    wake.close()
  }
}

/** One look at everything that is shown. @returns when to look again, milliseconds */
function* look(s: SceneServices): SagaIterator<number> {
  const items: ReturnType<typeof wanted> = yield select(wanted)
  let next: number = scenePollTimings.most
  for (const batch of batches(items)) {
    const answer: Watched = yield call(withSignal<Watched>, (signal) => s.watch(batch, signal))
    yield put(scenesActions.heard({ scenes: answer.items, at: s.now() }))
    yield put(scenesActions.looked(answer.gone))
    next = Math.min(next, answer.next_ms)
  }
  return next
}

/** A call that is given up with its saga. */
function* withSignal<T>(start: (signal: AbortSignal) => Promise<T>): SagaIterator<T> {
  const giveUp = new AbortController()
  try {
    return yield call(start, giveUp.signal)
  } finally {
    if (yield cancelled()) giveUp.abort()
  }
}

function* command(s: SceneServices, { payload: ask }: ReturnType<typeof scenesActions.ask>): SagaIterator<void> {
  for (let tries = 1; ; tries++)
    try {
      const scene: Scene = yield call(withSignal<Scene>, (signal) => s.command(ask, signal))
      yield put(scenesActions.heard({ scenes: [scene], at: s.now() }))
      yield put(scenesActions.answered({ id: ask.id, problem: null }))
      yield put(stirred([subject]))
      yield call(s.changed)
      return
    } catch (e) {
      const problem: AppProblem = problemOf(e)
      if (!passes(problem) || tries >= commandTries) {
        yield put(scenesActions.answered({ id: ask.id, problem }))
        // what it was refused for may be news
        yield put(stirred([subject]))
        return
      }
      yield delay(sceneRetryDelay(tries, s.random(), problem))
    }
}
