/** Capacity, time and trouble: G2, G4, G8, G9 over the interface. `ENGINE=postgres` runs them on PostgreSQL. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { env } from '#config/env.ts'
import { postgresOrWhyNot } from '#tests/support/postgres.ts'
import { license } from '#tests/contract/support/licence.ts'
import { testServer, type TestServer } from '#tests/contract/support/server.ts'
import { lan, node, until } from '#tests/support/scene.ts'

const starts = env.whole ? 200 : 60
const small = lan(node('a', 'container'))
const two = lan(node('a', 'container'), node('b', 'container'))
const found = await postgresOrWhyNot()
if (typeof found !== 'string') await found.stop()
const engines = ['pglite', ...(typeof found === 'string' ? [] : ['postgres'])] as ('pglite' | 'postgres')[]

// whoever keeps the other engine is asked when the whole is
describe.each(env.whole ? engines : engines.slice(-1))('the licence on %s', (engine) => {
  let s: TestServer
  beforeAll(async () => {
    s = await testServer({ engine })
    await license(s, { limits: { running_scenes: 5, running_instances: 8, editable_nodes: 4, users: null } })
  })
  afterAll(() => s.close())
  const used = async () =>
    (
      await s.db.query<{ scenes: number; instances: number }>(
        'select count(*)::int as scenes, coalesce(sum(held), 0)::int as instances from scene where held is not null',
      )
    ).rows[0] ?? { scenes: 0, instances: 0 }

  it(`G8: is never exceeded by ${starts} starts at once, and lets them in as they came`, async () => {
    const start = async (i: number) => {
      const body = { name: `Start ${i}`, document: i % 3 ? small : two, minutes: null }
      let r = await s.call('POST /scenes', { body }, 'admin')
      // whom the database keeps waiting for ten seconds is told so, and asks again
      while (r.problem.code === 'busy') r = await s.call('POST /scenes', { body }, 'admin')
      expect(r.status, r.raw.body).toBe(200)
      return r.body
    }
    const all = await Promise.all(Array.from({ length: starts }, (_, i) => start(i)))
    expect(all.filter((x) => x.status === 'init').length).toBeGreaterThanOrEqual(4)
    const { rows: order } = await s.db.query<{ id: string }>(
      `select id from scene where status = 'in-queue' order by queue_seq`,
    )
    const entered: string[] = []
    const runningAfterSweep = async () => {
      await s.scenes.sweep()
      const u = await used()
      expect(u.scenes).toBeLessThanOrEqual(5)
      expect(u.instances).toBeLessThanOrEqual(8)
      s.clock.advance(1)
      return (await s.db.query<{ id: string }>(`select id from scene where status = 'running'`)).rows
    }
    for (let round = 0; round < 14; round++) {
      for (let t = 0; t < 5; t++) await runningAfterSweep()
      let rows = await runningAfterSweep()
      // what a sweep began ends when the database has written it; how soon is up to the machine
      if (round < 3) await expect.poll(async () => (rows = await runningAfterSweep()).length).toBeGreaterThan(3)
      const { items } = await s.ok(
        'POST /scenes/watch',
        { body: { items: order.slice(0, 200).map((o) => ({ id: o.id, revision: 0 })) } },
        'admin',
      )
      for (const x of items) if (x.status !== 'in-queue' && !entered.includes(x.id)) entered.push(x.id)
      await s.ok('POST /scenes/delete', { body: { ids: rows.slice(0, 4).map((r) => r.id) } }, 'admin')
      if (round > 1 && entered.length > 12) break
    }
    // who entered is a beginning of the queue, without a gap
    expect(new Set(entered)).toEqual(new Set(order.slice(0, entered.length).map((o) => o.id)))
    expect(entered.length).toBeGreaterThan(8)
    const { rows: in_order } = await s.db.query<{ id: string }>(
      `select scene_id as id from scene_event where code = 'moved' and params ->> 'to' = 'init' order by seq`,
    )
    const came = all.map((x) => x.id)
    const first = came.filter((id) => !order.some((o) => o.id === id))
    // those who found room at once came in any order
    const ids = in_order.map((r) => r.id)
    expect(ids.slice(0, first.length).toSorted()).toEqual(first.toSorted())
    expect(ids.slice(first.length)).toEqual(order.map((o) => o.id).slice(0, ids.length - first.length))
  })

  it('tells the place in the queue, and refuses what is too large for ever', async () => {
    // the scenes removed last let others in while this is read: a row that left the queue after it was read has no place any more
    const places = async () => {
      const query = { status: 'in-queue', page_size: 200, sort: 'created_at' } as const
      const { items } = await s.ok('GET /scenes', { query }, 'admin')
      expect(items.length).toBeGreaterThan(starts / 2)
      return items.map((i) => i.queue?.place ?? 0).toSorted((a, b) => a - b)
    }
    await expect.poll(async () => (await places()).every((place, i) => place === i + 1)).toBe(true)
    const large = await s.call(
      'POST /scenes',
      { body: { name: 'Too large', document: lan(...['a', 'b', 'c', 'd', 'e'].map((x) => node(x))) } },
      'admin',
    )
    expect([large.status, large.problem.code, large.problem.details?.limit]).toEqual([
      409,
      'license_limit',
      'editable_nodes',
    ])
  })

  it('G2: a start whose answer was lost is the same scene when it is asked again', async () => {
    const body = { name: 'Asked twice', document: small }
    const twice = await Promise.all(
      [1, 2, 3].map(() =>
        s.call('POST /scenes', { body }, 'admin', { headers: { 'idempotency-key': `create-${engine}-1` } }),
      ),
    )
    expect(new Set(twice.map((r) => r.body.id)).size).toBe(1)
    const { rows } = await s.db.query(`select id from scene where name = 'Asked twice'`)
    expect(rows).toHaveLength(1)
  })
})

describe('time', () => {
  let s: TestServer
  beforeAll(async () => {
    s = await testServer({ config: { development: true } })
  })
  afterAll(() => s.close())
  const get = (id: string) => s.ok('GET /scenes/:id', { params: { id } }, 'admin')

  it('G9: is counted to the second; it may be put off as often as the settings say', async () => {
    await s.setting('course.extensions', 2)
    const { id } = await s.ok('POST /scenes', { body: { name: 'Half an hour', document: small, minutes: 30 } }, 'admin')
    await until(s, id, ['running'])
    expect(await get(id)).toMatchObject({
      remaining: 1800,
      ending: false,
      extensions: { used: 0, most: 2, minutes: 30 },
    })
    s.clock.advance(900)
    expect(await get(id)).toMatchObject({ remaining: 900, ending: false })
    s.clock.advance(1)
    expect(await get(id)).toMatchObject({ remaining: 899, ending: true })
    await s.scenes.sweep()
    expect(
      (await s.ok('GET /scenes/:id/events', { params: { id } }, 'admin')).items.filter((e) => e.code === 'ending'),
    ).toHaveLength(1)
    for (const left of [2699, 4499])
      expect(await s.ok('POST /scenes/:id/extend', { params: { id }, body: {} }, 'admin')).toMatchObject({
        remaining: left,
        ending: false,
      })
    const third = await s.call('POST /scenes/:id/extend', { params: { id }, body: {} }, 'admin')
    expect([third.status, third.problem.code, third.problem.details?.most]).toEqual([409, 'extensions_used_up', 2])
    s.clock.advance(4498)
    expect((await get(id)).status).toBe('running')
    s.clock.advance(1)
    // derived when it is read, before any engine has come by
    expect(await get(id)).toMatchObject({ status: 'complete', remaining: 0 })
    expect((await s.call('POST /scenes/:id/pause', { params: { id }, body: {} }, 'admin')).problem.code).toBe(
      'not_allowed_in_state',
    )
    await s.scenes.sweep()
    expect((await s.db.query('select 1 as one from sim_node where scene = $1', [id])).rows).toEqual([])
  })

  it('stands still while an exercise is paused', async () => {
    const { id } = await s.ok(
      'POST /scenes',
      { body: { name: 'Exercise', type: 'wargame', document: small, minutes: 60 } },
      'admin',
    )
    await until(s, id, ['running'])
    expect((await s.ok('POST /scenes/:id/initiate', { params: { id }, body: {} }, 'admin')).status).toBe('ongoing')
    await s.ok('POST /scenes/:id/pause', { params: { id }, body: {} }, 'admin')
    const { remaining } = await get(id)
    s.clock.advance(5000)
    expect(await get(id)).toMatchObject({ status: 'paused', remaining })
    expect(await s.ok('POST /scenes/:id/unpause', { params: { id }, body: {} }, 'admin')).toMatchObject({
      status: 'ongoing',
      remaining,
    })
  })

  it('G4: a boot that never ends fails at its deadline, with a reason and a way to try again', async () => {
    const { id } = await s.ok('POST /scenes', { body: { name: 'Stuck here', document: small } }, 'admin', {
      headers: { 'x-fault': 'world.scene.stuck' },
    })
    await until(s, id, ['start'])
    await s.scenes.sweep()
    s.clock.advance(599)
    await s.scenes.sweep()
    expect((await get(id)).status).toBe('start')
    s.clock.advance(5)
    await s.scenes.sweep()
    expect(await get(id)).toMatchObject({
      status: 'error',
      reason: { code: 'deadline', params: { status: 'start', seconds: 600 } },
    })
    expect((await get(id)).can).toContain('restart')
    await s.db.query('delete from world_fault where ref = $1', [id])
    await s.ok('POST /scenes/:id/restart', { params: { id }, body: {} }, 'admin')
    await until(s, id, ['running'])
  })

  it('finds a node that crashed, and is well again after a reboot', async () => {
    const { id } = await s.ok('POST /scenes', { body: { name: 'Crashing', document: two } }, 'admin')
    await until(s, id, ['running'])
    await s.db.query(`update sim_node set power = 'crashed', fails = 'kernel_panic' where scene = $1 and node = 'a'`, [
      id,
    ])
    await until(s, id, ['abnormal'])
    expect((await get(id)).reason).toEqual({ code: 'node_failed', params: { node: 'a', code: 'kernel_panic' } })
    await s.ok('POST /scenes/:id/reboot', { params: { id }, body: {} }, 'admin')
    await until(s, id, ['running'])
    expect((await get(id)).reason).toBe(null)
  })
})
