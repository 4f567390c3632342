/** Puts back what stood before an import, inside the caller's transaction. A row that somebody changed since stays, and says so. */
import { createHash } from 'node:crypto'
import { type StayedFor, stayedFor } from '#src/contract/import/import.ts'
import type { Queryable } from '#mock/db/db.ts'
import { tableOf } from '#mock/crud/shape.ts'
import type { Hand } from '#mock/crud/documents.ts'
import type { Data } from '#mock/crud/shape.ts'
import type { AuditEvent } from '#mock/http/request/handler.ts'
import { type Phase, phasesOf, touchedBy, traceRow } from './apply.ts'
import { contentDigest } from './digest.ts'
import type { Importable } from './importable/importable.ts'
import type { PackageRow } from './package.ts'
import { releaseUndone } from './pictures.ts'
import { batchSize } from './rows.ts'
import { inUse, overwriteRows, removeRows } from './write.ts'
import { resourceSpecOf } from './may.ts'

export interface Undone {
  removed: number
  restored: number
  /** Rows that stay as they are, by reason: changed, removed or named by others since. */
  kept: Partial<Record<Kept, number>>
  /** The first of those that stay. */
  first: { n: number; label: string; why: Kept; resource: string; target_id: string }[]
  content: { before: string; after: string }
}
type Kept = StayedFor

export interface AppliedRow {
  n: number
  label: string
  target_id: string
  applied_version: number
  before: { data: Data; updated_at: string; updated_by: string } | null
}
export const nothingUndone = (): Omit<Undone, 'content'> => ({ removed: 0, restored: 0, kept: {}, first: [] })

const mostNamed = 10
/** SQL: the reasons of a row without those that an earlier undo gave. */
const earlierReasons = `(select coalesce(jsonb_agg(x), '[]') from jsonb_array_elements(reasons) x
  where x->>'rule' not in (${stayedFor.map((why) => `'${why}'`).join(', ')}))`

/** Written rows of a phase that are not put back yet, those after `from`. @param upto number of the last one that was written */
export async function* rowsToUndo(
  q: Queryable,
  packageId: string,
  { by, verdict }: Phase,
  from = 0,
  most = batchSize,
  upto: number | null = null,
): AsyncGenerator<AppliedRow[], void, undefined> {
  for (let after = from; ; ) {
    const { rows } = await q.query<AppliedRow>(
      // a row that was made began at version 1
      `select n, label, target_id, coalesce(applied_version, 1) as applied_version, before from import_row
       where package_id = $1 and n > $4 and resource = $2 and verdict = $3 and choice = 'take'
         and undone is distinct from 'done' and ($5::integer is null or n <= $5)
       order by n limit ${most}`,
      [packageId, by.resource, verdict, after, upto],
    )
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.n
  }
}

/** Who needs others goes before what it needs. */
export const undoPhasesOf = (p: Pick<PackageRow, 'resources'>): Phase[] =>
  touchedBy(p)
    .toReversed()
    .flatMap((name) => phasesOf(p).filter(({ by }) => by.resource === name))

type Use = Extract<Kept, 'in_use' | 'account_used' | 'worked_with'>
const uses = ['in_use', 'account_used', 'worked_with'] as const satisfies readonly Use[]

/** Rows that others name or somebody has begun to use, and which of the two. */
async function usedAmong(
  q: Queryable,
  by: Importable,
  ids: readonly string[],
  without?: ReadonlyMap<string, readonly string[]>,
): Promise<Map<string, Use>> {
  const begun: Use = by.resource === 'user' ? 'account_used' : 'worked_with'
  const named = await inUse(q, resourceSpecOf(by.resource), ids, resourceSpecOf, without)
  for (const id of (await by.named?.(q, ids, without)) ?? []) named.add(id)
  const used = new Map<string, Use>()
  for (const id of (await by.used?.(q, ids, without === undefined)) ?? []) used.set(id, begun)
  // of somebody who uses their account that says more than who names them
  for (const id of named) if (used.get(id) !== 'account_used') used.set(id, 'in_use')
  return used
}

function keep(out: Omit<Undone, 'content'>, { resource }: Importable, why: Kept, left: readonly AppliedRow[]): void {
  if (!left.length) return
  out.kept[why] = (out.kept[why] ?? 0) + left.length
  const room = Math.max(0, mostNamed - out.first.length)
  out.first.push(...left.slice(0, room).map(({ n, label, target_id }) => ({ n, label, why, resource, target_id })))
}

/** What stands of these rows, and at which version. */
async function standingAt(
  q: Queryable,
  by: Importable,
  ids: readonly string[],
): Promise<{ id: string; version: number }[]> {
  if (by.store) return by.store.byIds(q, ids)
  const { rows } = await q.query<{ id: string; version: number }>(
    `select id, version from ${tableOf(by.resource)} where id = any($1::text[])`,
    [ids],
  )
  return rows
}

