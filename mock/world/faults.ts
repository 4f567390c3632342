/** What is broken in the simulated outside, by kind of thing and its name. A real driver asks the thing itself. */
import type { Queryable } from '../db/db.ts'

export async function faultsOf(q: Queryable, kind: string): Promise<ReadonlySet<string>> {
  const { rows } = await q.query<{ ref: string }>('select ref from world_fault where kind = $1', [kind])
  return new Set(rows.map((r) => r.ref))
}

export async function breakThing(q: Queryable, kind: string, ref: string, now: Date): Promise<void> {
  await q.query('insert into world_fault (kind, ref, since) values ($1, $2, $3) on conflict do nothing', [
    kind,
    ref,
    now.toISOString(),
  ])
}

export async function mendThing(q: Queryable, kind: string, ref: string): Promise<void> {
  await q.query('delete from world_fault where kind = $1 and ref = $2', [kind, ref])
}
