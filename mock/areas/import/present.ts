/** A package as its reader sees it. */
import type { z } from 'zod'
import type { ImportPackage } from '#src/contract/import/import.schema.ts'
import { type Caller } from '#mock/http/request/handler.ts'
import { mayCall } from '#mock/http/guard/may.ts'
import { audienceOf } from '#mock/import/plan/audience.ts'
import { mayImport } from '#mock/import/plan/may.ts'
import { keepsSets, setsOf } from '#mock/import/plan/practice.ts'
import { leftToUndo, movesTo, type PackageRow } from '#mock/import/plan/package.ts'
import type { ImportState } from '#src/contract/import/import.ts'

/** The state, digest and figures of a package, as the audit trail remembers them. */
export const packageAuditState = ({ state, digest, counts }: PackageRow) => ({ state, digest, counts })

/** What may be done in a state; `remove` forgets a plan that was never applied, and gives up one that is being made. */
export const actions: Partial<Record<ImportState, readonly string[]>> = {
  planning: ['remove'],
  planned: ['choose', 'apply', 'audience', 'practice', 'remove'],
  applying: ['cancel'],
  interrupted: ['resume'],
  applied: ['undo', 'codes', 'audience', 'practice'],
  undone: ['undo'],
  failed: ['remove'],
}
const writes: ReadonlySet<string> = new Set(['apply', 'cancel', 'resume', 'undo', 'codes', 'audience', 'practice'])

/** Whoever applies it, and administrators, cancel the apply: nobody else's work is stopped. */
export const mayCancel = (p: PackageRow, who: Caller): boolean => p.updated_by === who.id || who.is_admin

/** Whether there is anything to take back. */
const wroteRows = ({ details }: PackageRow): boolean =>
  [details?.['created'], details?.['overwritten']].some((n) => n !== 0)

/** Resources of the plan with rows to write that this caller may not write. */
export const resourcesClosedTo = (p: PackageRow, who: Caller): string[] =>
  p.resources
    .filter(({ counts, resource }) => counts.new + counts.changed > 0 && !mayImport(who, resource))
    .map((r) => r.resource)

export function shownPackage(p: PackageRow, who: Caller): z.input<typeof ImportPackage> {
  const closed = resourcesClosedTo(p, who).length > 0
  const audience = audienceOf(p)
  const { since, interrupted, cancelled_by, ...details } = p.details ?? {}
  const { id, version, created_at, updated_at, created_by, updated_by, created_by_name } = p
  const { file_name, size, sha256, state, progress, digest, counts, resources, files, problem, applied_at, undone_at } =
    p
  return {
    id,
    version,
    created_at,
    updated_at,
    created_by,
    updated_by,
    created_by_name,
    file_name,
    size,
    sha256,
    ...(state === 'failed' && movesTo(p) && created_by === who.id ? { upload_id: p.upload_id } : {}),
    ...(p.set_id === null ? {} : { set: { id: p.set_id, name: p.set_name ?? '' } }),
    state,
    progress,
    digest,
    counts,
    resources,
    files,
    problem,
    applied_at,
    undone_at,
    kind: p.kind,
    handed_out_at: p.handed_out_at,
    ...(p.details ? { details } : {}),
    ...(since ? { since } : {}),
    ...(interrupted ? { interrupted } : {}),
    ...(audience ? { audience } : {}),
    ...(setsOf(p) ? { practice: p.practice } : {}),
    ...(typeof cancelled_by === 'string' ? { cancelled_by } : {}),
    can: (mayCall(who, 'POST /imports/:id/apply') ? (actions[state] ?? []) : []).filter(
      (a) =>
        !(closed && writes.has(a)) &&
        (a !== 'codes' || (p.kind === 'users' && p.handed_out_at === null)) &&
        (a !== 'audience' || audience !== undefined) &&
        (a !== 'practice' || keepsSets(p, who)) &&
        (a !== 'cancel' || mayCancel(p, who)) &&
        (a !== 'undo' || (state === 'applied' ? wroteRows(p) : leftToUndo(p))),
    ),
  }
}