/** What an undo would come to as things stand, by the rules of `undoBatch`; `digest` is over what would become of each row. */
export async function foreseen(q: Queryable, p: PackageRow): Promise<Omit<Undone, 'content'> & { digest: string }> {
  const out = nothingUndone()
  const hash = createHash('sha256')
  const back = new Map<string, string[]>()
  for (const phase of undoPhasesOf(p))
    for await (const rows of rowsToUndo(q, p.id, phase)) {
      const { by, verdict } = phase
      const ids = rows.map((r) => r.target_id)
      const found = await standingAt(q, by, ids)
      const versions = new Map(found.map((f) => [f.id, f.version]))
      const used = verdict === 'new' ? await usedAmong(q, by, ids, back) : new Map<string, Use>()
      const free = rows.filter((r) => !used.has(r.target_id))
      const done = free.filter(
        (r) => versions.get(r.target_id) === r.applied_version && (verdict === 'new' || r.before !== null),
      )
      const left = free.filter((r) => !done.includes(r))
      for (const why of uses)
        keep(
          out,
          by,
          why,
          rows.filter((r) => used.get(r.target_id) === why),
        )
      keep(
        out,
        by,
        'changed_since',
        left.filter((r) => versions.has(r.target_id)),
      )
      // what the import made and somebody took away is as the undo would have it
      if (verdict === 'changed')
        keep(
          out,
          by,
          'removed_since',
          left.filter((r) => !versions.has(r.target_id)),
        )
      for (const r of rows) {
        const stays = used.get(r.target_id) ?? (versions.has(r.target_id) ? 'changed_since' : 'gone')
        hash.update(`${r.n} ${done.includes(r) ? 'done' : stays}\n`)
      }
      out[verdict === 'new' ? 'removed' : 'restored'] += done.length
      back.set(by.resource, [...(back.get(by.resource) ?? []), ...done.map((r) => r.target_id)])
    }
  return { ...out, digest: hash.digest('hex') }
}

/** Puts a batch back; what came of it is counted in `out`. @returns ids of what is as it was, or gone again */
export async function undoBatch(
  q: Queryable,
  packageId: string,
  { phase: { by, verdict }, file, trail }: { phase: Phase; file: string; trail: AuditEvent[] },
  rows: readonly AppliedRow[],
  hand: Hand,
  out: Omit<Undone, 'content'>,
): Promise<Set<string>> {
  const line = resourceSpecOf(by.resource)
  const ids = rows.map((r) => r.target_id)
  const leave = async (why: Kept, left: readonly AppliedRow[]) => {
    if (!left.length) return
    keep(out, by, why, left)
    await q.query(
      `update import_row set undone = $2, reasons = ${earlierReasons} || jsonb_build_array(jsonb_build_object('path', '', 'rule', $2::text))
       where package_id = $1 and n = any($3::integer[])`,
      [packageId, why, left.map((r) => r.n)],
    )
  }
  const backAgain = (done: ReadonlySet<string>) =>
    q.query(
      `update import_row set undone = 'done', reasons = case when undone is null then reasons else ${earlierReasons} end
       where package_id = $1 and n = any($2::integer[])`,
      [packageId, rows.flatMap((r) => (done.has(r.target_id) ? [r.n] : []))],
    )
  const there = async (left: readonly AppliedRow[]): Promise<(r: AppliedRow) => boolean> => {
    const found = await standingAt(
      q,
      by,
      left.map((r) => r.target_id),
    )
    const standing = new Set(found.map((r) => r.id))
    return (r) => standing.has(r.target_id)
  }
  const standing = new Map<string, { version: number; data: Data }>()
  if (by.traced || by.keeps) {
    const { rows: now } = await q.query<{ id: string; version: number; data: Data }>(
      `select id, version, data from ${tableOf(by.resource)} where id = any($1::text[])`,
      [ids],
    )
    for (const { id, version, data } of now) standing.set(id, { version, data })
  }
  if (verdict === 'changed') {
    const back = rows.flatMap((r) => {
      if (!r.before) return []
      const now = standing.get(r.target_id)?.data
      const kept = Object.fromEntries((by.keeps ?? []).flatMap((f) => (now && f in now ? [[f, now[f]]] : [])))
      const data = { ...r.before.data, ...kept }
      return [{ id: r.target_id, version: r.applied_version, ...r.before, data }]
    })
    const done = by.store
      ? new Set((await by.store.overwrite(q, back, hand, 'undo')).keys())
      : await overwriteRows(q, line, back)
    const left = rows.filter((r) => !done.has(r.target_id))
    const stands = await there(left)
    await leave('changed_since', left.filter(stands))
    await leave(
      'removed_since',
      left.filter((r) => !stands(r)),
    )
    if (done.size) await backAgain(done)
    if (done.size) await by.wrote?.(q, [...done])
    if (done.size) await by.putBack?.(q, [...done])
    for (const { id, version, data } of back)
      if (done.has(id)) trail.push(...traceRow(by, file, id, standing.get(id), { version: version + 1, data }))
    out.restored += done.size
    return done
  }
  const used = await usedAmong(q, by, ids)
  const free = rows.filter((r) => !used.has(r.target_id))
  const leaving = free.map((r) => ({ id: r.target_id, version: r.applied_version }))
  const done = by.store ? await by.store.remove(q, leaving, hand) : await removeRows(q, line, leaving)
  if (done.size) await backAgain(done)
  if (done.size) await by.gone?.(q, [...done], hand)
  for (const why of uses)
    await leave(
      why,
      rows.filter((r) => used.get(r.target_id) === why),
    )
  const left = free.filter((r) => !done.has(r.target_id))
  const stands = await there(left)
  await leave('changed_since', left.filter(stands))
  // somebody took it away already, as the undo would have
  await backAgain(new Set(left.filter((r) => !stands(r)).map((r) => r.target_id)))
  for (const id of done) trail.push(...traceRow(by, file, id, standing.get(id)))
  out.removed += done.size
  return done
}

export async function undoPlan(q: Queryable, p: PackageRow, hand: Hand): Promise<Undone & { trail: AuditEvent[] }> {
  const touched = touchedBy(p)
  const before = await contentDigest(q, p.id, touched)
  const out = nothingUndone()
  const trail: AuditEvent[] = []
  for (const phase of undoPhasesOf(p))
    for await (const rows of rowsToUndo(q, p.id, phase))
      await undoBatch(q, p.id, { phase, file: p.file_name, trail }, rows, hand, out)
  await releaseUndone(q, p.id, hand)
  return { ...out, content: { before, after: await contentDigest(q, p.id, touched) }, trail }
}
