import { keepsPlace, type PlatformNetwork, sameNetwork } from '#src/contract/system/network.ts'
import { area, Fail, type Caller } from '#mock/http/request/handler.ts'
import { mayCall } from '#mock/http/guard/may.ts'
import type { Queryable } from '#mock/db/db.ts'
import { documents } from '#mock/crud/documents.ts'
import { beginDeployment, currentNetwork, lastDeployment, lockDeployments } from './deployment.ts'

const nodes = documents('compute-node')

/** Names of the enabled compute nodes that could not be reached afterwards. */
async function heldBack(q: Queryable, from: PlatformNetwork, to: PlatformNetwork): Promise<string[]> {
  const { rows } = await q.query<{ name: string; address: string }>(
    `select data->>'name' as name, data->>'address' as address from ${nodes.table}
     where data->>'status' = 'enabled' order by data->>'name'`,
  )
  const moved = from.node_ip !== to.node_ip
  return rows.filter((n) => moved || !keepsPlace(n.address, to)).map((n) => n.name)
}

const row = (who: Caller, network: PlatformNetwork, version: number) => ({
  ...network,
  id: 'current' as const,
  version,
  can: mayCall(who, 'PUT /network/current') ? ['update'] : [],
})

/** `world.network.web`: the step at which the simulated controller gives up, asked for in development. */
const asked = (fault: string | undefined): string | null =>
  fault?.startsWith('world.network.') ? fault.slice('world.network.'.length) : null

export const networkHandlers = area({
  'GET /network/current': async ({ q, who, platform }) => {
    const { network, version } = await currentNetwork(q, platform.now())
    return row(who, network, version)
  },

  'PUT /network/current': async ({ q, body, who, platform, meta, audit }) => {
    const now = platform.now()
    await lockDeployments(q)
    const { network: from, version, deployment } = await currentNetwork(q, now)
    const { version: read, ...to } = body
    if (read !== version) throw new Fail('stale_version', { current: row(who, from, version) })
    if (deployment && (deployment.state === 'running' || deployment.state === 'rolling_back'))
      throw new Fail('deployment_running', { ends_at: deployment.ends_at })
    if (sameNetwork(from, to)) throw new Fail('no_changes')
    const held = await heldBack(q, from, to)
    if (held.length) throw new Fail('node_enabled', { nodes: held })
    const id = platform.newId()
    await beginDeployment(q, { id, from, to, version, by: who.id, fails_at: asked(meta.fault) }, now)
    audit({ entity: 'network', id, before: from, after: to })
    return row(who, from, version + 1)
  },

  'GET /network/deployment': async ({ q, platform }) => ({
    deployment: await lastDeployment(q, platform.now()),
    server_time: platform.now().toISOString(),
  }),
})
