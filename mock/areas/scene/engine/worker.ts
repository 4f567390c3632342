/** Drives scenes: claims those that are due, several at once, and takes one step with each. One that takes long keeps no other waiting. */
import { setMaxListeners } from 'node:events'
import type { Db } from '#mock/db/db.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import type { Drivers } from '#mock/world/scene/drivers.ts'
import { admitQueuedScenes, passGate } from '../capacity.ts'
import type { SceneRow } from '../row.ts'
import { workChannel } from '../write.ts'
import { claim, type SceneLeaseHolder, release, whileHeld } from './hold.ts'
import { advanceScene } from './step.ts'

/** Scenes a worker has in hand at once, and milliseconds it waits for them when it ends. */
const most = 16
const patience = 3000

export interface Worker {
  /** Does all that is due now. @returns how many scenes were looked at */
  sweep: () => Promise<number>
  wake(): void
  /** Ends when those in hand are done, or their drivers are too slow. */
  stop(): Promise<void>
}
export interface WorkerOptions {
  platform: Platform
  drivers: Drivers
  /** Name of this server process among those on the database. */
  server: string
  everyMs?: number
}

export function startWorker({ platform, drivers, server, everyMs = 500 }: WorkerOptions): Worker {
  const { db, now, log } = platform
  const end = new AbortController()
  setMaxListeners(0, end.signal)
  const holder: SceneLeaseHolder = { db, now, server, host: drivers.host, end: end.signal }
  const inHand = new Set<Promise<void>>()
  let stopped = false
  let woken = false
  let rouse = (): void => {}

  const letIn = (freed: boolean): Promise<void> =>
    (db as Db).tx(async (q) => {
      await passGate(q)
      await admitQueuedScenes(q, platform, freed)
    })

  async function drive(row: SceneRow): Promise<void> {
    const outcome = await whileHeld(holder, row, async () => {
      const came = await advanceScene(platform, drivers, row)
      if (came === 'fenced') await release(holder, row)
      if (came === 'freed') await letIn(true)
    })
    if (outcome === 'silent')
      log.error(
        { event: 'scene-driver-silent', scene: row.id, driver: row.driver, status: row.status },
        'a driver did not answer in time',
      )
  }

  /** Takes as many as there are hands free. @returns how many came */
  async function take(): Promise<number> {
    const free = most - inHand.size
    const rows = free > 0 ? await claim(holder, free) : []
    for (const row of rows) {
      const work: Promise<void> = drive(row)
        .catch((error: unknown) => {
          log.error({ event: 'scene-step-failed', error, scene: row.id }, 'a scene could not be driven')
        })
        .finally(() => {
          inHand.delete(work)
          wake()
        })
      inHand.add(work)
    }
    return rows.length
  }

  async function sweep(): Promise<number> {
    for (let all = 0; ; ) {
      const n = await take()
      all += n
      if (n > 0) continue
      if (inHand.size === 0) return all
      await Promise.race(inHand)
    }
  }

  async function waiting(): Promise<void> {
    const { rows } = await db.query<{ n: number }>(`select count(*)::int as n from scene where status = 'in-queue'`)
    if (rows[0]?.n) await letIn(false)
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
        while (!stopped && (await take()) > 0);
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
      const late = setTimeout(() => end.abort(), patience)
      await Promise.all(inHand)
      clearTimeout(late)
      await (await heard)()
    },
  }
}
