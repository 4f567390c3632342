import { combineReducers, configureStore } from '@reduxjs/toolkit'
import createSagaMiddleware from 'redux-saga'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { endMovedTime, handMovedTime } from '#tests/support/timers.ts'
import { liveNames } from '../../contract/session/live.ts'
import { sessionActions, sessionSlice, type SessionPhase } from '../../kit/session/session.slice.ts'
import { ProblemError } from '../../lib/problem.ts'
import { liveSaga, liveTimings, liveRetryDelay } from './live.saga.ts'

const user = { resource_id: 'u', username: 'amy', rep_name: 'Amy', logo: '', is_admin: false, role: {}, org: null }
const inside = (more: object = {}) =>
  ({
    at: 'in',
    user,
    must_change: null,
    permissions: { grants: [], modules: [], stamp: '' },
    locked: false,
    ...more,
  }) as unknown as SessionPhase

interface Line {
  heard(data: string): void
  end(): void
  fail(status?: number, code?: 'network' | 'timeout'): void
  signal: AbortSignal
  first: boolean
}
function start(o: { hidden?: boolean } = {}) {
  const lines: Line[] = []
  let hidden = o.hidden ?? false
  const watchers = new Set<() => void>()
  const s = {
    listen: (signal: AbortSignal, heard: (data: string) => void, first: boolean) =>
      new Promise<void>((end, no) => {
        const fail: Line['fail'] = (status = 0, code = 'network') =>
          no(
            new ProblemError({
              code: status === 401 ? 'unauthenticated' : status === 503 ? 'busy' : code,
              status,
              request_id: '',
            }),
          )
        lines.push({ heard, end, fail, signal, first })
        signal.addEventListener('abort', () => fail())
      }),
    look: vi.fn(),
    refused: vi.fn(() => void store.dispatch(sessionActions.locked())),
    random: () => 0.5,
    visibility: {
      hidden: () => hidden,
      watch(changed: () => void) {
        watchers.add(changed)
        return () => watchers.delete(changed)
      },
    },
  }
  const sagas = createSagaMiddleware()
  const store = configureStore({
    reducer: combineReducers({ session: sessionSlice.reducer }),
    middleware: (d) => d().concat(sagas),
  })
  const task = sagas.run(() => liveSaga(s))
  store.dispatch(sessionActions.phaseChanged(inside()))
  return {
    s,
    store,
    task,
    lines,
    watchers,
    last: () => lines.at(-1) as Line,
    hide(now: boolean) {
      hidden = now
      for (const w of watchers) w()
    },
  }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
beforeEach(handMovedTime)
afterEach(endMovedTime)

describe('live events', () => {
  test('an event says what is looked at again, several at once make one look', async () => {
    const a = start()
    a.last().heard('ready')
    await pass(1)
    expect(a.s.look).not.toHaveBeenCalled()
    for (const name of ['messages', 'messages', 'announcements', 'something newer']) a.last().heard(name)
    await pass(liveTimings.spread)
    expect(a.s.look.mock.calls).toEqual([[['messages', 'announcements']]])
    a.task.cancel()
  })

  test('the first stream asks for what was said while the page opened; later ones look at everything', async () => {
    const a = start()
    expect(a.last().first).toBe(true)
    a.last().heard('ready')
    a.last().end()
    await pass(liveTimings.longest)
    expect(a.lines.length).toBeGreaterThan(1)
    expect(a.last().first).toBe(false)
    a.task.cancel()
  })

  test('a hall of two hundred that moves all the time is looked at in a tenth of the calls that a card each would make, and never late', async () => {
    const a = start()
    a.last().heard('ready')
    await pass(1)
    a.last().heard('classes')
    await pass(liveTimings.spread)
    expect(a.s.look, 'the first is looked at as soon as ever').toHaveBeenCalledOnce()
    const seconds = 10
    for (let n = 0; n < seconds * 40; n++) {
      a.last().heard('classes')
      await pass(25)
    }
    const polled = (200 * seconds) / 5
    expect(a.s.look.mock.calls.length).toBeLessThanOrEqual(polled / 10)
    expect(a.s.look.mock.calls.length, 'somebody who watches sees it within the second').toBeGreaterThanOrEqual(
      seconds - 1,
    )
    const before = a.s.look.mock.calls.length
    a.last().heard('classes')
    await pass(liveTimings.crowd)
    expect(a.s.look.mock.calls.length, 'the last of them is not lost').toBe(before + 1)
    a.task.cancel()
  })

  test('a stream that broke is made again, and then everything is looked at', async () => {
    const a = start()
    a.last().heard('ready')
    await pass(liveTimings.steady + 1)
    a.last().fail(0, 'timeout')
    await pass(liveTimings.first)
    expect(a.lines).toHaveLength(2)
    expect(a.s.look).not.toHaveBeenCalled()
    a.last().heard('ready')
    await pass(1)
    expect(a.s.look.mock.calls).toEqual([[liveNames]])
    a.task.cancel()
  })

  test('where streams do not come through, everything is looked at every half to whole minute', async () => {
    const a = start()
    for (let i = 0; i < 6; i++) {
      a.last().fail(0, 'timeout')
      await pass(2 * liveTimings.longest)
    }
    expect(a.s.look.mock.calls.length).toBeGreaterThanOrEqual(3)
    expect(a.s.look.mock.calls[0]).toEqual([liveNames])
    a.task.cancel()
  })

  test('a server that is away is asked again within ten seconds however long it is, and looked at once it is there', async () => {
    const a = start()
    a.last().heard('ready')
    await pass(liveTimings.steady + 1)
    for (let tries = 1; tries < 20; tries++) {
      a.last().fail()
      await pass(liveTimings.away)
      expect(a.lines).toHaveLength(tries + 1)
    }
    a.last().heard('ready')
    await pass(liveTimings.catchUp / 2 - 10)
    expect(a.s.look).not.toHaveBeenCalled()
    await pass(20)
    expect(a.s.look.mock.calls).toEqual([[liveNames]])
    a.task.cancel()
  })

  test('who is told something before he looked at everything again does so then', async () => {
    const a = start()
    a.last().fail()
    await pass(liveTimings.away)
    a.last().heard('ready')
    a.last().heard('exams')
    await pass(liveTimings.spread)
    expect(a.s.look.mock.calls).toEqual([[liveNames]])
    await pass(liveTimings.catchUp)
    expect(a.s.look).toHaveBeenCalledOnce()
    a.task.cancel()
  })

  test('a server that was away long and refuses a stream then is asked again soon', async () => {
    const a = start()
    for (let tries = 0; tries < 10; tries++) {
      a.last().fail()
      await pass(liveTimings.away)
    }
    const before = a.lines.length
    a.last().fail(503)
    await pass(2 * liveTimings.first)
    expect(a.lines).toHaveLength(before + 1)
    a.task.cancel()
  })

  test('waits grow with each failure, never beyond a minute, and are never the same for all', () => {
    for (let failed = 1; failed < 40; failed++)
      for (const random of [0, 0.3, 0.999]) {
        const wait = liveRetryDelay(failed, random, false)
        expect(wait).toBeGreaterThanOrEqual(0)
        expect(wait).toBeLessThanOrEqual(2 * liveTimings.longest)
      }
    expect(liveRetryDelay(1, 0.2, true)).not.toBe(liveRetryDelay(1, 0.8, true))
    expect(liveRetryDelay(9, 0, false)).toBe(liveTimings.longest)
  })

  test('a stream that is refused for lack of a session locks the app, and a new session opens one again', async () => {
    const a = start()
    a.last().fail(401)
    await pass(1)
    expect(a.s.refused).toHaveBeenCalledOnce()
    await pass(300_000)
    expect(a.lines).toHaveLength(1)
    a.store.dispatch(sessionActions.phaseChanged(inside()))
    await pass(1)
    expect(a.lines).toHaveLength(2)
    a.task.cancel()
  })

  test('signing out and being taken down end it', async () => {
    const a = start()
    a.store.dispatch(sessionActions.phaseChanged({ at: 'out', why: 'signed-out' }))
    await pass(1)
    expect(a.last().signal.aborted).toBe(true)
    expect(a.watchers.size).toBe(0)
    a.store.dispatch(sessionActions.phaseChanged(inside()))
    await pass(1)
    a.task.cancel()
    await pass(1)
    expect(a.last().signal.aborted).toBe(true)
    expect(a.watchers.size).toBe(0)
  })

  test('there is none while a password must be changed', async () => {
    const a = start()
    a.store.dispatch(sessionActions.phaseChanged(inside({ must_change: 'first' })))
    await pass(1)
    expect(a.last().signal.aborted).toBe(true)
    await pass(100_000)
    expect(a.lines).toHaveLength(1)
    a.task.cancel()
  })

  test('a tab that nobody sees for long gives it back and looks at everything when it is seen again', async () => {
    const a = start()
    a.last().heard('ready')
    a.hide(true)
    await pass(liveTimings.hidden - 10)
    a.hide(false)
    await pass(liveTimings.hidden)
    expect(a.last().signal.aborted).toBe(false)
    a.hide(true)
    await pass(liveTimings.hidden + 10)
    expect(a.last().signal.aborted).toBe(true)
    await pass(1_000_000)
    expect(a.lines).toHaveLength(1)
    a.hide(false)
    await pass(1)
    expect(a.lines).toHaveLength(2)
    a.last().heard('ready')
    await pass(1)
    expect(a.s.look.mock.calls).toEqual([[liveNames]])
    a.task.cancel()
  })
})
