/**
 * An apply or an undo of many rows, some at a time and others' calls in between. Each step is a transaction that writes its rows and moves
 * the package's journal on, so that whoever goes on after a crash begins where the last step ended. An apply that meets a row that is not as
 * it was puts back what it wrote and is a plan again: at rest a package is written as a whole or not at all. Only where putting back keeps failing
 * it rests in between, with its journal and its reason, until somebody has it go on.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { makeAudit } from '#mock/audit/chain.ts'
import type { Hand } from '#mock/crud/documents.ts'
import { tableOf } from '#mock/crud/shape.ts'
import type { Queryable } from '#mock/db/db.ts'
import { analyseTables } from '#mock/db/tidy.ts'
import { type AuditEvent, Fail, type Platform } from '#mock/http/request/handler.ts'
import type { Interrupted } from '#src/contract/import/import.schema.ts'
import type { ImportState } from '#src/contract/import/import.ts'
import { problems } from '#src/contract/problems.ts'
import { endApply, type Phase, phasesOf, takenOf, touchedBy, writeRows } from './apply.ts'
import { contentDigest, planDigest } from './digest.ts'
import { tellOfImport } from './notices.ts'
import { type PackageRow, packageColumns } from './package.ts'
import { releaseUndone } from './pictures.ts'
import { planRowBatches } from './rows.ts'
import { compareAgain } from './standing.ts'
import { nothingUndone, undoBatch, type Undone, undoPhasesOf, rowsToUndo } from './undo.ts'
import { present } from '#src/contract/lib/typed.ts'

/** Rows that are written while the call waits, in its transaction; more go in steps. */
export const atOnce = 500
/**
 * Rows of the first step, and bounds of those that follow. Others wait for a step where the database does one thing at a time, so it takes as
 * many rows as its milliseconds suffice for.
 */
const stepRows = { first: 20, least: 10, most: 100, ms: 20 }
/** Steps in a row that may fail for no reason of the plan's, and milliseconds before the first of them is tried again. */
const mostMisses = 3
const firstPause = 100

interface Work {
  /** `back`: an apply that cannot go on is put back. */
  what: 'apply' | 'undo' | 'back'
  at: string
  by: string
  /** The next step begins here: in this phase, after this row. */
  phase: number
  after: number
  done: number
  all: number
  created: number
  overwritten: number
  undone: Omit<Undone, 'content'>
  /** Digest of what stood before; worked out before the first step. */
  before: string | null
  /** Of `back`: how far the apply had come, and why it went no further. */
  reached?: { phase: number; after: number }
  why?: string
  /** Who cancelled the apply. */
  cancelled?: string
}
type Working = PackageRow & { work: Work | null }

const handOf = (w: Work): Hand => ({ at: new Date(w.at), by: w.by })
const rest: Record<Work['what'], ImportState> = { apply: 'applied', undo: 'undone', back: 'planned' }

/** Rows an apply or an undo has to do with. */
export async function takenRows(q: Queryable, packageId: string, what: 'apply' | 'undo' = 'apply'): Promise<number> {
  const { rows } = await q.query<{ n: number }>(
    `select count(*)::integer as n from import_row where package_id = $1 and choice = 'take' and verdict in ('new', 'changed')
       ${what === 'undo' ? `and undone is distinct from 'done'` : ''}`,
    [packageId],
  )
  return rows[0]?.n ?? 0
}

/** The package with its work begun; the caller has asked everything that may refuse it. */
export async function beginPackageWork(
  q: Queryable,
  p: PackageRow,
  what: 'apply' | 'undo',
  all: number,
  { at, by }: Hand,
): Promise<PackageRow> {
  const work: Work = {
    what,
    at: at.toISOString(),
    by,
    phase: 0,
    after: 0,
    done: 0,
    all,
    created: 0,
    overwritten: 0,
    undone: nothingUndone(),
    before: null,
  }
  const { rows } = await q.query<PackageRow>(
    `update import_package set state = $2, work = $3, progress = 0, tries = 0, problem = null, beat_at = $4, updated_at = $4,
       details = details - 'cancelled_by', updated_by = $5, version = version + 1 where id = $1 returning ${packageColumns}`,
    [p.id, what === 'apply' ? 'applying' : 'undoing', JSON.stringify(work), work.at, by],
  )
  if (!rows[0]) throw new Fail('not_found')
  return rows[0]
}

async function workOf(q: Queryable, id: string, lock = ''): Promise<(PackageRow & { work: Work }) | undefined> {
  const { rows } = await q.query<Working>(`select ${packageColumns}, work from import_package where id = $1 ${lock}`, [
    id,
  ])
  const [p] = rows
  return p?.work ? { ...p, work: p.work } : undefined
}

