/** A clearing from its beginning to its end, in small steps beside everybody else's work. */
import { boundsAt, type Cleared, clearableData } from '#src/contract/system/clearing.ts'
import { makeAudit } from '#mock/audit/chain.ts'
import { bySystem } from '#mock/audit/row.ts'
import { configured } from '#mock/configured.ts'
import { isUnique } from '#mock/db/db.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Platform } from '#mock/http/request/handler.ts'
import { clearingCategories } from './categories.ts'
import type { Amount } from './category.ts'

type Entry = { what: Cleared } & Amount
export type FoundEntry = Entry & { before: string | null }
export interface ClearingRow {
  id: string
  state: 'running' | 'done' | 'failed'
  at: string
  started_at: string
  finished_at: string | null
  beat_at: string
  by_name: string
  found: FoundEntry[]
  gone: Entry[]
}
/** Seconds after which a run that says nothing has lost its server. */
const silent = 60
/** Held by the server that begins the clearing whose time has come. */
const turn = 727083
const columns = 'id, state, at, started_at, finished_at, beat_at, by_name, found, gone'

/** What would go, looked at from an instant. */
export async function preview(
  platform: Platform,
  at: Date,
  what: readonly Cleared[] = clearableData,
): Promise<FoundEntry[]> {
  const bounds = boundsAt(at, await configured(platform.settings, 'clearing'))
  const out: FoundEntry[] = []
  for (const w of what) {
    const { before } = bounds[w]
    out.push({
      what: w,
      before: before?.toISOString() ?? null,
      ...(await clearingCategories[w].look(platform, bounds[w])),
    })
  }
  return out
}

export async function lastRun(q: Queryable): Promise<ClearingRow | undefined> {
  const { rows } = await q.query<ClearingRow>(
    `select ${columns} from clearing_run order by started_at desc, id desc limit 1`,
  )
  return rows[0]
}

const sum = (entries: readonly Amount[]): number => entries.reduce((n, e) => n + e.count, 0)

export function presentClearing(r: ClearingRow, now: Date) {
  const lost = r.state === 'running' && now.getTime() - Date.parse(r.beat_at) > silent * 1000
  const [total, done] = [sum(r.found), sum(r.gone)]
  return {
    id: r.id,
    state: lost ? ('interrupted' as const) : r.state,
    started_at: r.started_at,
    finished_at: r.finished_at,
    by: r.by_name,
    progress: r.state === 'done' || total === 0 ? 1 : Math.min(1, done / total),
    found: r.found,
    gone: r.gone,
  }
}

export interface NewClearingRun {
  id: string
  at: Date
  found: FoundEntry[]
  by: string
}

/** Writes the run down. Throws `clearing_running` while there is another. */
export async function beginClearingRun(
  q: Queryable,
  { id, at, found, by }: NewClearingRun,
  now: Date,
): Promise<ClearingRow> {
  const stamp = now.toISOString()
  await q.query(`update clearing_run set state = 'failed', finished_at = $1 where state = 'running' and beat_at < $2`, [
    stamp,
    new Date(now.getTime() - silent * 1000).toISOString(),
  ])
  try {
    const { rows } = await q.query<ClearingRow>(
      `insert into clearing_run (id, state, at, started_at, beat_at, by_name, found)
       values ($1, 'running', $2, $3, $3, $4, $5::jsonb) returning ${columns}`,
      [id, at.toISOString(), stamp, by, JSON.stringify(found)],
    )
    if (rows[0]) return rows[0]
  } catch (e) {
    if (!isUnique(e)) throw e
  }
  throw new Fail('clearing_running')
}

/** Does it. A step that fails ends it with what is gone by then written down. */
export async function clear(platform: Platform, run: ClearingRow): Promise<void> {
  const { db, settings } = platform
  const bounds = boundsAt(new Date(run.at), await configured(settings, 'clearing'))
  const gone = run.found.map(({ what }): Entry => ({ what, count: 0, bytes: 0 }))
  const tell = async (state: ClearingRow['state']) => {
    const now = platform.now().toISOString()
    await db.query(
      `update clearing_run set state = $2, beat_at = $3, gone = $4::jsonb, finished_at = case when $2 = 'running' then null else $3::timestamptz end
       where id = $1`,
      [run.id, state, now, JSON.stringify(gone)],
    )
  }
  try {
    for (const entry of gone)
      for (;;) {
        const taken = await clearingCategories[entry.what].take(platform, bounds[entry.what])
        if (taken.count === 0) break
        entry.count += taken.count
        entry.bytes += taken.bytes
        await tell('running')
      }
    await tell('done')
  } catch (e) {
    await tell('failed')
    throw e
  }
}

/** When the next automatic clearing is due; null when there is none. */
export async function nextRun(q: Queryable, { settings, now }: Platform): Promise<Date | null> {
  const { auto, every } = await configured(settings, 'clearing')
  if (!auto) return null
  const last = await lastRun(q)
  return last ? new Date(Date.parse(last.started_at) + every * 86_400_000) : now()
}

/** Clears when the interval is over. Of several servers one does it. */
export async function clearWhenDue(platform: Platform): Promise<void> {
  const now = platform.now()
  const due = await nextRun(platform.db, platform)
  if (!due || due > now) return
  const found = await preview(platform, now)
  try {
    const run = await platform.db.tx(async (q) => {
      // another server may have cleared since this one looked
      await q.query('select pg_advisory_xact_lock($1)', [turn])
      const still = await nextRun(q, platform)
      if (!still || still > now) return undefined
      const begun = await beginClearingRun(q, { id: platform.newId(), at: now, found, by: '' }, now)
      await makeAudit(platform.db, platform.now).append(q, [
        bySystem('clearing.run', 'clearing', begun.id, now, { found }),
      ])
      return begun
    })
    if (run) await clear(platform, run)
  } catch (e) {
    if (!(e instanceof Fail)) throw e
  }
}
