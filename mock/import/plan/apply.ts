/** Writes the taken rows of a plan: those of a small one inside the caller's transaction, those of a large one in the steps of `carry.ts`. */
import type { Queryable } from '#mock/db/db.ts'
import { isUnique } from '#mock/db/db.ts'
import type { Hand, StoredDocument } from '#mock/crud/documents.ts'
import { existing } from '#mock/crud/references.ts'
import { rowAuditState } from '#mock/crud/setting.ts'
import { type Data, tableOf } from '#mock/crud/shape.ts'
import { type AuditEvent, ConfirmationRequired, Fail, type Platform } from '#mock/http/request/handler.ts'
import { onDuplicate as onDuplicates } from '#src/contract/import/import.ts'
import { usual } from './audience.ts'
import { contentDigest, planDigest } from './digest.ts'
import { rowWithDefaults } from './draft.ts'
import { releasePlanned } from './files.ts'
import type { Importable, Look, RowStore } from './importable/importable.ts'
import { importables } from './importables.ts'
import type { PackageRow } from './package.ts'
import { storePictures } from './pictures.ts'
import { isSet, resourceSpecOf } from './may.ts'
import { type PlanRow, planRowBatches } from './rows.ts'
import { staleRows, standingNow } from './standing.ts'
import { insertRows, overwriteRows } from './write.ts'

export interface Applied {
  created: number
  overwritten: number
  /** Content of what the plan touches, before and after, as digests. */
  content: { before: string; after: string }
  trail: AuditEvent[]
}

/** Resources the plan has rows of, in the order they are written. */
export const touchedBy = (p: Pick<PackageRow, 'resources'>): string[] =>
  importables.filter((i) => p.resources.some((r) => r.resource === i.resource)).map((i) => i.resource)
const changed = (rows: number) => new Fail('plan_changed', { rows })

/**
 * Holds what the operator read against the plan, and settles the rows nobody chose for.
 * @param known digest of the plan at this version, where it was worked out before the transaction
 * @throws plan_changed when the plan is not the one with this digest, duplicate_data when there are rows to ask about
 */
export async function consent(
  q: Queryable,
  p: PackageRow,
  digest: string,
  onDuplicate: (typeof onDuplicates)[number],
  known?: string,
): Promise<void> {
  if ((known ?? (await planDigest(q, p.id))) !== digest) throw changed(0)
  if (onDuplicate === 'ask') {
    const { rows } = await q.query<{ n: number }>(
      `select count(*) as n from import_row where package_id = $1 and choice = 'ask'`,
      [p.id],
    )
    if (rows[0]?.n) throw new ConfirmationRequired('duplicate_data', { changed: rows[0].n })
  }
  await q.query(`update import_row set choice = $2 where package_id = $1 and choice = 'ask'`, [
    p.id,
    onDuplicate === 'overwrite' ? 'take' : 'skip',
  ])
}

/** The rows of a resource by what is done with them, in the order they are written. */
export interface Phase {
  by: Importable
  verdict: 'changed' | 'new'
}
export const phasesOf = (p: Pick<PackageRow, 'resources'>): Phase[] =>
  importables
    .filter((i) => p.resources.some((r) => r.resource === i.resource))
    .flatMap((by) => [
      { by, verdict: 'changed' },
      { by, verdict: 'new' },
    ])
export const takenOf = ({ by, verdict }: Phase): string =>
  `resource = '${by.resource}' and choice = 'take' and verdict = '${verdict}'`

/** @throws plan_changed, license_limit, no_operation_permission: what can be known before the first row is written */
export async function mayApply(q: Queryable, p: PackageRow, hand: Hand, platform: Platform): Promise<void> {
  const names = p.resources.map((r) => r.resource)
  const stale = await staleRows({ q, platform }, p.id, names, 'skipped')
  if (stale) throw changed(stale)
  for (const by of importables.filter((i) => names.includes(i.resource))) {
    if (by.room) {
      const { rows } = await q.query<{ n: number }>(
        `select count(*) as n from import_row where package_id = $1 and resource = $2 and choice = 'take' and verdict = 'new'`,
        [p.id, by.resource],
      )
      if (rows[0]?.n) await by.room(q, platform, rows[0].n)
    }
    for await (const rows of planRowBatches(
      q,
      p.id,
      by.beyond ? `resource = '${by.resource}' and choice = 'take'` : 'false',
    ))
      if (await by.beyond?.({ q, platform, by: hand.by }, rows)) throw new Fail('no_operation_permission')
  }
}

