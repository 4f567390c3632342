/** The flow of an upload on a real store with a clock of its own: paused, broken, gone on with, refused, given up. */
import { configureStore } from '@reduxjs/toolkit'
import createSagaMiddleware, { buffers, type EventChannel, eventChannel } from 'redux-saga'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { handMovedTime } from '#tests/support/timers.ts'
import type { AppProblem } from '../../lib/problem.ts'
import { type DepositServices, depositSaga } from './deposit.saga.ts'
import { depositActions, type DepositPhase, depositSlice } from './deposit.slice.ts'
import type { TusUpload, UploadEvent } from './tus.ts'

const key = 'image row'
const problem = (code: AppProblem['code']): AppProblem => ({ code, status: 0, request_id: '' })

function setup(o: { received?: number; refuse?: AppProblem } = {}) {
  const calls: string[] = []
  /** Each sending: what it was told, how to say what happens, whether it was stopped. */
  const sendings: { plan: TusUpload; say(sent: UploadEvent): void; stopped: boolean }[] = []
  const services: DepositServices = {
    client: (async (route: string) => {
      calls.push(route)
      if (route === 'POST /deposits' && o.refuse) throw o.refuse
      return { id: 'd1', part: 100, received: o.received ?? 0 }
    }) as unknown as DepositServices['client'],
    api: () => 'http://range/api',
    token: () => 'token',
    clock: () => performance.now(),
    random: () => 0.5,
    fingerprint: async () => 'f'.repeat(64),
    sendFile: (plan) => {
      const sending: (typeof sendings)[number] = { plan, say: () => {}, stopped: false }
      sendings.push(sending)
      return eventChannel<UploadEvent>((tell) => {
        sending.say = tell
        return () => void (sending.stopped = true)
      }, buffers.expanding(4)) as EventChannel<UploadEvent>
    },
    changed: () => void calls.push('changed'),
  }
  const saga = createSagaMiddleware()
  const store = configureStore({
    reducer: { deposits: depositSlice.reducer },
    middleware: (usual) => usual({ serializableCheck: false, thunk: false }).concat(saga),
  })
  const task = saga.run(depositSaga, services)
  const file = new File([new Uint8Array(1000)], 'disk.qcow2')
  return {
    calls,
    sendings,
    send: store.dispatch,
    phase: (): DepositPhase | undefined => store.getState().deposits.items.find((i) => i.key === key)?.phase,
    begin: () => store.dispatch(depositActions.added({ kind: 'image', target: 'row', file })),
    end: () => task.cancel(),
    settle: () => vi.advanceTimersByTimeAsync(0),
  }
}

beforeEach(handMovedTime)
afterEach(() => void vi.useRealTimers())

describe('an upload', () => {
  it('goes from where the server has the file to its end', async () => {
    const t = setup({ received: 400 })
    t.begin()
    await t.settle()
    expect(t.phase()).toMatchObject({ at: 'sending', sent: 400 })
    expect(t.sendings[0]?.plan).toMatchObject({
      url: 'http://range/api/deposits/d1/content',
      part: 100,
      token: 'token',
    })
    t.sendings[0]?.say({ is: 'sent', bytes: 900 })
    t.sendings[0]?.say({ is: 'done' })
    await t.settle()
    expect(t.phase()).toEqual({ at: 'done' })
    expect(t.sendings[0]?.stopped).toBe(true)
    t.end()
  })

  it('stops its bytes while it is paused and goes on when it is told to', async () => {
    const t = setup()
    t.begin()
    await t.settle()
    t.sendings[0]?.say({ is: 'sent', bytes: 300 })
    await t.settle()
    t.send(depositActions.paused(key))
    await t.settle()
    expect([t.phase()?.at, t.sendings[0]?.stopped, t.sendings.length]).toEqual(['paused', true, 1])
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(t.sendings).toHaveLength(1)
    t.send(depositActions.resumed(key))
    await t.settle()
    expect(t.sendings).toHaveLength(2)
    t.sendings[1]?.say({ is: 'done' })
    await t.settle()
    expect(t.phase()?.at).toBe('done')
    t.end()
  })

  it('tries again after a break, later each time, and gives up after a dozen tries without a byte', async () => {
    const t = setup()
    t.begin()
    await t.settle()
    const waits: number[] = []
    for (let n = 0; n < 12; n++) {
      t.sendings.at(-1)?.say({ is: 'broken', problem: problem('network') })
      await t.settle()
      expect(t.phase()).toMatchObject({ at: 'retrying', code: 'network' })
      const [before, from] = [t.sendings.length, Date.now()]
      while (t.sendings.length === before) await vi.advanceTimersByTimeAsync(100)
      waits.push(Date.now() - from)
    }
    expect(waits.every((w, n) => n === 0 || w >= (waits[n - 1] ?? 0))).toBe(true)
    expect(Math.max(...waits)).toBeLessThanOrEqual(31_000)
    t.sendings.at(-1)?.say({ is: 'broken', problem: problem('network') })
    await t.settle()
    expect(t.phase()).toMatchObject({ at: 'failed', problem: { code: 'network' } })
    t.end()
  })

  it.each(['no_operation_permission', 'quota_full', 'too_large', 'unauthenticated'] as const)(
    'does not try again what was refused: %s',
    async (code) => {
      const t = setup()
      t.begin()
      await t.settle()
      t.sendings[0]?.say({ is: 'broken', problem: problem(code) })
      await vi.advanceTimersByTimeAsync(120_000)
      expect([t.sendings.length, t.phase()]).toEqual([1, { at: 'failed', problem: problem(code) }])
      t.end()
    },
  )

  it('that the server does not begin sends no byte', async () => {
    const t = setup({ refuse: problem('quota_full') })
    t.begin()
    await t.settle()
    expect([t.phase()?.at, t.sendings.length]).toEqual(['failed', 0])
    t.end()
  })

  it('that is given up stops at once and is thrown away on the server', async () => {
    const t = setup()
    t.begin()
    await t.settle()
    t.send(depositActions.dismissed(key))
    await t.settle()
    expect([t.phase(), t.sendings[0]?.stopped]).toEqual([undefined, true])
    expect(t.calls).toContain('DELETE /deposits/:id')
    t.end()
  })

  it('gives way to another file for the same row, whose bytes alone go on', async () => {
    const t = setup()
    t.begin()
    await t.settle()
    t.begin()
    await t.settle()
    expect(t.sendings.map((s) => s.stopped)).toEqual([true, false])
    expect(t.calls).not.toContain('DELETE /deposits/:id')
    t.end()
  })

  it('ends with the app: no byte and no timer is left', async () => {
    const t = setup()
    t.begin()
    await t.settle()
    t.sendings[0]?.say({ is: 'broken', problem: problem('network') })
    await t.settle()
    t.end()
    expect(vi.getTimerCount()).toBe(0)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(t.sendings).toHaveLength(1)
  })
})
