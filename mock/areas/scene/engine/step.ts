/**
 * One step of one scene: its driver is asked, it is decided, done and written down. What is done lies outside of transactions and may be done
 * twice; what is written counts only while the scene is as it was when it was claimed and nobody else has taken it over since (`fence`).
 */
import type { Db, Queryable } from '#mock/db/db.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { DriverAway, DriverRefusal, type SceneDriver, type SceneOrder } from '#mock/world/scene/driver.ts'
import type { Drivers } from '#mock/world/scene/drivers.ts'
import { matterOf, nodesOf, type SceneRow } from '../row.ts'
import { cameUp, expectPackages, layPackages, packagesFor, stagePackages } from '../file/packages.ts'
import { dropSceneFiles } from '../file/room.ts'
import { decideScene, isLate } from './decide.ts'
import type { SceneDecision, DriverOrder } from './decision.ts'
import { decisionOnRefusal, unreached, lostNodeLook } from './refused.ts'
import { type Came, recordSceneStep } from './settle.ts'

export const sceneOrderOf = async (q: Queryable, row: Pick<SceneRow, 'id' | 'fence'>): Promise<SceneOrder> => ({
  scene: row.id,
  fence: row.fence,
  ...(await matterOf(q, row.id)),
})

/** @returns bytes that it took, of a snapshot */
async function obey(driver: SceneDriver, order: SceneOrder, o: DriverOrder): Promise<number | void> {
  switch (o.do) {
    case 'plan': {
      const [problem] = (await driver.plan(order)).problems
      const node = order.document.nodes.find((n) => n.id === problem?.node)
      if (problem) throw new DriverRefusal(problem.code, node?.name ?? problem.node)
      return
    }
    case 'start':
      return driver.start(order, o.nodes)
    case 'stop':
      return driver.stop(order, o.nodes, o.hard)
    case 'snapshot':
      return (await driver.snapshot(order, o.name)).bytes
    case 'restore':
      return driver.restore(order, o.name)
    default:
      return driver[o.do](order)
  }
}

const named = ({ id, fence }: SceneRow): Pick<SceneOrder, 'scene' | 'fence'> => ({ scene: id, fence })

/** Where a driver cannot run machines here any more, what was lost was lost for that. */
function blame(drivers: Drivers, name: string, d: SceneDecision): SceneDecision {
  const s = drivers.standings().find((each) => each.name === name)
  if (d.move !== 'lose' || !s || s.ok) return d
  return { ...d, reason: { code: 'driver_unavailable', params: { driver: name, code: s.reason ?? 'unknown' } } }
}

/** What was found out and done. */
type Found = Pick<Came, 'nodes' | 'looks' | 'decision' | 'done' | 'sizes'>

async function find(
  { db, now, log }: Pick<Platform, 'db' | 'now' | 'log'>,
  drivers: Drivers,
  row: SceneRow,
): Promise<Found | 'fenced'> {
  // whose time is over does not wait for a driver that may be the one that hangs
  if (isLate(row, now()))
    return { nodes: [], looks: [], decision: decideScene(row, [], [], now()), done: [], sizes: [] }
  const driver = drivers.of(row)
  const all = (await nodesOf(db, [row.id])).get(row.id) ?? []
  // what the nodes are is not known before the driver said so
  let seen: Pick<Found, 'nodes' | 'looks'> = { nodes: [], looks: [] }
  try {
    seen = { nodes: all, looks: await driver.look(named(row)) }
    const decision = blame(drivers, driver.name, decideScene(row, all, seen.looks, now()))
    const done: DriverOrder[] = []
    const sizes: { id: string; bytes: number }[] = []
    if (decision.orders.length) {
      const order = await sceneOrderOf(db, row)
      for (const o of decision.orders) {
        const bytes = await obey(driver, order, o)
        done.push(o)
        if (o.do === 'snapshot' && bytes) sizes.push({ id: o.name, bytes })
      }
      // what was asked for shows at once
      seen = { nodes: all, looks: await driver.look(named(row)) }
    }
    return { ...seen, decision, done, sizes }
  } catch (e) {
    if (e instanceof DriverRefusal && e.code === 'fenced') return 'fenced'
    if (e instanceof DriverAway)
      return { nodes: all, looks: all.map(lostNodeLook), decision: unreached(row, e, now()), done: [], sizes: [] }
    if (!(e instanceof DriverRefusal))
      log.error({ event: 'scene-driver-failed', error: e, scene: row.id, driver: driver.name }, 'a driver failed')
    const refusal = e instanceof DriverRefusal ? e : new DriverRefusal('driver_failed')
    return { ...seen, decision: decisionOnRefusal(row, refusal), done: [], sizes: [] }
  }
}

/** @returns `freed` when capacity was given back, `fenced` when the driver has heard of somebody newer */
export async function advanceScene(
  platform: Platform,
  drivers: Drivers,
  row: SceneRow,
): Promise<'settled' | 'freed' | 'fenced'> {
  const found = await find(platform, drivers, row)
  if (found === 'fenced') return found
  const { db, now } = platform
  const up = drivers.of(row).packagesAsFiles ? cameUp(found.nodes, found.looks) : new Set<string>()
  const packages = up.size ? packagesFor(row.id, await matterOf(db, row.id), up) : []
  await stagePackages(platform, packages)
  const freed = await (db as Db).tx(async (q) => {
    await expectPackages(q, row, packages, now())
    return recordSceneStep(q, { row, ...found, now: now() })
  })
  layPackages(platform, drivers, packages)
  if (found.decision.move === 'gone' || found.decision.move === 'end')
    platform.background('scene.files', () => dropSceneFiles(platform, row.id))
  return freed ? 'freed' : 'settled'
}
