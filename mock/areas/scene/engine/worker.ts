/**
 * Drives scenes: claims those that are due, asks their driver, decides, does, writes. What it does lies outside of transactions and may be done
 * twice; what it writes counts only while the scene is as it was when it was claimed and nobody else has taken it over since (`fence`).
 */
import type { Db, Queryable } from '#mock/db/db.ts'
import type { Platform } from '#mock/http/handler.ts'
import { DriverRefusal, type NodeLook, type SceneDriver, type SceneOrder } from '#mock/world/scene/driver.ts'
import { admit, passGate } from '../capacity.ts'
import { columns, matterOf, nodesOf, type SceneRow } from '../row.ts'
import { later } from '../time.ts'
import { workChannel } from '../write.ts'
import { decide, type Decision, type Order } from './decide.ts'
import { refused } from './refused.ts'
import { settle } from './settle.ts'

/**
 * Seconds a scene belongs to the worker that claimed it, and milliseconds after which one at work says that it is still there. Short against
 * every deadline: what a dead worker held is soon somebody else’s.
 */
const lease = 10
const beat = 3000
/** Scenes of one claim, and how many are worked on at once. */
const some = 16

export interface Worker {
  /** Does all that is due now. @returns how many scenes were looked at */
  sweep(): Promise<number>
  wake(): void
  stop(): Promise<void>
}
export interface WorkerOptions {
  platform: Platform
  driver: SceneDriver
  /** Name of this server process among those on the database. */
  server: string
  everyMs?: number
}

export const orderOf = async (q: Queryable, row: Pick<SceneRow, 'id' | 'fence'>): Promise<SceneOrder> => ({
  scene: row.id,
  fence: row.fence,
  ...(await matterOf(q, row.id)),
})

async function obey(driver: SceneDriver, order: SceneOrder, o: Order): Promise<void> {
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
      await driver.snapshot(order, o.name)
      return
    case 'restore':
      return driver.restore(order, o.name)
    default:
      return driver[o.do](order)
  }
}

export function startWorker({ platform, driver, server, everyMs = 500 }: WorkerOptions): Worker {
  const { db, now, log } = platform

  async function claim(): Promise<SceneRow[]> {
    const at = now()
    const { rows } = await db.query<SceneRow>(
      `update scene set fence = fence + case when leased_by is distinct from $1 then 1 else 0 end, leased_by = $1, leased_until = $3
       where id in (select id from scene where next_at <= $2::timestamptz and (leased_until is null or leased_until <= $2::timestamptz)
                    order by next_at, id limit ${some} for update skip locked)
       returning ${columns}`,
      [server, at.toISOString(), later(at, lease)],
    )
    return rows
  }

  async function held(row: SceneRow): Promise<void> {
    const beats = setInterval(() => {
      db.query('update scene set leased_until = $4 where id = $1 and fence = $2 and leased_by = $3', [
        row.id,
        row.fence,
        server,
        later(now(), lease),
      ]).catch(() => {})
    }, beat)
    try {
      await step(row)
    } finally {
      clearInterval(beats)
    }
  }

  async function step(row: SceneRow): Promise<void> {
    const nodes = (await nodesOf(db, [row.id])).get(row.id) ?? []
    let looks: readonly NodeLook[] = []
    let decision: Decision
    let done: Order[] = []
    try {
      looks = await driver.look({ scene: row.id, fence: row.fence })
      decision = decide(row, nodes, looks, now())
      if (decision.orders.length) {
        const order = await orderOf(db, row)
        for (const o of decision.orders) {
          await obey(driver, order, o)
          done.push(o)
        }
        // what was asked for shows at once
        looks = await driver.look({ scene: row.id, fence: row.fence })
      }
    } catch (e) {
      if (e instanceof DriverRefusal && e.code === 'fenced') return release(row)
      if (!(e instanceof DriverRefusal))
        log.error({ event: 'scene-driver-failed', error: e, scene: row.id }, 'a driver failed')
      done = []
      decision = refused(row, e instanceof DriverRefusal ? e : new DriverRefusal('driver_failed'))
    }
    const freed = await db.tx((q) => settle(q, { row, nodes, looks, decision, done, now: now() }))
    if (freed) await letIn()
  }

  const release = (row: SceneRow): Promise<void> =>
    db
      .query('update scene set leased_until = null where id = $1 and fence = $2 and leased_by = $3', [
        row.id,
        row.fence,
        server,
      ])
      .then(() => {})

  const letIn = (): Promise<void> =>
    (db as Db).tx(async (q) => {
      await passGate(q)
      await admit(q, platform)
    })

  async function once(): Promise<number> {
    const rows = await claim()
    await Promise.all(
      rows.map((row) =>
        held(row).catch((error: unknown) => {
          log.error({ event: 'scene-step-failed', error, scene: row.id }, 'a scene could not be driven')
        }),
      ),
    )
    return rows.length
  }

  async function waiting(): Promise<void> {
    const { rows } = await db.query<{ n: number }>(`select count(*)::int as n from scene where status = 'in-queue'`)
    if (rows[0]?.n) await letIn()
  }

  let stopped = false
  let woken = false
  let rouse = (): void => {}
  let busy: Promise<unknown> = Promise.resolve()
  /** One sweep at a time, whoever asks. */
  function sweep(): Promise<number> {
    const mine = busy.then(async () => {
      let all = 0
      for (;;) {
        const n = await once()
        all += n
        if (n === 0) return all
      }
    })
    busy = mine.catch(() => {})
    return mine
  }

  const rest = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, everyMs)
      timer.unref()
      rouse = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  let turns = 0
  const running = (async () => {
    while (!stopped) {
      woken = false
      try {
        await sweep()
        // a server that died between freeing and letting in
        if (turns++ % 20 === 0) await waiting()
      } catch (error) {
        if (!stopped) log.error({ event: 'scene-sweep-failed', error }, 'scenes could not be looked at')
      }
      if (!stopped && !woken) await rest()
    }
  })()
  const heard = db.listen(workChannel, () => wake())
  function wake(): void {
    woken = true
    rouse()
  }
  return {
    sweep,
    wake,
    async stop() {
      stopped = true
      rouse()
      await running
      await (await heard)()
    },
  }
}
