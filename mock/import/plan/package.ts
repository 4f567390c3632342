/** The package row: its states, and the figures that follow from its rows. */
import type { Audience } from '#src/contract/lib/crud.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail } from '#mock/http/request/handler.ts'
import type { z } from 'zod'
import type {
  ImportFile,
  Interrupted,
  PlanDrift,
  ReasonCount,
  VerdictCounts,
} from '#src/contract/import/import.schema.ts'
import type { ImportKind, ImportState, RowVerdict, StayedFor, TextPage } from '#src/contract/import/import.ts'
import { importMachine } from '#src/contract/import/import.ts'
import { belongsTo } from '#src/contract/import/screens.ts'
import { planDigest } from './digest.ts'
import { importableNames } from './importables.ts'
import { namesakeRule } from './rows.ts'

type CountsOf = z.output<typeof VerdictCounts>
export type PackageFile = z.output<typeof ImportFile>

type ReasonCountOf = z.output<typeof ReasonCount>
/** Beside the figures of its steps and what its problem says. */
type PackageDetails = Record<string, unknown> & {
  interrupted?: Interrupted
  kept?: Partial<Record<StayedFor, number>>
  since?: PlanDrift
  text_page?: TextPage
}
export interface PackageRow {
  id: string
  version: number
  state: ImportState
  upload_id: string
  file_name: string
  size: number
  sha256: string
  progress: number
  beat_at: string
  tries: number
  may: string[]
  digest: string
  counts: CountsOf
  resources: { resource: string; counts: CountsOf; notes?: ReasonCountOf[]; refusals?: ReasonCountOf[] }[]
  files: PackageFile[]
  problem: string | null
  details: PackageDetails | null
  created_at: string
  created_by: string
  created_by_name: string
  updated_at: string
  updated_by: string
  applied_at: string | null
  undone_at: string | null
  kind: ImportKind
  handed_out_at: string | null
  set_id: string | null
  set_name: string | null
  /** Of courses: what new ones are sorted under. */
  direction_id: string | null
  /** Audience for what is new; what is usual where nobody chose. */
  audience: Audience | null
  /** Sets it makes are open for practice from the beginning. */
  practice: boolean
}
export const packageColumns = `id, version, state, upload_id, file_name, size, sha256, progress, beat_at, tries, may, digest, counts,
  resources, files, problem, details, created_at, created_by, created_by_name, updated_at, updated_by, applied_at, undone_at, kind, handed_out_at,
  set_id, set_name, direction_id, audience, practice`

/** @throws not_found */
export async function importPackageOf(q: Queryable, id: string, lock = ''): Promise<PackageRow> {
  const { rows } = await q.query<PackageRow>(`select ${packageColumns} from import_package where id = $1 ${lock}`, [id])
  if (!rows[0]) throw new Fail('not_found')
  return rows[0]
}

/** Throws unless the state machine takes the event now. */
export function assertEventAllowed(p: Pick<PackageRow, 'state'>, event: string): void {
  if (!Object.hasOwn(importMachine[p.state], event))
    throw new Fail('not_allowed_in_state', { state: p.state, action: event })
}

/** Whether an undo left rows that may be free by now. Rows that somebody edited stay for good. */
export const leftToUndo = ({ details }: Pick<PackageRow, 'details'>): boolean => (details?.kept?.in_use ?? 0) > 0

/** The kind of import that takes the file of a failed one; its upload is kept for that. */
export function movesTo(p: Pick<PackageRow, 'file_name' | 'files' | 'details'>): ImportKind | undefined {
  const place = belongsTo(p)
  return place === 'topology' ? undefined : place
}

/** Why a package as a whole gives no plan, beside what its zip or its files may be refused for. */
export const packageCodes = [
  'nothing_found',
  'nothing_readable',
  'too_many_rows',
  'too_complex',
  'reading_failed',
  'holds_resources',
  'holds_users',
  'holds_questions',
  'holds_exercises',
  'holds_flags',
  'holds_courses',
] as const
export type PackageCode = (typeof packageCodes)[number]

