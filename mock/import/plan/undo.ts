/** Puts back what stood before an import, inside the caller's transaction. A row that somebody changed since stays, and says so. */
import type { Queryable } from '#mock/db/db.ts'
import { tableOf } from '#mock/crud/shape.ts'
import type { Hand } from '#mock/crud/documents.ts'
import type { Data } from '#mock/crud/shape.ts'
import { lineOf } from './apply.ts'
import { contentDigest } from './digest.ts'
import type { Importable } from './importable/importable.ts'
import { importables } from './importables.ts'
import type { PackageRow } from './package.ts'
import { releaseUndone } from './pictures.ts'
import { batchSize } from './rows.ts'
import { inUse, overwriteRows, removeRows } from './write.ts'

export interface Undone {
  removed: number
  restored: number
  /** Rows that stay as they are, by reason: changed, removed or named by others since. */
  kept: Partial<Record<Kept, number>>
  content: { before: string; after: string }
}
type Kept = 'changed_since' | 'removed_since' | 'in_use'

interface Written {
  n: number
  target_id: string
  applied_version: number
  before: { data: Data; updated_at: string; updated_by: string } | null
}

async function* written(q: Queryable, packageId: string, resource: string, verdict: 'new' | 'changed') {
  for (let after = 0; ; ) {
    const { rows } = await q.query<Written>(
      // a row that was made began at version 1
      `select n, target_id, coalesce(applied_version, 1) as applied_version, before from import_row
       where package_id = $1 and resource = $2 and verdict = $3 and choice = 'take' and n > $4
       order by n limit ${batchSize}`,
      [packageId, resource, verdict, after],
    )
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.n
  }
}

export async function undoPlan(q: Queryable, p: PackageRow, hand: Hand): Promise<Undone> {
  const names = p.resources.map((r) => r.resource)
  // who needs others goes before what it needs
  const mine = importables.filter((i) => names.includes(i.resource)).toReversed()
  const touched = mine.map((i) => i.resource)
  const out: Undone = {
    removed: 0,
    restored: 0,
    kept: {},
    content: { before: await contentDigest(q, p.id, touched), after: '' },
  }
  const keep = async (why: Kept, rows: readonly Written[]) => {
    if (!rows.length) return
    out.kept[why] = (out.kept[why] ?? 0) + rows.length
    await q.query(
      `update import_row set reasons = reasons || jsonb_build_array(jsonb_build_object('path', '', 'rule', $2::text))
       where package_id = $1 and n = any($3::integer[])`,
      [p.id, why, rows.map((r) => r.n)],
    )
  }
  const there = async (by: Importable, rows: readonly Written[]): Promise<Set<string>> => {
    const { rows: found } = await q.query<{ id: string }>(
      `select id from ${tableOf(by.resource)} where id = any($1::text[])`,
      [rows.map((r) => r.target_id)],
    )
    return new Set(found.map((r) => r.id))
  }

  for (const by of mine) {
    const line = lineOf(by.resource)
    for await (const rows of written(q, p.id, by.resource, 'changed')) {
      const back = rows.flatMap((r) => (r.before ? [{ id: r.target_id, version: r.applied_version, ...r.before }] : []))
      const done = await overwriteRows(q, line, back)
      const left = rows.filter((r) => !done.has(r.target_id))
      const standing = await there(by, left)
      await keep(
        'changed_since',
        left.filter((r) => standing.has(r.target_id)),
      )
      await keep(
        'removed_since',
        left.filter((r) => !standing.has(r.target_id)),
      )
      if (done.size) await by.wrote?.(q, [...done])
      out.restored += done.size
    }
    for await (const rows of written(q, p.id, by.resource, 'new')) {
      const used = await inUse(
        q,
        line,
        rows.map((r) => r.target_id),
        lineOf,
      )
      for (const id of (await by.named?.(
        q,
        rows.map((r) => r.target_id),
      )) ?? [])
        used.add(id)
      const free = rows.filter((r) => !used.has(r.target_id))
      const done = await removeRows(
        q,
        line,
        free.map((r) => ({ id: r.target_id, version: r.applied_version })),
      )
      if (done.size) await by.gone?.(q, [...done], hand)
      const standing = await there(by, free)
      await keep(
        'in_use',
        rows.filter((r) => used.has(r.target_id)),
      )
      await keep(
        'changed_since',
        free.filter((r) => standing.has(r.target_id)),
      )
      out.removed += done.size
    }
  }
  await releaseUndone(q, p.id, hand)
  out.content.after = await contentDigest(q, p.id, touched)
  return out
}