/** Also the sign of life; a step that is done begins the count of servers that died at one anew. */
const save = (q: Queryable, id: string, w: Work, now: Date) =>
  q.query('update import_package set work = $2, progress = $3, beat_at = $4, tries = 0 where id = $1', [
    id,
    JSON.stringify(w),
    Math.min(0.99, w.done / Math.max(1, w.all)),
    now.toISOString(),
  ])

function ways(p: PackageRow, w: Work): { phase: Phase; upto: number | null }[] {
  if (w.what === 'apply') return phasesOf(p).map((phase) => ({ phase, upto: null }))
  if (w.what === 'undo') return undoPhasesOf(p).map((phase) => ({ phase, upto: null }))
  const { phase = 0, after = 0 } = w.reached ?? {}
  return phasesOf(p)
    .slice(0, phase + 1)
    .map((of, i) => ({ phase: of, upto: i === phase ? after : null }))
    .toReversed()
}

async function rowsAtOnce<T>(of: AsyncGenerator<T[], void, undefined>): Promise<T[]> {
  for await (const rows of of) return rows
  return []
}

/** Entries of the rows of a step. The last thing in its transaction: whoever takes the chain's head may hold none of the rows we wait for. */
async function appendTrail({ db, now }: Platform, q: Queryable, w: Work, trail: readonly AuditEvent[]): Promise<void> {
  if (!trail.length) return
  const { rows } = await q.query<{ username: string; role: string | null }>(
    `select u.data->>'username' as username, coalesce(nullif(r.data->>'key', ''), r.id) as role
     from r_user u left join r_role r on r.id = u.k_role_id where u.id = $1`,
    [w.by],
  )
  const { username = null, role = null } = rows[0] ?? {}
  await makeAudit(db, now).append(
    q,
    trail.map(({ entity, id, word = '', ...states }) => ({
      at: now(),
      user_id: w.by,
      username,
      role,
      address: '',
      request_id: '',
      action: word,
      entity,
      entity_id: id,
      result: 'done',
      code: null,
      before: states.before,
      after: states.after,
      ...(states.details && { details: states.details }),
    })),
  )
}

/**
 * @param most rows
 * @returns whether there was a row left
 */
async function step(platform: Platform, id: string, most: number): Promise<boolean> {
  return platform.db.tx(async (q) => {
    const p = await workOf(q, id, 'for update')
    if (!p || p.state === 'interrupted') return false
    const { work: w } = p
    const all = ways(p, w)
    const trail: AuditEvent[] = []
    for (; w.phase < all.length; w.phase++, w.after = 0) {
      const way = all[w.phase]
      if (!way) break
      const { phase, upto } = way
      const traced = { phase, file: p.file_name, trail }
      let last: number | undefined
      let n = 0
      if (w.what === 'apply') {
        const rows = await rowsAtOnce(planRowBatches(q, id, takenOf(phase), w.after, most))
        last = rows.at(-1)?.n
        if (rows.length) n = await writeRows({ q, platform }, traced, rows, handOf(w))
        if (phase.verdict === 'new') w.created += n
        else w.overwritten += n
      } else {
        const rows = await rowsAtOnce(rowsToUndo(q, id, phase, w.after, most, upto))
        last = rows.at(-1)?.n
        n = rows.length
        const done = n ? await undoBatch(q, id, traced, rows, handOf(w), w.undone) : undefined
        // a row as it was is the one the plan was compared with, at a version of its own
        if (done?.size && w.what === 'back' && phase.verdict === 'changed')
          await q.query(
            'update import_row set current_version = applied_version + 1 where package_id = $1 and target_id = any($2::text[])',
            [id, [...done]],
          )
      }
      if (last === undefined) continue
      w.after = last
      w.done += n
      await save(q, id, w, platform.now())
      await appendTrail(platform, q, w, trail)
      return true
    }
    return false
  })
}

/** The end of the work is a step of its own in the audit trail: the call that began it knew no figures yet. */
function note(
  { db, now }: Platform,
  q: Queryable,
  p: PackageRow,
  w: Work,
  details: Record<string, unknown>,
): Promise<void> {
  const { state, digest, counts } = p
  const asked = w.what === 'undo' ? 'undone' : 'applied'
  return makeAudit(db, now).append(q, [
    {
      at: now(),
      user_id: w.by,
      username: null,
      role: null,
      address: '',
      request_id: '',
      action: `import.${state === 'interrupted' ? state : w.cancelled ? 'cancelled' : asked}`,
      entity: 'import',
      entity_id: p.id,
      result: state === 'interrupted' || (state !== asked && !w.cancelled) ? 'refused' : 'done',
      code: state === 'interrupted' ? present(p.details?.interrupted).cause : state === asked ? null : p.problem,
      before: { state: w.what === 'undo' ? 'undoing' : 'applying' },
      after: { state, digest, counts },
      details,
    },
  ])
}

