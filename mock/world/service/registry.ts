/** Every service of the platform with its driver. */
import { type ServiceName, serviceNames } from '#src/contract/operation/service.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { ServiceDriver } from './driver.ts'
import { forms } from './lines.ts'
import { ownApi, ownDatabase, type OwnServer } from './own.ts'
import { simulated } from './simulated.ts'
import { keysOf } from '#src/contract/lib/typed.ts'

const outside = keysOf(forms)
const drivers = new Map<ServiceName, ServiceDriver>(outside.map((name) => [name, simulated(name)]))

export function serviceDrivers(server: OwnServer): ServiceDriver[] {
  const all = new Map(drivers).set('api', ownApi(server)).set('database', ownDatabase(server))
  return serviceNames.flatMap((name) => all.get(name) ?? [])
}

/** How many services outside of this server do not run. */
export async function brokenServices(q: Queryable, now: Date): Promise<number> {
  let n = 0
  for (const driver of drivers.values()) if ((await driver.facts(q, now)).status === 'abnormal') n++
  return n
}
