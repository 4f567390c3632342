/** G3: the machine of scenes as a model: every walk stays on its lines, every status can be left, every one can be reached. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { env } from '#config/env.ts'
import {
  isPassing,
  nextStatus,
  passing,
  sceneBacks,
  sceneEvents,
  sceneMachine,
  type SceneMove,
  sceneStatuses,
  sceneTurns,
} from './status.ts'

const moves: readonly SceneMove[] = [...sceneEvents, ...sceneTurns]

it('leads from status to status only, in thousands of walks', () => {
  const seen = new Set<string>(['in-queue'])
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(), fc.constantFrom(...sceneBacks)), { maxLength: 40 }), (walk) => {
      let at: (typeof sceneStatuses)[number] = 'in-queue'
      for (const [n, back] of walk) {
        const open = moves.filter((m) => nextStatus(at, m, back) !== undefined)
        // the ends come soon enough: most steps lead somewhere else
        const some = open.filter((m) => m !== 'close' && m !== 'delete' && m !== 'fail' && m !== 'end')
        const from = n % 8 && some.length ? some : open
        const m = from[n % Math.max(1, from.length)]
        if (m === undefined) break
        expect(sceneMachine[at][m]).toBeDefined()
        at = nextStatus(at, m, back) ?? at
        expect(sceneStatuses).toContain(at)
        seen.add(at)
      }
      if (at !== 'deleted')
        expect(
          moves.some((m) => nextStatus(at, m) !== undefined),
          at,
        ).toBe(true)
    }),
    { numRuns: env.whole ? 10_000 : 800, seed: 4 },
  )
  expect([...seen].toSorted()).toEqual([...sceneStatuses].toSorted())
})

it('has a way from every status to deleted, and no way out of it', () => {
  for (const start of sceneStatuses) {
    const seen = new Set([start])
    for (const s of seen)
      for (const m of moves) {
        const to = nextStatus(s, m)
        if (to) seen.add(to)
      }
    expect(seen.has('deleted'), start).toBe(true)
  }
  expect(Object.keys(sceneMachine.deleted)).toEqual([])
})

it('gives a deadline and a way to fail to everything that passes', () => {
  for (const s of sceneStatuses.filter(isPassing)) {
    expect(passing[s]).toBeGreaterThan(0)
    expect(sceneMachine[s].fail, s).toBeDefined()
  }
})

it('takes work back to where it was', () => {
  expect(nextStatus('executing-event', 'done', 'ongoing')).toBe('ongoing')
  expect(nextStatus('abnormal', 'done', 'ongoing')).toBe('ongoing')
  expect(nextStatus('executing-event', 'done', 'not-running')).toBe('not-running')
  expect(nextStatus('start', 'done', 'ongoing')).toBe('running')
})