const sum = (of: Partial<Record<string, number>>): number =>
  Object.values(of).reduce((all: number, n) => all + (n ?? 0), 0)

/** All rows are done: what is left is said once, and the package is at rest. @returns false where it was turned back meanwhile */
async function finish(platform: Platform, id: string): Promise<boolean> {
  const { db, now } = platform
  const found = await workOf(db, id)
  if (!found || found.state === 'interrupted') return true
  const after = await contentDigest(db, id, touchedBy(found))
  // choices were settled when it began, so that the plan is another one than was looked at
  const digest = found.work.what === 'back' ? await planDigest(db, id) : null
  const ended = await db.tx(async (q) => {
    const p = await workOf(q, id, 'for update')
    if (!p || p.state === 'interrupted') return true
    if (p.work.what !== found.work.what) return false
    const { work: w } = p
    const content = { before: w.before, after }
    const { first, ...undone } = w.undone
    const { removed, restored, kept } = undone
    const stayed = sum(kept)
    const nothing = w.what === 'undo' && removed + restored === 0 && stayed > 0
    let details: Record<string, unknown> | null = p.details
    if (w.what === 'apply') {
      await endApply(q, id, handOf(w))
      const left = p.counts.new + p.counts.changed - w.created - w.overwritten
      details = { created: w.created, overwritten: w.overwritten, skipped: left }
    } else if (w.what === 'undo') {
      if (!nothing) await releaseUndone(q, id, handOf(w))
      details = { ...p.details, ...undone, ...(nothing ? { n: stayed, first } : {}) }
    } else
      await q.query(
        `update import_row set before = null, applied_version = null, undone = null
         where package_id = $1 and (before is not null or undone is not null)`,
        [id],
      )
    // nothing more, where an earlier undo had put back the rest
    const state = nothing ? (p.undone_at ? 'undone' : 'applied') : rest[w.what]
    if (w.cancelled) details = { ...details, cancelled_by: w.cancelled }
    const at = now().toISOString()
    const { rows } = await q.query<PackageRow>(
      `update import_package set state = $2, work = null, digest = coalesce($10, digest), progress = $3, problem = $4, details = $5, updated_at = $6, updated_by = $7,
         version = version + 1, applied_at = case when $8 then $6 else applied_at end,
         undone_at = case when $9 then $6 else undone_at end
       where id = $1 returning ${packageColumns}`,
      [
        id,
        state,
        state === 'planned' ? 0 : 1,
        nothing ? 'nothing_undone' : (w.why ?? null),
        details ? JSON.stringify(details) : null,
        at,
        w.by,
        w.what === 'apply',
        state === 'undone',
        digest,
      ],
    )
    if (!rows[0]) return true
    await note(platform, q, rows[0], w, { ...details, content })
    const waits = { to: w.by, since: w.at }
    if (w.what === 'apply')
      await tellOfImport(q, platform, p, {
        kind: 'import_applied',
        ...waits,
        params: { created: w.created, overwritten: w.overwritten },
      })
    // who cancelled it knows
    else if (w.what === 'back' && !w.cancelled) await tellOfImport(q, platform, p, { kind: 'import_failed', ...waits })
    return true
  })
  if (ended) {
    const tables = [...touchedBy(found).map(tableOf), 'import_package', 'import_row']
    platform.background('analyse', () => analyseTables(db, tables))
  }
  // what stands otherwise than the plan said is shown in it
  if (ended && found.work.what === 'back') await compareAgain(platform, id, { at: now(), by: found.work.by })
  return ended
}

/** The journal the other way round: what was written is put back, from the last row to the first. */
const turned = (w: Work, why: Pick<Work, 'why' | 'cancelled'>): Work => ({
  ...w,
  what: 'back',
  reached: { phase: w.phase, after: w.after },
  phase: 0,
  after: 0,
  all: w.done,
  done: 0,
  ...why,
})

async function turn(q: Queryable, p: { id: string; work: Work }, why: Pick<Work, 'why' | 'cancelled'>, now: Date) {
  await save(q, p.id, turned(p.work, why), now)
  const { rows } = await q.query<PackageRow>(
    `update import_package set state = 'undoing', version = version + 1, updated_at = $2 where id = $1 returning ${packageColumns}`,
    [p.id, now.toISOString()],
  )
  if (!rows[0]) throw new Fail('not_found')
  return rows[0]
}