interface Written {
  version: number
  data: Data
}
/** What became of a row, in the words of whoever does it by hand, and from which file. */
export function traceRow(
  by: Importable,
  file: string,
  id: string,
  was: Written | undefined,
  is?: Written,
): AuditEvent[] {
  if (!by.traced) return []
  const word = `${by.resource}.${was ? (is ? 'update' : 'remove') : 'create'}` as const
  const states = { ...(was && { before: rowAuditState(was) }), ...(is && { after: rowAuditState(is) }) }
  return [{ entity: by.resource, id, word, ...states, details: { file } }]
}

/**
 * @param trail gets the entries of the rows, for whoever ends the transaction
 * @throws plan_changed when a row is not as it was when it was compared
 */
export const writeRows = (
  look: Look,
  { phase: { by, verdict }, file, trail }: { phase: Phase; file: string; trail: AuditEvent[] },
  rows: readonly PlanRow[],
  hand: Hand,
): Promise<number> => {
  const trace: Trace = (...of) => void trail.push(...traceRow(by, file, ...of))
  return verdict === 'changed' ? overwrite(look.q, by, rows, hand, trace) : create(look, by, rows, hand, trace)
}
type Trace = (id: string, was: Written | undefined, is: Written) => void

/** After the last row. */
export async function endApply(q: Queryable, packageId: string, hand: Hand): Promise<void> {
  await storePictures(q, packageId, hand)
  await releasePlanned(q, hand.at, packageId)
}

/** @throws plan_changed when anything the plan rests on is not as it was */
export async function applyPlan(q: Queryable, p: PackageRow, hand: Hand, platform: Platform): Promise<Applied> {
  await mayApply(q, p, hand, platform)
  const touched = touchedBy(p)
  const before = await contentDigest(q, p.id, touched)
  const written = { changed: 0, new: 0 }
  const trail: AuditEvent[] = []
  for (const phase of phasesOf(p))
    for await (const rows of planRowBatches(q, p.id, takenOf(phase)))
      written[phase.verdict] += await writeRows({ q, platform }, { phase, file: p.file_name, trail }, rows, hand)
  await endApply(q, p.id, hand)
  const content = { before, after: await contentDigest(q, p.id, touched) }
  return { created: written.new, overwritten: written.changed, content, trail }
}

/** What new rows name must be there, and stay until the transaction ends. */
async function holdParents(q: Queryable, by: Importable, rows: readonly PlanRow[]): Promise<void> {
  const { parent } = by
  if (!parent) return
  const ids = [
    ...new Set(
      rows.flatMap((r) => {
        const id = r.data?.[parent.field]
        return typeof id === 'string' ? [id] : []
      }),
    ),
  ]
  const found = await existing(q, parent.resource, ids)
  if (found.size < ids.length) throw changed(ids.length - found.size)
}

async function create(
  look: Look,
  by: Importable,
  rows: readonly PlanRow[],
  { at, by: user }: Hand,
  trace: Trace,
): Promise<number> {
  const { q } = look
  await holdParents(q, by, rows)
  const stale = await standingNow(look, by, rows)
  if (stale) throw changed(stale)
  const { rows: chosen } = await q.query<Pick<PackageRow, 'audience' | 'practice'>>(
    'select audience, practice from import_package where id = $1',
    [rows[0]?.package_id],
  )
  const { audience = null, practice = false } = chosen[0] ?? {}
  const opened = practice && isSet(by.resource) ? { practice } : {}
  const made = rows.map((r) => ({
    id: r.target_id ?? '',
    data: stored(by, { ...rowWithDefaults(r), ...opened }),
    extra: r.extra ?? {},
  }))
  try {
    if (by.store) await noteVersions(q, rows[0]?.package_id, by, await by.store.insert(q, made, { at, by: user }))
    else await insertRows(q, resourceSpecOf(by.resource), made, { at, by: user }, audience ?? usual(by))
    await by.made?.(q, made, { at, by: user })
    await by.wrote?.(
      q,
      made.map((r) => r.id),
    )
    await by.brought?.(q, made, { at, by: user })
  } catch (e) {
    // another server wrote the same name since we looked
    if (isUnique(e)) throw changed(1)
    throw e
  }
  for (const { id, data } of made) trace(id, undefined, { version: 1, data })
  return rows.length
}