const none = (): CountsOf => ({ new: 0, same: 0, changed: 0, duplicate: 0, refused: 0 })

interface ReasonsOf {
  notes: ReasonCountOf[]
  refusals: ReasonCountOf[]
}
/** Kinds of reasons that are told of a plan as a whole. */
const mostKinds = 100
/** What entries that come in leave behind and why others are refused, by resource and kind, the most frequent first. */
async function reasonsOf(q: Queryable, id: string): Promise<Map<string, Partial<ReasonsOf>>> {
  const { rows } = await q.query<ReasonCountOf & { resource: string; of: keyof ReasonsOf }>(
    `select r.resource, case r.verdict when 'refused' then 'refusals' else 'notes' end as "of",
       count(distinct r.n)::integer as rows, (array_agg(x order by r.n))[1] as first
     from import_row r, jsonb_array_elements(r.reasons) x
     where r.package_id = $1 and r.verdict in ('new', 'changed', 'refused')
       and (r.verdict = 'refused') <> (x->>'rule' like 'note\\_%') and x->>'rule' <> '${namesakeRule}'
     group by 1, 2, x->>'rule', case r.verdict when 'refused' then x->>'path' end
     order by 2, 3 desc, min(r.n) limit ${mostKinds}`,
    [id],
  )
  const by = new Map<string, Partial<ReasonsOf>>()
  for (const { resource, of, ...one } of rows) {
    const mine = by.get(resource) ?? {}
    by.set(resource, { ...mine, [of]: [...(mine[of] ?? []), one] })
  }
  return by
}

/** Counts by verdict, in all and per resource, in the order resources are written. */
async function countRows(q: Queryable, id: string): Promise<Pick<PackageRow, 'counts' | 'resources'>> {
  const { rows } = await q.query<{ resource: string; verdict: RowVerdict; n: number }>(
    'select resource, verdict, count(*) as n from import_row where package_id = $1 group by resource, verdict',
    [id],
  )
  const counts = none()
  const by = new Map<string, CountsOf>()
  for (const { resource, verdict, n } of rows) {
    counts[verdict] += n
    const mine = by.get(resource) ?? none()
    mine[verdict] += n
    by.set(resource, mine)
  }
  const order = (r: string) => (importableNames as readonly string[]).indexOf(r) + 1 || importableNames.length + 1
  const reasons = await reasonsOf(q, id)
  const resources = [...by]
    .map(([resource, c]) => ({ resource, counts: c, ...reasons.get(resource) }))
    .sort((a, b) => order(a.resource) - order(b.resource) || (a.resource < b.resource ? -1 : 1))
  return { counts, resources }
}

/** What a plan says as a whole. */
export type PlanTotals = Pick<PackageRow, 'counts' | 'resources' | 'digest'>
export const planTotalsOf = async (q: Queryable, id: string): Promise<PlanTotals> => ({
  ...(await countRows(q, id)),
  digest: await planDigest(q, id),
})

/**
 * Writes figures and digest anew after rows or choices changed; the version goes up.
 * @param figures where they were worked out before the transaction
 */
export async function restate(
  q: Queryable,
  id: string,
  at: Date,
  by: string,
  figures?: PlanTotals,
): Promise<PackageRow> {
  const { counts, resources, digest } = figures ?? (await planTotalsOf(q, id))
  const { rows } = await q.query<PackageRow>(
    `update import_package set counts = $2, resources = $3, digest = $4, updated_at = $5, updated_by = $6, version = version + 1
     where id = $1 returning ${packageColumns}`,
    [id, JSON.stringify(counts), JSON.stringify(resources), digest, at.toISOString(), by],
  )
  if (!rows[0]) throw new Fail('not_found')
  return rows[0]
}
