/** The engine of one server process: its drivers, its worker, its consoles, and the handlers that use them. */
import { createHash } from 'node:crypto'
import os from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sceneDrivers } from '#src/contract/scene/driver.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import type { Origins } from '#mock/http/guard/origins.ts'
import type { RateLimiter } from '#mock/http/guard/rate.ts'
import { type Drivers, makeDrivers } from '#mock/world/scene/drivers.ts'
import { qemuDriver } from '#mock/world/scene/qemu/driver.ts'
import { simulatedDriver } from '#mock/world/scene/simulated/driver.ts'
import { apiBase } from '#mock/http/request/bases.ts'
import { advertisedUrlOf } from './console/carry.ts'
import { hostBeat, sayHost } from './console/host.ts'
import { consoleHandlers } from './console/handlers.ts'
import { makeConsoleHub } from './console/hub.ts'
import { consoleRoute } from './console/route.ts'
import { driverHandlers } from './drivers.ts'
import { reconcile } from './engine/reconcile.ts'
import { startWorker } from './engine/worker.ts'
import { sceneFileHandlers } from './file/handlers.ts'
import { resumeFiles } from './file/inject.ts'
import { sceneHandlers } from './handlers.ts'
import { sceneNodeHandlers } from './nodes.ts'
import { pastHandlers } from './past.ts'
import { recordingHandlers } from './recording/handlers.ts'

/** Where and how this server runs machines of its own. */
export interface MachineSite {
  /** Folder of their disks. */
  root: string
  /** Folder with the `boot/` and `lib/modules/` of the small Linux. */
  system: string
  accel: 'tcg' | 'kvm'
  /** Times as fast as life that simulated machines boot. */
  speed?: number
}

/** Milliseconds between two looks at what the drivers can do. */
const lookEvery = 60_000

/** The same computer and folder are the same host after a restart. */
const hostOf = (site: MachineSite): string =>
  createHash('sha256')
    .update(`${os.hostname()} ${path.resolve(site.root)}`)
    .digest('hex')
    .slice(0, 16)

function driversOf(platform: Platform, site: MachineSite | undefined): Drivers {
  const simulated = simulatedDriver(platform, site?.speed)
  if (!site) return makeDrivers([simulated], '', sceneDrivers)
  const { now, log } = platform
  return makeDrivers([simulated, qemuDriver({ ...site, now, log })], hostOf(site), sceneDrivers)
}

export async function startScenes(platform: Platform, site?: MachineSite, peer?: string) {
  const drivers = driversOf(platform, site)
  // what a driver can do is known before anybody is told
  await drivers.look()
  const server = platform.newId()
  const worker = startWorker({ platform, drivers, server })
  let address = (): string => ''
  const consoles = makeConsoleHub({ platform, drivers, server, address: () => address() })
  const looks = setInterval(() => {
    platform.background('scene.drivers', async () => void (await drivers.look()))
  }, lookEvery)
  looks.unref()
  const say = () =>
    platform.background('scene.host', () => sayHost(platform.db, drivers.host, address(), platform.now()))
  const beats = setInterval(say, hostBeat)
  beats.unref()
  platform.background('scene.reconcile', async () => {
    for (const driver of drivers.all) await reconcile(platform, driver, drivers.home(driver.name))
    await resumeFiles(platform, drivers)
  })
  return {
    drivers,
    worker,
    consoles,
    handlers: {
      ...sceneHandlers(drivers),
      ...sceneNodeHandlers(drivers),
      ...pastHandlers(drivers),
      ...sceneFileHandlers(drivers),
      ...driverHandlers(drivers),
      ...consoleHandlers(consoles),
      ...recordingHandlers,
    },
    async route(app: FastifyInstance, around: { origins: Origins; limiter: RateLimiter }) {
      await consoleRoute(app, { ...around, hub: consoles })
      address = () => advertisedUrlOf(app, apiBase, peer)
    },
    async stop() {
      clearInterval(looks)
      clearInterval(beats)
      await consoles.close()
      await worker.stop()
      await drivers.close()
    },
  }
}
