/** Services of the platform, through their drivers. */
import { Readable } from 'node:stream'
import type { BusinessService } from '#src/contract/operation/service.schema.ts'
import { businessServiceMachine } from '#src/contract/operation/service.ts'
import type { Queryable } from '#mock/db/db.ts'
import { area, Fail, type Caller } from '#mock/http/request/handler.ts'
import { mayCall } from '#mock/http/guard/may.ts'
import type { ServiceDriver } from '#mock/world/service/driver.ts'
import type { OwnServer } from '#mock/world/service/own.ts'
import { serviceDrivers } from '#mock/world/service/registry.ts'

const atOnce = 200
const inFile = 20_000
const day = 86_400_000

async function shown(driver: ServiceDriver, q: Queryable, who: Caller, now: Date): Promise<BusinessService> {
  const facts = await driver.facts(q, now)
  const may = mayCall(who, 'POST /business-services/:id/restart')
  const can = ['log', ...(may && driver.restart && businessServiceMachine[facts.status].restart ? ['restart'] : [])]
  return { id: driver.name, ...facts, can }
}

export function serviceHandlers(server: OwnServer) {
  const all = serviceDrivers(server)
  const find = (id: string): ServiceDriver => {
    const driver = all.find((d) => d.name === id)
    if (!driver) throw new Fail('not_found')
    return driver
  }
  return area({
    'GET /business-services': async ({ q, who, platform }) => {
      const now = platform.now()
      const items: BusinessService[] = []
      for (const driver of all) items.push(await shown(driver, q, who, now))
      return { items, server_time: now.toISOString() }
    },
    'POST /business-services/:id/restart': async ({ q, params, who, platform, audit, after }) => {
      const driver = find(params.id)
      await q.query('lock table world_service in share row exclusive mode')
      const before = await shown(driver, q, who, platform.now())
      if (!driver.restart || !before.can.includes('restart'))
        throw new Fail('not_allowed_in_state', { status: before.status, action: 'restart' })
      const begun = await driver.restart(q, platform.now(), who.id)
      if (begun.after) after(begun.after)
      audit({ entity: 'service', id: driver.name, before: { status: before.status }, after: { status: 'restarting' } })
      const row = await shown(driver, q, who, platform.now())
      // a service that ends with this answer cannot say so itself
      return begun.after ? { ...row, status: 'restarting', progress: 0, can: ['log'] } : row
    },
    'GET /business-services/:id/log': async ({ q, params, query, platform }) => {
      const before = query.before ? new Date(query.before) : new Date(platform.now().getTime() + 1)
      const { lines, more } = await find(params.id).log(q, {
        q: query.q?.trim(),
        levels: query.level,
        before,
        most: atOnce,
      })
      return { items: lines, earlier: more ? (lines[0]?.at ?? null) : null }
    },
    'GET /business-services/:id/log/file': async ({ q, params, query, platform, audit }) => {
      const driver = find(params.id)
      const now = platform.now()
      const { lines } = await driver.log(q, {
        q: query.q?.trim(),
        levels: query.level,
        before: new Date(now.getTime() + 1),
        most: inFile,
      })
      const since = new Date(now.getTime() - day).toISOString()
      audit({ entity: 'service', id: driver.name })
      const text = lines
        .filter((l) => l.at >= since)
        .map((l) => `${l.at} ${l.level.toUpperCase().padEnd(5)} ${l.text}\n`)
      return {
        name: `${driver.name}-${now.toISOString().slice(0, 10)}.log`,
        type: 'text/plain; charset=utf-8',
        body: Readable.from([text.join('')]),
      }
    },
  })
}