/** An apply that goes no further begins to put back what it wrote. @returns false where there is nothing to turn */
async function turnBack(platform: Platform, id: string, why: string): Promise<boolean> {
  return platform.db.tx(async (q) => {
    const p = await workOf(q, id, 'for update')
    if (p?.work.what !== 'apply') return false
    await turn(q, p, { why }, platform.now())
    return true
  })
}

/** @throws not_allowed_in_state where nothing is being applied in steps */
export async function cancelApply(q: Queryable, id: string, now: Date, by: string): Promise<PackageRow> {
  const p = await workOf(q, id, 'for update')
  if (p?.work.what !== 'apply') throw new Fail('not_allowed_in_state', { state: p?.state, action: 'cancel' })
  return turn(q, p, { cancelled: by }, now)
}

/** Putting back goes no further: the package rests with its journal. @returns false where there is nothing to put back */
async function interrupt(platform: Platform, id: string, cause: string): Promise<boolean> {
  return platform.db.tx(async (q) => {
    const p = await workOf(q, id, 'for update')
    if (!p || p.work.what === 'apply') return false
    if (p.state === 'interrupted') return true
    const { work: w } = p
    const told: Interrupted = {
      to: w.what === 'undo' ? 'undone' : 'planned',
      done: w.done,
      left: Math.max(0, w.all - w.done),
      cause,
    }
    const { rows } = await q.query<PackageRow>(
      `update import_package set state = 'interrupted', details = coalesce(details, '{}') || jsonb_build_object('interrupted', $2::jsonb),
         updated_at = $3, version = version + 1 where id = $1 returning ${packageColumns}`,
      [id, JSON.stringify(told), platform.now().toISOString()],
    )
    if (rows[0]) await note(platform, q, rows[0], w, { ...told })
    return true
  })
}

/** The next step of an interrupted package is the one that failed. */
export async function resume(q: Queryable, id: string, { at, by }: Hand): Promise<PackageRow> {
  const { rows } = await q.query<PackageRow>(
    `update import_package set state = 'undoing', tries = 0, beat_at = $2, updated_at = $2, updated_by = $3, version = version + 1,
       details = details - 'interrupted', work = work || $4::jsonb
     where id = $1 and state = 'interrupted' and work is not null returning ${packageColumns}`,
    [id, at.toISOString(), by, JSON.stringify({ at, by })],
  )
  if (!rows[0]) throw new Fail('not_found')
  return rows[0]
}

/** Last resort of work that cannot go on: an apply turns back, what is being put back rests. @returns false when there is no work any more */
const giveUp = async (platform: Platform, id: string, cause: string): Promise<boolean> =>
  (await turnBack(platform, id, cause in problems ? cause : 'busy')) || interrupt(platform, id, cause)

/** Work that servers kept dying at. */
export async function giveUpAfterRestarts(platform: Platform, id: string): Promise<void> {
  if (await giveUp(platform, id, 'restarts')) await carryOut(platform, id)
}

/** Carries the work of a package to its end. Two at once do no harm: each step is one's own, and the journal says where it begins. */
export async function carryOut(platform: Platform, id: string): Promise<void> {
  const { db, log } = platform
  let misses = 0
  for (;;) {
    try {
      const p = await workOf(db, id)
      if (!p || p.state === 'interrupted') return
      if (p.work.before === null) {
        const before = await contentDigest(db, id, touchedBy(p))
        await db.query(
          `update import_package set work = jsonb_set(work, '{before}', to_jsonb($2::text))
           where id = $1 and work->>'before' is null`,
          [id, before],
        )
      }
      for (let most = stepRows.first; ; misses = 0) {
        await db.idle()
        const from = performance.now()
        if (!(await step(platform, id, most))) break
        const share = stepRows.ms / (performance.now() - from)
        most = Math.round(Math.min(stepRows.most, Math.max(stepRows.least, most * Math.min(1.5, Math.max(0.5, share)))))
      }
      if (await finish(platform, id)) return
    } catch (e) {
      // the plan does not hold any more, or the writing cannot be done at all
      const known = e instanceof Fail
      if (!known) {
        const again = ++misses <= mostMisses
        log.error(
          { event: 'import-interrupted', error: e, import: id, tries: misses, again },
          'a step of an import failed',
        )
        if (again) {
          await wait(firstPause * 2 ** (misses - 1))
          continue
        }
      }
      if (!(await giveUp(platform, id, known ? e.code : 'internal'))) throw e
      misses = 0
    }
  }
}
