/**
 * One editor at a time: a lease that every sign of life and every save renews. It belongs to a tab, so that somebody's second tab does not
 * write over his first. A lease that ran out goes on as long as nobody else took it: whoever slept for an hour saves what he has.
 */
import { signedRow } from '#mock/crud/signed.ts'
import { topologyLimits } from '#src/contract/topology/topology.ts'
import type { Lock } from '#src/contract/topology/routes.ts'
import { documents } from '#mock/crud/documents.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail } from '#mock/http/request/handler.ts'

const users = documents('user')

interface Row {
  topology_id: string
  user_id: string
  tab: string
  since: string
  until: string
}
export interface EditorTab {
  user: string
  tab: string
}

const until = (now: Date): string => new Date(now.getTime() + topologyLimits.lease * 1000).toISOString()
const columns = 'topology_id, user_id, tab, since, until'

async function shown(q: Queryable, row: Row, caller: string): Promise<Lock> {
  const user = await users.get(q, row.user_id)
  return {
    by: {
      id: row.user_id,
      name: signedRow(user),
    },
    mine: row.user_id === caller,
    since: row.since,
    until: row.until,
  }
}

const refuse = async (q: Queryable, row: Row | undefined, caller: string): Promise<Fail> => {
  if (!row) return new Fail('locked', { reason: 'not_held' })
  const { by, mine, since, until: to } = await shown(q, row, caller)
  return new Fail('locked', { reason: 'held', name: by.name, mine, since, until: to })
}

async function stored(q: Queryable, id: string): Promise<Row | undefined> {
  const { rows } = await q.query<Row>(`select ${columns} from topology_lock where topology_id = $1`, [id])
  return rows[0]
}

/** Who is editing now. */
export async function lockOf(q: Queryable, id: string, now: Date, caller: string): Promise<Lock | null> {
  const row = await stored(q, id)
  return row && new Date(row.until) > now ? shown(q, row, caller) : null
}

/** Those of the ids that somebody is editing, with his id and since when. */
export async function editing(
  q: Queryable,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, { user: string; since: string }>> {
  const { rows } = await q.query<Row>(
    `select ${columns} from topology_lock where topology_id = any($1::text[]) and until > $2`,
    [[...ids], now.toISOString()],
  )
  return new Map(rows.map((r) => [r.topology_id, { user: r.user_id, since: r.since }]))
}

/** Throws `locked` with who has it, unless nobody has or it is taken over. The same tab takes it again. */
export async function takeLock(q: Queryable, id: string, who: EditorTab, now: Date, over: boolean): Promise<Lock> {
  const { rows } = await q.query<Row>(
    `insert into topology_lock as l (topology_id, user_id, tab, since, until) values ($1, $2, $3, $4, $5)
     on conflict (topology_id) do update set user_id = excluded.user_id, tab = excluded.tab, until = excluded.until,
       since = case when l.user_id = excluded.user_id and l.tab = excluded.tab then l.since else excluded.since end
     where $6::boolean or l.until <= $4 or (l.user_id = $2 and l.tab = $3)
     returning ${columns}`,
    [id, who.user, who.tab, now.toISOString(), until(now), over],
  )
  const [row] = rows
  if (!row) throw await refuse(q, await stored(q, id), who.user)
  return shown(q, row, who.user)
}

/** Renews the lease of the tab that has it; throws `locked` with who has it by now. */
export async function keepLock(q: Queryable, id: string, who: EditorTab, now: Date): Promise<Lock> {
  const { rows } = await q.query<Row>(
    `update topology_lock set until = $4 where topology_id = $1 and user_id = $2 and tab = $3 returning ${columns}`,
    [id, who.user, who.tab, until(now)],
  )
  const [row] = rows
  if (!row) throw await refuse(q, await stored(q, id), who.user)
  return shown(q, row, who.user)
}

export async function releaseLock(q: Queryable, id: string, who: EditorTab): Promise<boolean> {
  const { rows } = await q.query<{ id: string }>(
    'delete from topology_lock where topology_id = $1 and user_id = $2 and tab = $3 returning topology_id as id',
    [id, who.user, who.tab],
  )
  return rows.length === 1
}

/** Seconds in which somebody who comes back to a drawing goes on with what he began. */
const sitting = 3600

/** Whether the trail is told: of a beginning, unless the same person's stands there already; of an end, where its beginning does. */
export async function worthTelling(q: Queryable, id: string, user: string, now: Date, what: 'lock' | 'unlock') {
  const { rows } = await q.query<{ user_id: string | null; action: string; at: string }>(
    `select user_id, action, at from audit
     where entity_id = $1 and action in ('topology.lock', 'topology.unlock') and result = 'done' order by at desc, seq desc limit 1`,
    [id],
  )
  const [last] = rows
  if (last?.user_id !== user) return true
  return what === 'unlock' ? last.action === 'topology.lock' : now.getTime() - Date.parse(last.at) > sitting * 1000
}
