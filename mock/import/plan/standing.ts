/** Whether what a plan was compared with still stands, and the comparison made again where it does not. */
import type { Db, Queryable } from '#mock/db/db.ts'
import { tableOf } from '#mock/crud/shape.ts'
import type { Hand } from '#mock/crud/documents.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import type { PlanDrift } from '#src/contract/import/import.schema.ts'
import type { RowVerdict } from '#src/contract/import/import.ts'
import { difference } from './draft.ts'
import type { Importable, Look } from './importable/importable.ts'
import { fittedTo } from './fit.ts'
import { importables } from './importables.ts'
import { importPackageOf, restate } from './package.ts'
import { isSet } from './may.ts'
import { planSize, type PlanRow, planRowBatches, sound, usualChoice } from './rows.ts'

/** Rows of a batch that were new and stand by now. */
export const standingNow = async (look: Look, by: Importable, rows: readonly PlanRow[]): Promise<number> =>
  (
    await by.find(
      look,
      rows.map((r) => ({ ...r.extra, ...r.data })),
    )
  ).filter(Boolean).length

/**
 * How many rows of the plan would have another verdict by now.
 * @param fresh which new rows to look for: all, or sets and those nobody takes, when the others are looked for as they are written
 */
export async function staleRows(
  { q, platform }: Look,
  packageId: string,
  resources: readonly string[],
  fresh: 'all' | 'skipped',
): Promise<number> {
  let stale = 0
  for (const by of importables.filter((i) => resources.includes(i.resource))) {
    if (by.store) {
      const { store } = by
      for await (const batch of planRowBatches(
        q,
        packageId,
        `resource = '${by.resource}' and verdict in ('same', 'changed')`,
      )) {
        const now = await store.byIds(
          q,
          batch.flatMap((r) => r.target_id ?? []),
        )
        const versions = new Map(now.map((d) => [d.id, d.version]))
        stale += batch.filter((r) => versions.get(r.target_id ?? '') !== r.current_version).length
      }
    } else {
      const { rows } = await q.query<{ n: number }>(
        `select count(*) as n from import_row i left join ${tableOf(by.resource)} t on t.id = i.target_id
       where i.package_id = $1 and i.resource = $2 and i.verdict in ('same', 'changed')
         and t.version is distinct from i.current_version`,
        [packageId, by.resource],
      )
      stale += rows[0]?.n ?? 0
    }
    const some = fresh === 'all' || isSet(by.resource) ? '' : ` and choice <> 'take'`
    for await (const batch of planRowBatches(
      q,
      packageId,
      `resource = '${by.resource}' and verdict = 'new'${some}`,
      0,
      planSize,
    ))
      stale += await standingNow({ q, platform }, by, batch)
  }
  return stale
}

/** Does it while the package is a plan and stays one; undefined when somebody else has applied it since we looked. */
const whilePlanned = <T>(db: Db, packageId: string, work: (q: Queryable) => Promise<T>): Promise<T | undefined> =>
  db.tx(async (q) => {
    const { state } = await importPackageOf(q, packageId, 'for update')
    return state === 'planned' ? work(q) : undefined
  })

/** Rows of a comparison that a page names one by one. */
const mostNamed = 20

/** What came out otherwise than before, row by row. A row that is the same at another version is no news. */
function since(at: Date) {
  const out: PlanDrift = { at: at.toISOString(), rows: 0, moves: [], first: [] }
  let joined = true
  return {
    out,
    /** Nothing came out otherwise but sets that somebody else has made meanwhile. */
    joined: () => joined && out.rows > 0,
    note: ({ n, resource, label, verdict: before }: PlanRow, now: RowVerdict): void => {
      if (before === 'same' && now === 'same') return
      joined &&= isSet(resource) && before === 'new' && now === 'same'
      const move = out.moves.find((m) => m.before === before && m.now === now)
      if (move) move.rows++
      else out.moves.push({ before, now, rows: 1 })
      if (out.rows++ < mostNamed) out.first.push({ n, resource, label, before, now })
    },
  }
}

/**
 * Compares every row that may be written again, and states the plan anew with what came out otherwise. Where what stands has changed, a row
 * that was skipped stays skipped, and one that was to be overwritten is asked about anew: it was another text that somebody agreed to
 * overwrite.
 * @returns undefined when it is no plan any more: it was applied meanwhile. `joined` is the version of a plan that is as it was, but that sets
 * it would have made are there by now
 */