/** What of a row is kept in its place. */
const stored = (by: Importable, data: Data): Data =>
  by.beside ? Object.fromEntries(Object.entries(data).filter(([f]) => !by.beside?.includes(f))) : data

/** An undo finds rows by the versions they were written at. */
const noteVersions = (
  q: Queryable,
  packageId: string | undefined,
  by: Importable,
  versions: ReadonlyMap<string, number>,
) =>
  q.query(
    `update import_row i set applied_version = w.version from unnest($3::text[], $4::integer[]) w(id, version)
     where i.package_id = $1 and i.resource = $2 and i.target_id = w.id and i.choice = 'take' and i.verdict in ('new', 'changed')`,
    [packageId, by.resource, [...versions.keys()], [...versions.values()]],
  )

/** Rows that stand elsewhere than in a table. */
async function overwriteStored(
  q: Queryable,
  { resource, store }: Importable & { store: RowStore },
  rows: readonly PlanRow[],
  hand: Hand,
): Promise<number> {
  const by = importables.find((i) => i.resource === resource)
  const ids = rows.map((r) => r.target_id ?? '')
  const standing = new Map((await store.byIds(q, ids)).map((d) => [d.id, d]))
  await q.query(
    `update import_row i set before = jsonb_build_object('data', w.data, 'updated_at', $3::text, 'updated_by', $4::text)
     from jsonb_to_recordset($2::jsonb) w(id text, data jsonb)
     where i.package_id = $1 and i.target_id = w.id and i.resource = $5`,
    [
      rows[0]?.package_id,
      JSON.stringify([...standing.values()].map(({ id, data }) => ({ id, data }))),
      hand.at.toISOString(),
      hand.by,
      resource,
    ],
  )
  const becoming = rows.map((r) => ({
    id: r.target_id ?? '',
    version: r.current_version ?? 0,
    data: { ...standing.get(r.target_id ?? '')?.data, ...r.data, ...r.extra },
    updated_at: hand.at,
    updated_by: hand.by,
  }))
  const done = await store.overwrite(q, becoming, hand, 'apply')
  if (done.size < rows.length) throw changed(rows.length - done.size)
  if (by) await noteVersions(q, rows[0]?.package_id, by, done)
  return done.size
}

async function overwrite(
  q: Queryable,
  by: Importable,
  rows: readonly PlanRow[],
  hand: Hand,
  trace: Trace,
): Promise<number> {
  await holdParents(q, by, rows)
  if (by.store) return overwriteStored(q, { ...by, store: by.store }, rows, hand)
  const table = tableOf(by.resource)
  const ids = rows.map((r) => r.target_id ?? '')
  const { rows: now } = await q.query<Pick<StoredDocument, 'id' | 'data' | 'version'>>(
    `select id, data, version from ${table} where id = any($1::text[]) order by id for update`,
    [ids],
  )
  const standing = new Map(now.map((d) => [d.id, d]))
  await q.query(
    `update import_row i set applied_version = t.version + 1,
       before = jsonb_build_object('data', t.data, 'updated_at', t.updated_at, 'updated_by', t.updated_by)
     from ${table} t where i.package_id = $1 and i.n = any($2::integer[]) and t.id = i.target_id`,
    [rows[0]?.package_id, rows.map((r) => r.n)],
  )
  const becoming = rows.map((r) => ({
    id: r.target_id ?? '',
    version: r.current_version ?? 0,
    data: { ...standing.get(r.target_id ?? '')?.data, ...r.data },
    updated_at: hand.at,
    updated_by: hand.by,
  }))
  const done = await overwriteRows(q, resourceSpecOf(by.resource), becoming)
  if (done.size < rows.length) throw changed(rows.length - done.size)
  await by.wrote?.(q, [...done])
  await by.brought?.(
    q,
    becoming.map(({ id, data }, i) => ({ id, data, extra: rows[i]?.extra ?? {} })),
    hand,
  )
  for (const { id, version, data } of becoming) trace(id, standing.get(id), { version: version + 1, data })
  return done.size
}
