/** The engine of one server process: its driver, its worker, and the handlers that use them. */
import type { Platform } from '#mock/http/handler.ts'
import { simulatedDriver } from '#mock/world/scene/simulated/driver.ts'
import { startWorker } from './engine/worker.ts'
import { sceneHandlers } from './handlers.ts'
import { nodeHandlers } from './nodes.ts'
import { pastHandlers } from './past.ts'

export function startScenes(platform: Platform) {
  const driver = simulatedDriver(platform)
  const server = platform.newId()
  const worker = startWorker({ platform, driver, server })
  return {
    driver,
    worker,
    handlers: { ...sceneHandlers, ...nodeHandlers(driver), ...pastHandlers(driver) },
    stop: () => worker.stop(),
  }
}
