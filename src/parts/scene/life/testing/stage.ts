/* oxlint-disable typescript/no-unsafe-type-assertion -- a stage has of each thing what its tests look at */
/** The saga of scenes on a real store, with a server, a clock and a page that tests move. */
import { combineReducers, configureStore } from '@reduxjs/toolkit'
import createSagaMiddleware from 'redux-saga'
import { vi } from 'vitest'
import type { Scene } from '../../../../contract/scene/scene.schema.ts'
import { sessionActions, sessionSlice, type SessionPhase } from '../../../../kit/session/session.slice.ts'
import { ProblemError } from '../../../../lib/problem.ts'
import { scenesSaga, type Watched } from '../scenes.saga.ts'
import { type SceneRequest, scenesActions, scenesSlice } from '../scenes.slice.ts'

const user = (id: string) => ({ resource_id: id, username: id })
export const inside = (id = 'amy') =>
  ({ at: 'in', user: user(id), must_change: null, permissions: {}, locked: false }) as unknown as SessionPhase
export const scene = (id: string, revision: number, more: Partial<Scene> = {}): Scene =>
  ({ id, revision, status: 'running', remaining: null, ...more }) as Scene
export const problem = (status: number, more = {}) =>
  new ProblemError({ code: status ? 'busy' : 'network', status, request_id: '', ...more })

export function start(o: { random?: () => number } = {}) {
  let hidden = false
  const watchers = new Set<() => void>()
  const watch = vi.fn(
    (items: { id: string; revision: number }[], _signal: AbortSignal): Promise<Watched> =>
      Promise.resolve({ items: items.map((i) => scene(i.id, i.revision + 1)), gone: [], next_ms: 10_000 }),
  )
  const command = vi.fn((ask: SceneRequest, _signal: AbortSignal) => Promise.resolve(scene(ask.id, 100)))
  const changed = vi.fn()
  const s = {
    watch,
    command,
    changed,
    now: () => Date.now(),
    random: o.random ?? (() => 0.5),
    visibility: {
      hidden: () => hidden,
      watch(tell: () => void) {
        watchers.add(tell)
        return () => watchers.delete(tell)
      },
    },
  }
  const sagas = createSagaMiddleware()
  const store = configureStore({
    reducer: combineReducers({ session: sessionSlice.reducer, scenes: scenesSlice.reducer }),
    middleware: (d) => d().concat(sagas),
  })
  const task = sagas.run(() => scenesSaga(s))
  store.dispatch(sessionActions.phaseChanged(inside()))
  return {
    ...s,
    store,
    task,
    watchers,
    known: (id: string) => store.getState().scenes.known[id]?.scene,
    show: (...ids: string[]) => void store.dispatch(scenesActions.watched(ids)),
    drop: (...ids: string[]) => void store.dispatch(scenesActions.unwatched(ids)),
    hide(now: boolean) {
      hidden = now
      for (const tell of watchers) tell()
    },
  }
}
