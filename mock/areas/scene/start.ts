/** The engine of one server process: its driver, its worker, its consoles, and the handlers that use them. */
import type { FastifyInstance } from 'fastify'
import type { Platform } from '#mock/http/handler.ts'
import type { Origins } from '#mock/http/origins.ts'
import { simulatedDriver } from '#mock/world/scene/simulated/driver.ts'
import { addressOf } from './console/carry.ts'
import { consoleHandlers } from './console/handlers.ts'
import { makeConsoleHub } from './console/hub.ts'
import { consoleRoute } from './console/route.ts'
import { reconcile } from './engine/reconcile.ts'
import { startWorker } from './engine/worker.ts'
import { fileHandlers } from './file/handlers.ts'
import { resumeFiles } from './file/inject.ts'
import { sceneHandlers } from './handlers.ts'
import { nodeHandlers } from './nodes.ts'
import { pastHandlers } from './past.ts'
import { recordingHandlers } from './recording/handlers.ts'

export function startScenes(platform: Platform, peer?: string) {
  const driver = simulatedDriver(platform)
  const server = platform.newId()
  const worker = startWorker({ platform, driver, server })
  let address = (): string => ''
  const consoles = makeConsoleHub({ platform, driver, server, address: () => address() })
  platform.background('scene.reconcile', async () => {
    await reconcile(platform, driver)
    await resumeFiles(platform, driver)
  })
  return {
    driver,
    worker,
    consoles,
    handlers: {
      ...sceneHandlers,
      ...nodeHandlers(driver),
      ...pastHandlers(driver),
      ...fileHandlers(driver),
      ...consoleHandlers(consoles),
      ...recordingHandlers,
    },
    async route(app: FastifyInstance, bases: readonly string[], origins: Origins) {
      await consoleRoute(app, bases, origins, consoles)
      address = () => addressOf(app, bases[0] ?? '', peer)
    },
    async stop() {
      await consoles.close()
      await worker.stop()
    },
  }
}