export async function compareAgain(
  platform: Platform,
  packageId: string,
  { at, by: user }: Hand,
): Promise<{ since: PlanDrift; joined: number | undefined } | undefined> {
  const { db, newId } = platform
  const { out, joined, note } = since(at)
  for (const by of importables)
    for await (const batch of planRowBatches(db, packageId, `resource = '${by.resource}' and ${sound}`)) {
      const found = await by.find(
        { q: db, platform },
        batch.map((r) => ({ ...r.extra, ...r.data })),
      )
      const standing = new Map(batch.map((row, i) => [row, found[i]]))
      await fittedTo({ q: db, platform }, by, batch, (row) => standing.get(row))
      const moved = batch.flatMap((row, i): { row: PlanRow; now: PlanRow }[] => {
        const now = found[i]
        if (!now && row.verdict === 'new') return []
        if (now && now.id === row.target_id && now.version === row.current_version) return []
        const differs = now ? difference(by, row.data ?? {}, now.data) : []
        const verdict: RowVerdict = !now ? 'new' : differs.length ? 'changed' : 'same'
        const compared = {
          verdict,
          choice: verdict === row.verdict && row.choice === 'skip' ? ('skip' as const) : usualChoice[verdict],
          difference: differs,
          target_id: now?.id ?? by.idOf?.(row.data ?? {}) ?? newId(),
          current_version: now?.version ?? null,
        }
        return [{ row, now: { ...row, ...compared } }]
      })
      if (!moved.length) continue
      const rows = moved.map((m) => m.now)
      const twice = await whilePlanned(db, packageId, (q) => replace(q, packageId, by.resource, rows))
      if (!twice) return undefined
      for (const { row, now } of moved) note(row, twice.has(row.n) ? 'duplicate' : now.verdict)
    }
  return whilePlanned(db, packageId, async (q) => {
    if (out.rows && !joined())
      await q.query(
        `update import_package set details = coalesce(details, '{}') || jsonb_build_object('since', $2::jsonb) where id = $1`,
        [packageId, JSON.stringify(out)],
      )
    const { version } = await restate(q, packageId, at, user)
    return { since: out, joined: joined() ? version : undefined }
  })
}

/** @returns numbers of rows that are duplicates now */
async function replace(
  q: Queryable,
  packageId: string,
  resource: string,
  rows: readonly PlanRow[],
): Promise<Set<number>> {
  await q.query(
    `update import_row i set verdict = r.verdict, choice = r.choice, data = r.data, difference = r.difference, target_id = r.target_id,
       current_version = r.current_version
     from jsonb_populate_recordset(null::import_row, $2::jsonb) r where i.package_id = $1 and i.n = r.n`,
    [packageId, JSON.stringify(rows)],
  )
  // of two rows that are about the same standing row by now, the first counts
  const { rows: twice } = await q.query<{ n: number }>(
    `update import_row i set verdict = 'duplicate', choice = 'skip', difference = '[]',
       reasons = jsonb_build_array(jsonb_build_object('path', '', 'rule', 'duplicate_in_package', 'params',
         f.place || jsonb_build_object('place', concat(f.place->>'file', ':' || (f.place->>'line'), ' #' || (f.place->>'index')))))
     from import_row f
     where i.package_id = $1 and i.resource = $2 and i.n = any($3::integer[]) and f.package_id = $1 and f.resource = $2
       and f.target_id = i.target_id and f.n < i.n and f.${sound}
     returning i.n`,
    [packageId, resource, rows.map((r) => r.n)],
  )
  // rows that named one of these name what it is now
  for (const child of importables.filter((i) => i.parent?.resource === resource))
    await q.query(
      `update import_row c set data = jsonb_set(c.data, array[$2::text], to_jsonb(p.target_id))
       from import_row p
       where c.package_id = $1 and c.resource = $3 and c.data is not null and p.package_id = $1 and p.n = c.needs
         and p.n = any($4::integer[])`,
      [packageId, child.parent?.field, child.resource, rows.map((r) => r.n)],
    )
  return new Set(twice.map((r) => r.n))
}
