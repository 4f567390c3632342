/** Which driver runs a scene, and what can run one on this server. */
import type { SceneDriverName } from '#src/contract/scene/driver.ts'
import { configured } from '#mock/configured.ts'
import { configHandlers } from '#mock/areas/system/config/handlers.ts'
import { area, Fail, type Platform } from '#mock/http/request/handler.ts'
import { DriverAway, type SceneDriver, type SceneOrder } from '#mock/world/scene/driver.ts'
import type { Drivers } from '#mock/world/scene/drivers.ts'

/** What a new scene runs on. */
export interface Runner {
  driver: SceneDriver
  host: string
}

/** A driver by name, where it can run machines here and now. */
export function runnerOf(drivers: Drivers, name: SceneDriverName): Runner {
  const { ok, reason } = drivers.standing(name)
  if (!ok) throw new Fail('driver_unavailable', { driver: name, reason })
  const host = drivers.home(name)
  return { driver: drivers.of({ driver: name, host }), host }
}

/** The one that was asked for, where that may be chosen; else the configured one. */
export async function chosenRunner(
  { settings }: Pick<Platform, 'settings'>,
  drivers: Drivers,
  asked: SceneDriverName | undefined,
): Promise<Runner> {
  const { scene_driver: usual, scene_choice: choice } = await configured(settings, 'scenes')
  if (asked !== undefined && asked !== usual && !choice)
    throw new Fail('validation', { fields: [{ path: 'driver', rule: 'fixed' }] })
  return runnerOf(drivers, asked ?? usual)
}

/** Refuses a drawing of which the driver knows already that it cannot be run, node by node. */
export async function refuseUnplanned(driver: SceneDriver, order: SceneOrder): Promise<void> {
  const { problems } = await driver.plan(order).catch((e: unknown) => {
    throw e instanceof DriverAway ? new Fail('driver_unavailable', { driver: e.driver, reason: e.reason }) : e
  })
  const names = new Map(order.document.nodes.map((n) => [n.id, n.name]))
  if (problems.length)
    throw new Fail('topology_unfit', {
      problems: problems.map(({ node, code }) => ({ node: names.get(node) ?? '', code })),
    })
}

export const driverHandlers = (drivers: Drivers) =>
  area({
    // as any other section, but what cannot run machines here is not chosen
    'PUT /config/scenes': async (c) => {
      const { scene_driver: name } = c.body
      const before = await configured(c.platform.settings, 'scenes')
      const { ok } = drivers.standing(name)
      if (!ok && name !== before.scene_driver)
        throw new Fail('validation', {
          fields: [{ path: 'scene_driver', rule: 'driver_unavailable' }],
          in: 'body',
        })
      return configHandlers['PUT /config/scenes'](c)
    },
    'GET /drivers': async ({ platform }) => {
      const { scene_driver, scene_choice } = await configured(platform.settings, 'scenes')
      return { items: [...(await drivers.look())], default: scene_driver, choice: scene_choice }
    },
  })
