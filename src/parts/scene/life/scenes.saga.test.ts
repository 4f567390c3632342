import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { endMovedTime, handMovedTime } from '#tests/support/timers.ts'
import { stirred } from '../../../kit/data/later.ts'
import { sessionActions } from '../../../kit/session/session.slice.ts'
import { ProblemError } from '../../../lib/problem.ts'
import { commandTries, scenePollTimings, sceneRetryDelay } from './scenes.logic.ts'
import { type SceneRequest, scenesActions } from './scenes.slice.ts'
import { inside, problem, scene, start } from './testing/stage.ts'

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
beforeEach(handMovedTime)
afterEach(endMovedTime)

describe('looking at scenes', () => {
  test('all that are drawn together make one call, and the next tells what is known', async () => {
    const a = start()
    a.show('x')
    a.show('y', 'z')
    await pass(scenePollTimings.gather)
    expect(a.watch.mock.calls.map(([items]) => items)).toEqual([['x', 'y', 'z'].map((id) => ({ id, revision: 0 }))])
    await pass(10_500)
    expect(a.watch.mock.calls[1]?.[0]).toEqual(['x', 'y', 'z'].map((id) => ({ id, revision: 1 })))
    a.task.cancel()
  })

  test('300 scenes are two calls, none of them of more than the server takes', async () => {
    const a = start()
    a.show(...Array.from({ length: 300 }, (_, i) => `s${i}`))
    await pass(scenePollTimings.gather + 5)
    expect(a.watch.mock.calls.map(([items]) => items.length)).toEqual([200, 100])
    a.task.cancel()
  })

  test('the server says how soon, within a tenth', async () => {
    const a = start()
    a.watch.mockImplementation((items) =>
      Promise.resolve({ items: [scene(items[0]?.id ?? '', 1)], gone: [], next_ms: 1000 }),
    )
    a.show('x')
    await pass(scenePollTimings.gather + 10 * (1000 + scenePollTimings.gather) + 5)
    expect(a.watch.mock.calls.length).toBe(11)
    a.task.cancel()
  })

  test('what changed, what is shown anew and who comes back are looked at at once', async () => {
    const a = start()
    a.show('x')
    await pass(scenePollTimings.gather)
    a.store.dispatch(stirred(['alarms']))
    await pass(1000)
    expect(a.watch).toHaveBeenCalledTimes(1)
    a.store.dispatch(stirred(['scenes']))
    await pass(scenePollTimings.gather)
    expect(a.watch).toHaveBeenCalledTimes(2)
    a.show('y')
    await pass(scenePollTimings.gather)
    expect(a.watch).toHaveBeenCalledTimes(3)
    a.hide(true)
    await pass(3_600_000)
    expect(a.watch).toHaveBeenCalledTimes(3)
    a.hide(false)
    await pass(scenePollTimings.gather)
    expect(a.watch).toHaveBeenCalledTimes(4)
    a.task.cancel()
  })

  test('nothing is asked, and nothing is left running, once the last piece is gone, somebody signs out or the app ends', async () => {
    const a = start()
    for (let i = 0; i < 40; i++) {
      a.show('x')
      a.show('x')
      if (i % 10 === 0) await pass(scenePollTimings.gather)
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
    await pass(scenePollTimings.gather)
    expect(a.watch.mock.lastCall?.[0]).toEqual([{ id: 'x', revision: 0 }])
    a.task.cancel()
    expect(a.watchers.size).toBe(0)
  })

  test('a look that is on its way is given up with the last piece', async () => {
    const a = start()
    a.watch.mockImplementation(() => new Promise(() => {}))
    a.show('x')
    await pass(scenePollTimings.gather)
    a.drop('x')
    expect(a.watch.mock.lastCall?.[1].aborted).toBe(true)
    a.task.cancel()
  })

  test('what is gone is known as gone, and comes back when it is there again', async () => {
    const a = start()
    a.watch.mockResolvedValueOnce({ items: [], gone: ['x'], next_ms: 1000 })
    a.show('x')
    await pass(scenePollTimings.gather)
    expect(a.store.getState().scenes.gone).toEqual({ x: true })
    await pass(1200)
    expect(a.store.getState().scenes.gone).toEqual({})
    a.task.cancel()
  })

  test('failures are told and waited for longer and longer, never over half a minute nor under what the server asks', async () => {
    const a = start()
    a.watch.mockRejectedValue(problem(503, { retry_after: 20 }))
    a.show('x')
    await pass(scenePollTimings.gather)
    expect(a.store.getState().scenes.problem?.code).toBe('busy')
    a.store.dispatch(stirred(['scenes']))
    await pass(19_000)
    expect(a.watch).toHaveBeenCalledTimes(1)
    await pass(2000)
    expect(a.watch).toHaveBeenCalledTimes(2)
    a.task.cancel()
    for (let failed = 1; failed < 50; failed++) {
      expect(sceneRetryDelay(failed, 0.999)).toBeLessThanOrEqual(scenePollTimings.longest)
      expect(sceneRetryDelay(failed, 0)).toBe(0)
    }
  })
})

describe('commands', () => {
  const ask = (id: string, key = 'k1'): SceneRequest => ({ id, command: 'stop', key })

  test('an answer is shown at once, and lists are asked again', async () => {
    const a = start()
    a.show('x')
    await pass(scenePollTimings.gather)
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
