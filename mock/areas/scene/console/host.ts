/** Servers that keep machines say where the others reach them, so that a console of a machine is opened wherever its page was sent. */
import type { Queryable } from '#mock/db/db.ts'

/** Milliseconds between two signs of life. */
export const hostBeat = 5000

export async function sayHost(q: Queryable, host: string, address: string, now: Date): Promise<void> {
  if (host === '' || address === '') return
  await q.query(
    `insert into machine_host (host, address, seen_at) values ($1, $2, $3)
     on conflict (host) do update set address = excluded.address, seen_at = excluded.seen_at`,
    [host, address, now.toISOString()],
  )
}
