/** G1, G5 and G6 of the life of scenes, with the saga itself. `RUNS=20000` is the whole proof: as many interleavings, and all 1,000 pages. */
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endMovedTime, handMovedTime } from '#tests/support/timers.ts'
import { env } from '#config/env.ts'
import { stirred } from '../../../kit/data/later.ts'
import { sessionActions } from '../../../kit/session/session.slice.ts'
import { scenePollTimings } from './scenes.logic.ts'
import type { Watched } from './scenes.saga.ts'
import { scenesActions } from './scenes.slice.ts'
import { inside, problem, scene, start } from './testing/stage.ts'
import { some } from '../../../../tests/support/some.ts'

/** Lets everything run that waits for nothing but its turn. */
async function turns(): Promise<void> {
  for (let i = 0; i < 40; i++) await Promise.resolve()
}
/** Timer by timer, and what each sets off; vitest's own walk waits a real millisecond at each, and 20,000 interleavings have millions. */
async function pass(ms: number): Promise<void> {
  let over = false
  setTimeout(() => (over = true), ms)
  while (!over) {
    await turns()
    vi.advanceTimersToNextTimer()
  }
  await turns()
}
beforeEach(handMovedTime)
afterEach(endMovedTime)
const runs = Number(process.env['RUNS'] ?? (env.whole ? 100 : 12))
const long = 60_000 + runs * 20

/** What may happen while answers are on their way; `late`: milliseconds between what a call saw and its answer. */
const happening = fc.oneof(
  fc.record({ do: fc.constant('look' as const), late: fc.nat(4000) }),
  fc.record({ do: fc.constant('list' as const), late: fc.nat(4000) }),
  fc.record({ do: fc.constant('command' as const), late: fc.nat(4000) }),
  fc.record({ do: fc.constant('change' as const), late: fc.constant(0) }),
  fc.record({ do: fc.constant('lose' as const), late: fc.nat(4000) }),
)

test(
  'G1: however looks, lists and commands overtake each other, what is shown never goes back',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(happening, fc.nat(1500)), {
          minLength: 3,
          maxLength: 14,
        }),
        async (steps) => {
          const a = start()
          let revision = 1
          const lates: { late: number; lost: boolean }[] = []
          /** The server's state as the call saw it, told later. */
          const told = <T>(answer: (seen: number) => T): Promise<T> => {
            const seen = revision
            const { late, lost } = lates.shift() ?? { late: 0, lost: false }
            return new Promise((done, fail) => setTimeout(() => (lost ? fail(problem(503)) : done(answer(seen))), late))
          }
          a.watch.mockImplementation(() =>
            told(
              (seen): Watched => ({
                items: [scene('x', seen)],
                gone: [],
                next_ms: 1000,
              }),
            ),
          )
          a.command.mockImplementation(() => {
            revision++
            return told((seen) => scene('x', seen))
          })
          let shown = 0
          const leave = a.store.subscribe(() => {
            const now = a.known('x')?.revision ?? 0
            expect(now).toBeGreaterThanOrEqual(shown)
            shown = now
          })
          a.show('x')
          let key = 0
          for (const [{ do: what, late }, then] of steps) {
            if (what !== 'change') lates.push({ late, lost: what === 'lose' })
            if (what === 'look' || what === 'lose') a.store.dispatch(stirred(['scenes']))
            if (what === 'change') revision++
            if (what === 'command')
              a.store.dispatch(
                scenesActions.ask({
                  id: 'x',
                  command: 'stop',
                  key: String(key++),
                }),
              )
            if (what === 'list')
              void told((seen) => a.store.dispatch(scenesActions.heard({ scenes: [scene('x', seen)], at: 0 }))).catch(
                () => {},
              )
            await pass(then)
          }
          // and in the end it is what the server has
          lates.length = 0
          // an outage that was just over may be waited for this long
          await pass(scenePollTimings.longest + 2000)
          expect(a.known('x')?.revision).toBe(revision)
          leave()
          a.task.cancel()
          await pass(4000)
        },
      ),
      { numRuns: runs },
    )
  },
  long,
)

test('G5: after hundreds of times on the page and off it nothing asks, waits or listens any more', async () => {
  const ends = ['leave', 'sign out', 'hide', 'dispose'] as const
  for (let i = 0; i < some(1000); i++) {
    const a = start()
    const end = ends[i % ends.length]
    // at each point of a look: before it, while its answer is on its way, between two
    const hangs = i % 3 === 1
    if (hangs) a.watch.mockImplementation(() => new Promise(() => {}))
    a.show('x', 'y')
    if (i % 3) await pass(scenePollTimings.gather + 1)
    if (end === 'leave') a.drop('x', 'y')
    if (end === 'sign out') a.store.dispatch(sessionActions.phaseChanged({ at: 'out', why: 'signed-out' }))
    if (end === 'hide') a.hide(true)
    if (end === 'dispose') a.task.cancel()
    const calls = a.watch.mock.calls.length
    if (hangs) expect(a.watch.mock.lastCall?.[1].aborted).toBe(true)
    await pass(120_000)
    expect(a.watch).toHaveBeenCalledTimes(calls)
    expect(vi.getTimerCount()).toBe(0)
    a.task.cancel()
    expect(a.watchers.size).toBe(0)
    expect(a.task.isRunning()).toBe(false)
  }
})

test(
  'G6: pages come back after an outage of a minute at no more than twice their usual rate',
  async () => {
    let seed = 7
    const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
    const [rest, pages, from] = [15_000, process.env['RUNS'] ? 1000 : 100, Date.now()]
    const outage = { from: 30_000, to: 90_000 }
    const per = new Map<number, number>()
    const all = Array.from({ length: pages }, () => {
      const a = start({ random })
      a.watch.mockImplementation((items) => {
        const at = Date.now() - from
        if (at >= outage.from && at < outage.to) return Promise.reject(problem(503))
        per.set(Math.floor(at / 1000), (per.get(Math.floor(at / 1000)) ?? 0) + 1)
        return Promise.resolve({
          items: items.map((i) => scene(i.id, 1)),
          gone: [],
          next_ms: rest,
        })
      })
      return a
    })
    // pages are opened at different times
    for (const a of all) {
      setTimeout(() => a.show('x'), random() * rest)
    }
    await pass(150_000)
    for (const a of all) a.task.cancel()
    // counted over five seconds, as a second alone is noise
    const rate = (s: number) => [0, 1, 2, 3, 4].reduce((n, i) => n + (per.get(s + i) ?? 0), 0) / 5
    const usual = pages / (rest / 1000)
    expect(rate(20)).toBeGreaterThan(usual / 2)
    expect(rate(60)).toBe(0)
    for (let s = 90; s < 145; s++) expect(rate(s), `at ${s} s`).toBeLessThanOrEqual(2 * usual)
    expect(rate(140)).toBeGreaterThan(usual / 2)
  },
  long,
)

test('a person who was signed out sees nothing of the one before', async () => {
  const a = start()
  a.show('x')
  await pass(scenePollTimings.gather)
  expect(a.known('x')).toBeDefined()
  a.store.dispatch(sessionActions.phaseChanged({ at: 'out', why: 'signed-out' }))
  a.store.dispatch(sessionActions.phaseChanged(inside('ben')))
  expect(a.known('x')).toBeUndefined()
  a.task.cancel()
})
