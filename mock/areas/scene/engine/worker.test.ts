/** Several workers on one database, restarts, and what a driver remembers that nobody knows. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SceneDriver, SceneOrder } from '#mock/world/scene/driver.ts'
import { postgresOrWhyNot } from '#tests/support/postgres.ts'
import { testServer, type TestServer } from '#tests/contract/support/server.ts'
import { lan, node, simulated, until } from '#tests/support/scene.ts'
import { sceneColumns, type SceneRow } from '../row.ts'
import { reconcile } from './reconcile.ts'
import { recordSceneStep } from './settle.ts'
import { advanceScene } from './step.ts'
import { startWorker } from './worker.ts'

const found = await postgresOrWhyNot()
if (typeof found !== 'string') await found.stop()
const engines = ['pglite', ...(typeof found === 'string' ? [] : ['postgres'])] as ('pglite' | 'postgres')[]
const small = lan(node('a', 'container'), node('b', 'container'))

describe.each(engines)('on %s', (engine) => {
  let s: TestServer
  beforeAll(async () => {
    s = await testServer({ engine })
  })
  afterAll(() => s.close())
  const make = async (name: string) => (await s.ok('POST /scenes', { body: { name, document: small } }, 'admin')).id
  const rowOf = async (id: string) =>
    (await s.db.query<SceneRow>(`select ${sceneColumns} from scene where id = $1`, [id])).rows[0] as SceneRow

  it('no scene is driven by two workers at once', async () => {
    const inside = new Set<string>()
    const crossed: string[] = []
    const driver = simulated(s)
    const watching: SceneDriver = {
      ...driver,
      async start(order, nodes) {
        if (inside.has(order.scene)) crossed.push(order.scene)
        inside.add(order.scene)
        await new Promise((done) => setTimeout(done, 3))
        await driver.start(order, nodes)
        inside.delete(order.scene)
      },
    }
    const drivers = { ...s.scenes.drivers, of: () => watching }
    const others = ['one', 'two', 'three'].map((server) =>
      startWorker({ platform: s.platform, drivers, server, everyMs: 5 }),
    )
    const ids = await Promise.all(Array.from({ length: 12 }, (_, i) => make(`Shared ${i}`)))
    for (const id of ids) await until(s, id, ['running'])
    for (const w of others) await w.stop()
    expect(crossed).toEqual([])
    const { rows } = await s.db.query<{ boots: number }>('select boots from sim_node')
    expect(rows.every((r) => r.boots === 1)).toBe(true)
  })

  it('what a worker found out counts no more once another took over, or somebody asked for something', async () => {
    const id = await make('Taken over')
    await until(s, id, ['running'])
    const row = await rowOf(id)
    const came = {
      row,
      nodes: [],
      looks: [],
      decision: { orders: [], move: 'lose' as const, next: 1 },
      done: [],
      sizes: [],
      now: s.clock.now(),
    }
    await s.db.query('update scene set fence = fence + 1 where id = $1', [id])
    expect(await s.db.tx((q) => recordSceneStep(q, came))).toBe(false)
    expect((await rowOf(id)).status).toBe('running')
    const seen = await rowOf(id)
    await s.ok('POST /scenes/:id/pause', { params: { id }, body: {} }, 'admin')
    expect(await s.db.tx((q) => recordSceneStep(q, { ...came, row: seen }))).toBe(false)
    expect((await rowOf(id)).status).toBe('hang')
  })

  it('a worker that stood still until its lease ended drives nothing any more, whatever it was about to do', async () => {
    /** Claims it as a worker does, and stops before its driver hears of the order that its status asks for. */
    async function standsStill(id: string, status: 'creating' | 'start' | 'stop') {
      const [order, power] = (
        { creating: ['create', 'absent'], start: ['start', 'off'], stop: ['stop', 'on'] } as const
      )[status]
      const { rows } = await s.db.query<SceneRow>(
        `update scene set status = $2, since = $3, deadline = $4, next_at = $3, fence = fence + 1, leased_by = 'still', leased_until = $5
         where id = $1 returning ${sceneColumns}`,
        [id, status, ...[0, 100, 4].map((t) => new Date(s.clock.now().getTime() + t * 1000).toISOString())],
      )
      const [row] = rows
      if (!row) throw new Error('no scene')
      let goOn = (): void => {}
      const still = new Promise<void>((done) => (goOn = done))
      const real = simulated(s)
      let outcome: Promise<string> | undefined
      await new Promise<void>((reached) => {
        const slow: SceneDriver = {
          ...real,
          look: async () => ['a', 'b'].map((n) => ({ node: n, power, progress: 1, address: '', reason: null })),
          async [order](...args: [SceneOrder, ...never[]]) {
            reached()
            await still
            await real[order](...args)
          },
        }
        outcome = advanceScene(s.platform, { ...s.scenes.drivers, of: () => slow }, row)
      })
      s.clock.advance(5)
      return () => {
        goOn()
        return outcome
      }
    }
    const boots = async (id: string) =>
      (await s.db.query<{ boots: number }>('select boots from sim_node where scene = $1', [id])).rows.map(
        (r) => r.boots,
      )
    const id = await make('Taken from one that stood still')
    await until(s, id, ['running'])
    for (const [status, then] of [
      ['creating', 'running'],
      ['start', 'running'],
      ['stop', 'not-running'],
    ] as const) {
      const goOn = await standsStill(id, status)
      await until(s, id, [then])
      const was = await rowOf(id)
      expect(await goOn(), status).toBe('fenced')
      expect(await rowOf(id)).toEqual(was)
      expect(await boots(id)).toEqual([1, 1])
    }
    const goOn = await standsStill(id, 'creating')
    await s.ok('POST /scenes/:id/delete', { params: { id }, body: {} }, 'admin')
    await until(s, id, ['deleted'])
    expect(await goOn()).toBe('fenced')
    expect(await simulated(s).scenes()).not.toContain(id)
  })

  it('a driver refuses who comes with an older fence, and makes nothing of a scene that is gone', async () => {
    const id = await make('Fenced off')
    await until(s, id, ['running'])
    const driver = simulated(s)
    const { fence } = await rowOf(id)
    await driver.pause({
      scene: id,
      fence: fence + 5,
      document: small,
      addresses: {},
      flags: {},
      images: {},
      services: {},
    })
    const old = { scene: id, fence, document: small, addresses: {}, flags: {}, images: {}, services: {} }
    await expect(driver.stop(old)).rejects.toMatchObject({ code: 'fenced' })
    await driver.delete({ scene: id, fence: fence + 6 })
    await expect(driver.create(old)).rejects.toMatchObject({ code: 'fenced' })
    expect(await driver.look({ scene: id, fence })).toEqual([])
  })

  it('at a start removes what nobody knows and finds what was lost', async () => {
    const id = await make('Lost by its driver')
    await until(s, id, ['running'])
    await s.db.query('delete from sim_scene where scene = $1', [id])
    const order = { scene: 'nobody', fence: 1, document: small, addresses: {}, flags: {}, images: {}, services: {} }
    const driver = simulated(s)
    await driver.create(order)
    expect(await reconcile(s.platform, driver)).toMatchObject({ removed: 1 })
    expect(await driver.scenes()).not.toContain('nobody')
    await until(s, id, ['abnormal'])
    expect((await rowOf(id)).reason).toEqual({ code: 'lost', params: {} })
    await s.ok('POST /scenes/:id/reboot', { params: { id }, body: {} }, 'admin')
    await until(s, id, ['running'])
  })
})
