/** G4: drivers that hang or are down, servers that die with scenes in hand: every passing status is left in time. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { isPassing, passing, sceneStatuses } from '#src/contract/scene/status.ts'
import type { SceneDriver } from '#mock/world/scene/driver.ts'
import { testServer, type TestServer } from '#tests/contract/support/server.ts'
import { lan, node, simulated, until } from '#tests/support/scene.ts'

let s: TestServer
let driver: SceneDriver
let whole: SceneDriver
beforeAll(async () => {
  s = await testServer()
  driver = simulated(s)
  whole = { ...driver }
})
afterEach(() => void Object.assign(driver, whole))
afterAll(() => s.close())

const small = lan(node('a', 'container'))
const make = async (name: string, document = small) =>
  (await s.ok('POST /scenes', { body: { name, document } }, 'admin')).id
const get = (id: string) => s.ok('GET /scenes/:id', { params: { id } }, 'admin')
/** Without a sweep, which waits for whoever is in hand. */
const turns = (id: string, status: string, seconds: number) =>
  expect
    .poll(
      async () => {
        s.clock.advance(seconds)
        return (await get(id)).status
      },
      { interval: 60 },
    )
    .toBe(status)

it('a driver that never answers keeps nobody else waiting, and its scene no longer than the deadline', async () => {
  let late = (): void => {}
  const hung = new Promise<void>((done) => (late = done))
  driver.create = async (order) => {
    if (order.document.nodes.some((n) => n.name === 'hanging')) await hung
    await whole.create(order)
  }
  const id = await make('Hanging', lan(node('hanging', 'container')))
  await turns(id, 'creating', 0)
  const other = await make('Beside it')
  await turns(other, 'running', 1)
  const { deadline } = await get(id)
  s.clock.set(deadline ?? '')
  await turns(id, 'failed', 0)
  expect((await get(id)).reason).toEqual({
    code: 'deadline',
    params: { status: 'creating', seconds: passing.creating },
  })
  expect(s.clock.now().toISOString()).toBe(deadline)
  s.clock.advance(2)
  await s.scenes.sweep()
  // what it does too late is refused
  late()
  await hung
  await s.scenes.sweep()
  expect(await driver.scenes()).not.toContain(id)
  expect((await get(id)).status).toBe('failed')
  await s.ok('POST /scenes/:id/create', { params: { id }, body: {} }, 'admin')
  await until(s, id, ['running'])
})

it('a driver that is down is asked again until the deadline, and the scene says so then', async () => {
  const id = await make('Without power')
  await until(s, id, ['start'])
  driver.look = async () => {
    throw new Error('connect ECONNREFUSED')
  }
  const { deadline, nodes } = await get(id)
  s.clock.advance(10)
  await s.scenes.sweep()
  expect(await get(id)).toMatchObject({ status: 'start', nodes })
  s.clock.set(deadline ?? '')
  await s.scenes.sweep()
  expect(await get(id)).toMatchObject({
    status: 'error',
    reason: { code: 'driver_refused', params: { code: 'driver_failed' } },
  })
  Object.assign(driver, whole)
  await s.ok('POST /scenes/:id/restart', { params: { id }, body: {} }, 'admin')
  await until(s, id, ['running'])
})

it('what a server had in hand when it was killed is out of its status five seconds after the deadline', async () => {
  const id = await make('Model')
  await until(s, id, ['running'])
  const end = new Date(s.clock.now().getTime() + 60_000)
  const all = sceneStatuses.filter(isPassing)
  const dead = Array.from({ length: 100 }, (_, n) => {
    // the last sign of life of one that died up to the deadline itself
    const seen = end.getTime() - Math.floor((n / 100) * 4000)
    return {
      id: `dead-${n}`,
      status: all[n % all.length],
      deadline: end.toISOString(),
      leased_by: 'dead',
      leased_until: new Date(seen + 4000).toISOString(),
      next_at: new Date(seen).toISOString(),
      held: null,
      task: null,
    }
  })
  await s.db.query(
    `insert into scene select (jsonb_populate_record(s, d)).* from scene s, jsonb_array_elements($2::jsonb) d where s.id = $1`,
    [id, JSON.stringify(dead)],
  )
  // a deletion is begun once more
  for (const seconds of [4, 5]) {
    s.clock.set(new Date(end.getTime() + seconds * 1000))
    await s.scenes.sweep()
  }
  const { rows } = await s.db.query<{ id: string; status: string }>(
    `select id, status from scene where id like 'dead-%' order by id`,
  )
  expect(rows).toHaveLength(100)
  const before = new Map(dead.map((d) => [d.id, d.status]))
  expect(rows.filter((r) => r.status === before.get(r.id))).toEqual([])
})
