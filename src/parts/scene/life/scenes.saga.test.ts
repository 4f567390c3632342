import { combineReducers, configureStore } from '@reduxjs/toolkit'
import fc from 'fast-check'
import createSagaMiddleware from 'redux-saga'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Scene } from '../../../contract/scene/scene.schema.ts'
import { stirred } from '../../../kit/data/later.ts'
import { sessionActions, sessionSlice, type SessionPhase } from '../../../kit/session/session.slice.ts'
import { ProblemError } from '../../../lib/problem.ts'
import { commandTries, pace, waitAfter } from './scenes.logic.ts'
import { scenesSaga, type Watched } from './scenes.saga.ts'
import { type Ask, scenesActions, scenesSlice } from './scenes.slice.ts'

const user = (id: string) => ({ resource_id: id, username: id })
const inside = (id = 'amy') =>
  ({ at: 'in', user: user(id), must_change: null, permissions: {}, locked: false }) as unknown as SessionPhase
const scene = (id: string, revision: number, more: Partial<Scene> = {}): Scene =>
  ({ id, revision, status: 'running', remaining: null, ...more }) as Scene
const problem = (status: number, more = {}) =>
  new ProblemError({ code: status ? 'busy' : 'network', status, request_id: '', ...more })

function start(o: { random?: () => number } = {}) {
  let hidden = false
  const watchers = new Set<() => void>()
  const watch = vi.fn(
    (items: { id: string; revision: number }[], _signal: AbortSignal): Promise<Watched> =>
      Promise.resolve({ items: items.map((i) => scene(i.id, i.revision + 1)), gone: [], next_ms: 10_000 }),
  )
  const command = vi.fn((ask: Ask, _signal: AbortSignal) => Promise.resolve(scene(ask.id, 100)))
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
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

describe('looking at scenes', () => {
  test('all that are drawn together make one call, and the next tells what is known', async () => {
    const a = start()
    a.show('x')
    a.show('y', 'z')
    await pass(pace.gather)
    expect(a.watch.mock.calls.map(([items]) => items)).toEqual([['x', 'y', 'z'].map((id) => ({ id, revision: 0 }))])
    await pass(10_500)
    expect(a.watch.mock.calls[1]?.[0]).toEqual(['x', 'y', 'z'].map((id) => ({ id, revision: 1 })))
    a.task.cancel()
  })

  test('300 scenes are two calls, none of them of more than the server takes', async () => {
    const a = start()
    a.show(...Array.from({ length: 300 }, (_, i) => `s${i}`))
    await pass(pace.gather + 5)
    expect(a.watch.mock.calls.map(([items]) => items.length)).toEqual([200, 100])
    a.task.cancel()
  })

  test('the server says how soon, within a tenth', async () => {
    const a = start()
    a.watch.mockImplementation((items) =>
      Promise.resolve({ items: [scene(items[0]?.id ?? '', 1)], gone: [], next_ms: 1000 }),
    )
    a.show('x')
    await pass(pace.gather + 10 * (1000 + pace.gather) + 5)
    expect(a.watch.mock.calls.length).toBe(11)
    a.task.cancel()
  })

  test('what changed, what is shown anew and who comes back are looked at at once', async () => {
    const a = start()
    a.show('x')
    await pass(pace.gather)
    a.store.dispatch(stirred(['alarms']))
    await pass(1000)
    expect(a.watch).toHaveBeenCalledTimes(1)
    a.store.dispatch(stirred(['scenes']))
    await pass(pace.gather)
    expect(a.watch).toHaveBeenCalledTimes(2)
    a.show('y')
    await pass(pace.gather)
    expect(a.watch).toHaveBeenCalledTimes(3)
    a.hide(true)
    await pass(3_600_000)
    expect(a.watch).toHaveBeenCalledTimes(3)
    a.hide(false)
    await pass(pace.gather)
    expect(a.watch).toHaveBeenCalledTimes(4)
    a.task.cancel()
  })

  test('nothing is asked, and nothing is left running, once the last piece is gone, somebody signs out or the app ends', async () => {
    const a = start()
    for (let i = 0; i < 1000; i++) {
      a.show('x')
      a.show('x')
      if (i % 10 === 0) await pass(pace.gather)
      a.drop('x')
      a.drop('x')
    }
    const calls = a.watch.mock.calls.length
    await pass(600_000)
    expect(a.watch).toHaveBeenCalledTimes(calls)
    expect(vi.getTimerCount()).toBe(0)
    expect(a.watchers.size).toBe(0)
    expect(a.store.getState().scenes.known).toEqual({})
    a.show('x')
    a.store.dispatch(sessionActions.phaseChanged({ at: 'out', why: 'signed-out' }))
    await pass(600_000)
    expect(a.watch).toHaveBeenCalledTimes(calls)
    a.store.dispatch(sessionActions.phaseChanged(inside('ben')))
    await pass(pace.gather)
    expect(a.watch.mock.lastCall?.[0]).toEqual([{ id: 'x', revision: 0 }])
    a.task.cancel()
    expect(a.watchers.size).toBe(0)
  })

  test('a look that is on its way is given up with the last piece', async () => {
    const a = start()
    a.watch.mockImplementation(() => new Promise(() => {}))
    a.show('x')
    await pass(pace.gather)
    a.drop('x')
    expect(a.watch.mock.lastCall?.[1].aborted).toBe(true)
    a.task.cancel()
  })

  test('what is gone is known as gone, and comes back when it is there again', async () => {
    const a = start()
    a.watch.mockResolvedValueOnce({ items: [], gone: ['x'], next_ms: 1000 })
    a.show('x')
    await pass(pace.gather)
    expect(a.store.getState().scenes.gone).toEqual({ x: true })
    await pass(1200)
    expect(a.store.getState().scenes.gone).toEqual({})
    a.task.cancel()
  })

  test('failures are told and waited for longer and longer, never over half a minute nor under what the server asks', async () => {
    const a = start()
    a.watch.mockRejectedValue(problem(503, { retry_after: 20 }))
    a.show('x')
    await pass(pace.gather)
    expect(a.store.getState().scenes.problem?.code).toBe('busy')
    a.store.dispatch(stirred(['scenes']))
    await pass(19_000)
    expect(a.watch).toHaveBeenCalledTimes(1)
    await pass(2000)
    expect(a.watch).toHaveBeenCalledTimes(2)
    a.task.cancel()
    for (let failed = 1; failed < 50; failed++) {
      expect(waitAfter(failed, 0.999)).toBeLessThanOrEqual(pace.longest)
      expect(waitAfter(failed, 0)).toBe(0)
    }
  })

  test('1,000 pages after an outage of a minute come back at less than twice their usual rate', () => {
    const random = (() => {
      let seed = 7
      return () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
    })()
    const [outage, rest] = [60_000, 15_000]
    const per = new Map<number, number>()
    for (let page = 0; page < 1000; page++) {
      let at = random() * rest
      for (let failed = 0; at < outage; ) at += waitAfter(++failed, random())
      for (; at < 2 * outage; at += rest * (0.95 + 0.1 * random())) {
        const second = Math.floor(at / 1000)
        per.set(second, (per.get(second) ?? 0) + 1)
      }
    }
    // counted over five seconds, as a second alone is noise
    const usual = 1000 / (rest / 1000)
    for (let s = 60; s < 115; s++) {
      const five = [0, 1, 2, 3, 4].reduce((n, i) => n + (per.get(s + i) ?? 0), 0)
      expect(five / 5).toBeLessThanOrEqual(2 * usual)
    }
  })
})

test('however answers arrive, no scene ever goes back', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.nat(20)), { maxLength: 60 }), (answers) => {
      let state = scenesSlice.reducer(undefined, scenesActions.watched(['a', 'b']))
      const last: Record<string, number> = { a: -1, b: -1 }
      for (const [id, revision] of answers) {
        state = scenesSlice.reducer(state, scenesActions.heard({ scenes: [scene(id, revision)], at: 0 }))
        const now = state.known[id]?.scene.revision ?? -1
        expect(now).toBeGreaterThanOrEqual(last[id] ?? -1)
        expect(now).toBeGreaterThanOrEqual(revision)
        last[id] = now
      }
    }),
    { numRuns: Number(process.env['RUNS'] ?? 500) },
  )
})

