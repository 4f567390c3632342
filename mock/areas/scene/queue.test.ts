/** G8: who waits sees his place and when it will be his turn, and sees it anew when somebody leaves. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { license } from '#tests/contract/support/licence.ts'
import { testServer, type TestServer } from '#tests/contract/support/server.ts'
import { lan, node, until } from '#tests/support/scene.ts'
import { estimates, hasCapacityFor, type CapacityLimits } from './capacity.ts'

const now = new Date('2026-11-05T08:00:00Z')

/** Lets the time pass second by second: whoever has an end leaves, whoever is first and fits gets in and stays. */
function played(
  waiting: readonly { id: string; instances: number }[],
  running: readonly { held: number; left: number | null }[],
  room: CapacityLimits,
): Map<string, number | null> {
  const out = new Map<string, number | null>(waiting.map((w) => [w.id, null]))
  const inside = running.map((r) => ({ ...r }))
  const queue = [...waiting]
  for (let t = 0; t <= 60; t++) {
    for (let i = inside.length - 1; i >= 0; i--) if ((inside[i]?.left ?? Infinity) <= t) inside.splice(i, 1)
    for (;;) {
      const [first] = queue
      const used = { scenes: inside.length, instances: inside.reduce((n, r) => n + r.held, 0) }
      if (!first || !hasCapacityFor(room, used, first.instances)) break
      queue.shift()
      out.set(first.id, t)
      inside.push({ held: first.instances, left: null })
    }
  }
  return out
}

it('the estimate is what comes true when everybody runs to his end and nobody asks for more', () => {
  const size = fc.integer({ min: 1, max: 6 })
  fc.assert(
    fc.property(
      fc.array(size, { maxLength: 12 }),
      fc.array(fc.record({ held: size, left: fc.option(fc.integer({ min: 1, max: 50 })) }), { maxLength: 8 }),
      fc.record({
        running_scenes: fc.option(fc.integer({ min: 1, max: 9 })),
        running_instances: fc.option(fc.integer({ min: 6, max: 20 })),
      }),
      (sizes, running, room) => {
        const waiting = sizes.map((instances, n) => ({ id: String(n), instances }))
        const given = running.map(({ held, left }) => ({
          held,
          ends_at: left === null ? null : new Date(now.getTime() + left * 1000).toISOString(),
        }))
        const said = estimates(waiting, given, room, now)
        expect([...said.values()].map((p) => p.place)).toEqual(waiting.map((_, n) => n + 1))
        const real = played(waiting, running, room)
        for (const { id } of waiting) expect(said.get(id)?.seconds, id).toBe(real.get(id))
      },
    ),
  )
})

let s: TestServer
beforeAll(async () => {
  s = await testServer()
  await license(s, { limits: { running_scenes: 2, running_instances: null, editable_nodes: null, users: null } })
})
afterAll(() => s.close())

it('moves on in the eyes of those who watch it when one ends, one leaves and one gets more time', async () => {
  const make = async (name: string, minutes: number) =>
    (await s.ok('POST /scenes', { body: { name, document: lan(node('a', 'container')), minutes } }, 'admin')).id
  const [first, second] = [await make('Runs 10', 10), await make('Runs 20', 20)]
  for (const id of [first, second]) await until(s, id, ['running'])
  const ids = [await make('Waits 1', 60), await make('Waits 2', 60), await make('Waits 3', 60)]
  const known = new Map<string, number>()
  /** Places and minutes of those who have news, as a page hears of them. */
  const news = async () => {
    const items = ids.map((id) => ({ id, revision: known.get(id) ?? 0 }))
    const answer = await s.ok('POST /scenes/watch', { body: { items } }, 'admin')
    for (const x of answer.items) known.set(x.id, x.revision)
    return answer.items
      .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
      .map((x) => [x.name, x.queue?.place, Math.round((x.queue?.seconds ?? Number.NaN) / 60)])
  }
  expect(await news()).toEqual([
    ['Waits 1', 1, 10],
    ['Waits 2', 2, 20],
    ['Waits 3', 3, Number.NaN],
  ])
  expect(await news()).toEqual([])
  await s.ok('POST /scenes/:id/extend', { params: { id: first }, body: {} }, 'admin')
  expect(await news()).toEqual([
    ['Waits 1', 1, 20],
    ['Waits 2', 2, 40],
    ['Waits 3', 3, Number.NaN],
  ])
  await s.ok('POST /scenes/:id/delete', { params: { id: ids[0] ?? '' }, body: {} }, 'admin')
  await until(s, ids[0] ?? '', ['deleted'])
  expect(await news()).toEqual([
    ['Waits 2', 1, 20],
    ['Waits 3', 2, 40],
  ])
  await s.ok('POST /scenes/:id/close', { params: { id: second }, body: {} }, 'admin')
  await until(s, ids[1] ?? '', ['running'])
  expect((await news()).map(([name, place]) => [name, place])).toEqual([
    ['Waits 2', undefined],
    ['Waits 3', 1],
  ])
})
