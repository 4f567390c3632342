/** Physical devices as the network sees them. Simulated: each gives a sign of life every ten seconds until something breaks it. */
import type { Queryable } from '../db/db.ts'

export interface DeviceWatch {
  /** When each of the devices was last heard of, by id. */
  seen(q: Queryable, ids: readonly string[], now: Date): Promise<ReadonlyMap<string, Date>>
}

const every = 10_000

export const simulatedDevices: DeviceWatch = {
  async seen(q, ids, now) {
    const { rows } = await q.query<{ ref: string; since: string }>(
      `select ref, since from world_fault where kind = 'device' and ref = any($1::text[])`,
      [[...ids]],
    )
    const broken = new Map(rows.map((r) => [r.ref, new Date(r.since).getTime()]))
    return new Map(
      ids.map((id) => {
        const until = Math.min(now.getTime(), broken.get(id) ?? Number.POSITIVE_INFINITY)
        return [id, new Date(Math.floor(until / every) * every)]
      }),
    )
  },
}