describe('commands', () => {
  const ask = (id: string, key = 'k1'): Ask => ({ id, command: 'stop', key })

  test('an answer is shown at once, and lists are asked again', async () => {
    const a = start()
    a.show('x')
    await pass(pace.gather)
    a.store.dispatch(scenesActions.ask(ask('x')))
    expect(a.store.getState().scenes.asked['x']?.command).toBe('stop')
    await pass(0)
    expect(a.known('x')?.revision).toBe(100)
    expect(a.store.getState().scenes.asked).toEqual({})
    expect(a.changed).toHaveBeenCalledOnce()
    a.task.cancel()
  })

  test('a lost answer is asked for again with the same key, and then told', async () => {
    const a = start()
    a.command.mockRejectedValue(problem(0))
    a.store.dispatch(scenesActions.ask(ask('x')))
    await pass(200_000)
    expect(a.command.mock.calls.map(([{ key }]) => key)).toEqual(Array.from({ length: commandTries }, () => 'k1'))
    expect(a.store.getState().scenes.asked['x']?.problem?.code).toBe('network')
    a.task.cancel()
  })

  test('what is refused is not asked again', async () => {
    const a = start()
    a.command.mockRejectedValue(new ProblemError({ code: 'not_allowed_in_state', status: 409, request_id: '' }))
    a.store.dispatch(scenesActions.ask(ask('x')))
    await pass(200_000)
    expect(a.command).toHaveBeenCalledOnce()
    expect(a.store.getState().scenes.asked['x']?.problem?.code).toBe('not_allowed_in_state')
    a.store.dispatch(scenesActions.dismissed('x'))
    expect(a.store.getState().scenes.asked).toEqual({})
    a.task.cancel()
  })
})
