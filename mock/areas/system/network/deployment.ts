/** Changes of the network: one at a time; the last that was done says which addresses hold. */
import type { Deployment } from '#src/contract/system/network.schema.ts'
import type { PlatformNetwork } from '#src/contract/system/network.ts'
import type { Queryable } from '#mock/db/db.ts'
import { delivered, simulatedController, type PlannedDeployStep } from '#mock/world/network.ts'

const controller = simulatedController

interface Stored {
  id: string
  seq: number
  started_at: string
  by: string
  before: PlatformNetwork
  after: PlatformNetwork
  steps: PlannedDeployStep[]
  fails_at: string | null
}

async function last(q: Queryable): Promise<Stored | undefined> {
  const { rows } = await q.query<Stored>(
    `select d.id, d.seq, d.started_at, coalesce(u.data->>'name', d.started_by) as by, d.before, d.after, d.steps, d.fails_at
     from deployment d left join r_user u on u.id = d.started_by order by d.seq desc limit 1`,
  )
  return rows[0]
}

function present(d: Stored, now: Date): Deployment {
  const began = Date.parse(d.started_at)
  const { length, ...standing } = controller.look(d, (now.getTime() - began) / 1000)
  return {
    ...standing,
    id: d.id,
    started_at: d.started_at,
    ends_at: new Date(began + length * 1000).toISOString(),
    by: d.by,
    from: d.before,
    to: d.after,
  }
}

/** The deployment on its way, or the last one. */
export async function lastDeployment(q: Queryable, now: Date): Promise<Deployment | null> {
  const found = await last(q)
  return found ? present(found, now) : null
}

export interface CurrentNetwork {
  network: PlatformNetwork
  version: number
  deployment: Deployment | null
}

/** The addresses that hold now; they change at the moment a deployment is done. */
export async function currentNetwork(q: Queryable, now: Date): Promise<CurrentNetwork> {
  const found = await last(q)
  if (!found) return { network: delivered, version: 1, deployment: null }
  const deployment = present(found, now)
  return { network: deployment.state === 'done' ? found.after : found.before, version: found.seq + 1, deployment }
}

const turn = 727060

/** Whoever starts a deployment waits for the others who do, until their transactions end. */
export async function lockDeployments(q: Queryable): Promise<void> {
  await q.query(`select pg_advisory_xact_lock(${turn})`)
}

export async function beginDeployment(
  q: Queryable,
  d: { id: string; from: PlatformNetwork; to: PlatformNetwork; version: number; by: string; fails_at: string | null },
  now: Date,
): Promise<void> {
  await q.query(
    `insert into deployment (id, seq, started_at, started_by, before, after, steps, fails_at)
     values ($1, $2, $3, $4, $5::jsonb, $6::jsonb, $7::jsonb, $8)`,
    [
      d.id,
      d.version,
      now.toISOString(),
      d.by,
      JSON.stringify(d.from),
      JSON.stringify(d.to),
      JSON.stringify(controller.plan(d.from, d.to)),
      d.fails_at,
    ],
  )
}
