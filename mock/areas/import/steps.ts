/** The steps of an import: plan, choose, apply, undo, forget. */
import { signed } from '#src/contract/notice/byline.ts'
import { type ImportKind, targetsOfImport } from '#src/contract/import/import.ts'
import { limits } from '#src/contract/limits.ts'
import { usable } from '#mock/crud/ownership.ts'
import { existing } from '#mock/crud/references.ts'
import { checkTargets } from '#mock/crud/share.ts'
import { planningAtOnce } from '#mock/thread/threads.ts'
import { area, Fail, type Platform, staged, type Caller } from '#mock/http/request/handler.ts'
import type { Queryable } from '#mock/db/db.ts'
import { audienceOf, giveAudience } from '#mock/import/plan/audience.ts'
import { applyPlan, consent, mayApply } from '#mock/import/plan/apply.ts'
import { atOnce, beginPackageWork, cancelApply, carryOut, resume, takenRows } from '#mock/import/plan/carry.ts'
import { planDigest } from '#mock/import/plan/digest.ts'
import { chooseRows } from '#mock/import/plan/choose.ts'
import { releasePlanned } from '#mock/import/plan/files.ts'
import { importableNames } from '#mock/import/plan/importables.ts'
import { refuseForeign } from '#mock/import/plan/foreign.ts'
import { mayImport, ofKind, resourceSpecOf } from '#mock/import/plan/may.ts'
import {
  assertEventAllowed,
  leftToUndo,
  packageColumns,
  importPackageOf,
  type PackageRow,
  restate,
} from '#mock/import/plan/package.ts'
import { settleNotices } from '#mock/import/plan/notices.ts'
import { dropUpload } from '#mock/import/plan/parts.ts'
import { keepsSets, openSets, setsOf } from '#mock/import/plan/practice.ts'
import { planImport } from '#mock/import/plan/run.ts'
import { compareAgain, staleRows } from '#mock/import/plan/standing.ts'
import { withReasons } from './stayed.ts'
import { foreseen, undoPlan } from '#mock/import/plan/undo.ts'
import { actions, resourcesClosedTo, mayCancel, shownPackage, packageAuditState } from './present.ts'
import { packageFor, sees, importKindRefusal } from './kinds.ts'
import { ownUpload } from './uploads.ts'
import { courseFor } from '../course/course.ts'
import { isKeyOf } from '#src/contract/lib/typed.ts'

/** Name of the set that all questions are to go into, or of the course. @throws validation where there is none of that kind */
async function nameOfSet(
  q: Queryable,
  { kind, set_id }: { kind: ImportKind; set_id?: string | undefined },
  who: Caller,
): Promise<string> {
  if (set_id === undefined) return ''
  const sets = isKeyOf(targetsOfImport, kind) ? targetsOfImport[kind] : undefined
  const name = sets && (await existing(q, sets, [set_id])).get(set_id)
  if (name === undefined) throw new Fail('validation', { fields: [{ path: 'set_id', rule: 'unknown_reference' }] })
  // into a course: it says itself who may
  if (sets && kind !== 'courses' && !(await usable(q, sets, [set_id], who, 'change')).size)
    throw new Fail('validation', { fields: [{ path: 'set_id', rule: 'not_fillable' }] })
  return name
}

function may(p: PackageRow, who: Caller): void {
  const closed = resourcesClosedTo(p, who)
  const [first] = closed
  if (first !== undefined)
    // one right after the other: any of these opens the first
    throw new Fail('no_operation_permission', {
      resources: closed,
      screens: resourceSpecOf(first).write,
    })
}

function undoable(p: PackageRow): void {
  assertEventAllowed(p, 'undo')
  if (p.state === 'undone' && !leftToUndo(p)) throw new Fail('not_allowed_in_state', { state: p.state, action: 'undo' })
}

/** Ends a step: the state it leads to, and what it did. */
async function settle(
  q: Queryable,
  p: PackageRow,
  set: Record<string, unknown>,
  platform: Platform,
  who: Caller,
): Promise<PackageRow> {
  const columns = Object.keys(set)
  const { rows } = await q.query<PackageRow>(
    `update import_package set ${columns.map((c, i) => `${c} = $${i + 4}`).join(', ')},
       version = version + 1, updated_at = $2, updated_by = $3
     where id = $1 returning ${packageColumns}`,
    [p.id, platform.now().toISOString(), who.id, ...Object.values(set)],
  )
  if (!rows[0]) throw new Fail('not_found')
  return rows[0]
}

const direction = (rule: string) => ({ path: 'direction_id', rule })

export const stepHandlers = area({
  'POST /imports': async (c) => {
    const { q, body, who, platform, audit, after } = c
    if (!sees(body.kind, who)) throw importKindRefusal(body.kind)
    const upload = await ownUpload(q, body.upload_id, who, 'for update')
    // one that was begun as a backup may be larger
    if (upload.size > limits.importZip) throw new Fail('too_large', { max: limits.importZip })
    if (upload.package_id !== null || upload.received < upload.size)
      throw new Fail('not_allowed_in_state', { offset: upload.received, size: upload.size, import: upload.package_id })
    const { rows: busy } = await q.query<{ n: number; own: number }>(
      `select count(*) as n, count(*) filter (where created_by = $1) as own from import_package where state = 'planning'`,
      [who.id],
    )
    // others find room: nobody has more than half of it
    if ((busy[0]?.own ?? 0) >= planningAtOnce / 2) throw new Fail('too_many', { seconds: 10 })
    if ((busy[0]?.n ?? 0) >= planningAtOnce) throw new Fail('busy', { seconds: 10 })
    const id = platform.newId()
    const set = await nameOfSet(q, body, who)
    if (body.kind === 'courses') {
      if (body.set_id !== undefined) await courseFor(c, body.set_id, 'update')
      else if (body.direction_id === undefined) throw new Fail('validation', { fields: [direction('required')] })
      if (body.direction_id !== undefined && !(await existing(q, 'direction', [body.direction_id])).size)
        throw new Fail('validation', { fields: [direction('unknown_reference')] })
    } else if (body.direction_id !== undefined) throw new Fail('validation', { fields: [direction('not_of_kind')] })
    const may = importableNames.filter((name) => ofKind(body.kind, name) && mayImport(who, name))
    await q.query(
      `insert into import_package (id, state, upload_id, file_name, size, may, beat_at, created_at, created_by, created_by_name,
         updated_at, updated_by, kind, details, set_id, set_name, direction_id)
       values ($1, 'planning', $2, $3, $4, $5::text[], $6, $6, $7, $8, $6, $7, $9, $10, $11, $12, $13)`,
      [
        id,
        upload.id,
        upload.name,
        upload.size,
        may,
        platform.now().toISOString(),
        who.id,
        signed(who),
        body.kind,
        body.page ? JSON.stringify({ text_page: body.page }) : null,
        body.set_id ?? null,
        set,
        body.direction_id ?? null,
      ],
    )
    await q.query('update upload set package_id = $2 where id = $1', [upload.id, id])
    const p = await importPackageOf(q, id)
    audit({ entity: 'import', id, after: packageAuditState(p), details: { file: upload.name, size: upload.size } })
    after(() => platform.background('import.plan', () => planImport(platform, id)))
    return shownPackage(p, who)
  },

  'PUT /imports/:id/choice': async ({ q, params, body, who, platform, audit }) => {
    const p = await packageFor(q, params.id, who, 'for update')
    if (p.state !== 'planned') throw new Fail('not_allowed_in_state', { state: p.state, action: 'choose' })
    if (p.version !== body.version) throw new Fail('stale_version', { current: shownPackage(p, who) })
    await chooseRows(q, p.id, body)
    const now = await restate(q, p.id, platform.now(), who.id)
    const { choice, verdict, rows } = body
    audit({
      entity: 'import',
      id: p.id,
      before: packageAuditState(p),
      after: packageAuditState(now),
      details: { choice, verdict, rows: rows?.length },
    })
    return shownPackage(now, who)
  },

  'PUT /imports/:id/audience': async ({ q, params, body: { version, ...chosen }, who, platform, audit }) => {
    const p = await packageFor(q, params.id, who, 'for update')
    const before = audienceOf(p)
    if (!before || !actions[p.state]?.includes('audience'))
      throw new Fail('not_allowed_in_state', { state: p.state, action: 'audience' })
    if (p.version !== version) throw new Fail('stale_version', { current: shownPackage(p, who) })
    may(p, who)
    await checkTargets(q, chosen, before)
    if (p.state === 'applied') {
      await refuseForeign(q, p, who, 'undo')
      await giveAudience(q, p, chosen, { at: platform.now(), by: who.id })
    }
    const now = await settle(q, p, { audience: JSON.stringify(chosen) }, platform, who)
    audit({ entity: 'import', id: p.id, before, after: chosen })
    return shownPackage(now, who)
  },

  'PUT /imports/:id/practice': async ({ q, params, body, who, platform, audit }) => {
    const p = await packageFor(q, params.id, who, 'for update')
    if (!setsOf(p) || !actions[p.state]?.includes('practice'))
      throw new Fail('not_allowed_in_state', { state: p.state, action: 'practice' })
    if (p.version !== body.version) throw new Fail('stale_version', { current: shownPackage(p, who) })
    may(p, who)
    if (!keepsSets(p, who)) throw new Fail('no_operation_permission')
    const at = platform.now()
    const sets = p.state === 'applied' && body.open ? await openSets(q, p, who, { at, by: who.id }) : 0
    const now = await settle(q, p, { practice: body.open }, platform, who)
    audit({
      entity: 'import',
      id: p.id,
      before: { practice: p.practice },
      after: { practice: body.open },
      details: { sets },
    })
    return shownPackage(now, who)
  },

  'POST /imports/:id/apply': staged(
    // what changed since the preview is compared again before the refusal, so that whoever looks again sees what stands now
    async ({ q, params, body, who, platform }) => {
      const p = await packageFor(q, params.id, who)
      if (p.state !== 'planned' || p.digest !== body.digest) return undefined
      const names = p.resources.map((r) => r.resource)
      // the new rows of a large plan are looked for as they are written: nobody waits for all of them here
      const rows = await staleRows(
        { q, platform },
        p.id,
        names,
        (await takenRows(q, p.id)) > atOnce ? 'skipped' : 'all',
      )
      // in steps, while others have their turn; who changes a row of the plan changes its version
      if (!rows) return { version: p.version, digest: await planDigest(q, p.id) }
      const hand = { at: platform.now(), by: who.id }
      const again = await compareAgain(platform, p.id, hand)
      // none: the same apply came through on another way meanwhile, and that is what changed
      if (!again) return undefined
      // two plans that file under the same new set: the second joins the set that the first has made
      if (again.joined !== undefined) return { version: again.joined, digest: body.digest }
      throw new Fail('plan_changed', { rows, since: again.since })
    },
    async ({ q, params, body, who, platform, audit, after }, looked) => {
      const p = await packageFor(q, params.id, who, 'for update')
      // the same consent twice is one apply
      if ((p.state === 'applied' || p.state === 'applying') && p.digest === body.digest)
        return { ...shownPackage(p, who), repeated: true as const }
      assertEventAllowed(p, 'apply')
      may(p, who)
      await consent(q, p, body.digest, body.on_duplicate, looked?.version === p.version ? looked.digest : undefined)
      await refuseForeign(q, p, who, 'apply')
      await settleNotices(q, p)
      const hand = { at: platform.now(), by: who.id }
      const n = await takenRows(q, p.id)
      if (n > atOnce) {
        await mayApply(q, p, hand, platform)
        const begun = await beginPackageWork(q, p, 'apply', n, hand)
        const details = { rows: n, digest: p.digest, on_duplicate: body.on_duplicate }
        audit({ entity: 'import', id: p.id, before: packageAuditState(p), after: packageAuditState(begun), details })
        after(() => platform.background('import.apply', () => carryOut(platform, p.id)))
        return shownPackage(begun, who)
      }
      const { created, overwritten, content, trail } = await applyPlan(q, p, hand, platform)
      const left = p.counts.new + p.counts.changed - created - overwritten
      const details = { created, overwritten, skipped: left }
      const now = await settle(
        q,
        p,
        {
          state: 'applied',
          progress: 1,
          problem: null,
          applied_at: platform.now().toISOString(),
          details: JSON.stringify(details),
        },
        platform,
        who,
      )
      for (const entry of trail) audit(entry)
      audit({
        entity: 'import',
        id: p.id,
        before: packageAuditState(p),
        after: packageAuditState(now),
        details: { ...details, digest: p.digest, on_duplicate: body.on_duplicate, content },
      })
      return shownPackage(now, who)
    },
  ),

  'POST /imports/:id/cancel': async ({ q, params, body, who, platform, audit }) => {
    const p = await packageFor(q, params.id, who, 'for update')
    assertEventAllowed(p, 'cancel')
    if (p.version !== body.version) throw new Fail('stale_version', { current: shownPackage(p, who) })
    if (!mayCancel(p, who)) throw new Fail('no_operation_permission')
    may(p, who)
    // whoever writes it meets the journal turned at the next step
    const now = await cancelApply(q, p.id, platform.now(), signed(who))
    audit({ entity: 'import', id: p.id, before: packageAuditState(p), after: packageAuditState(now) })
    return shownPackage(now, who)
  },

  'POST /imports/:id/resume': async ({ q, params, body, who, platform, audit, after }) => {
    const p = await packageFor(q, params.id, who, 'for update')
    assertEventAllowed(p, 'resume')
    if (p.version !== body.version) throw new Fail('stale_version', { current: shownPackage(p, who) })
    may(p, who)
    await refuseForeign(q, p, who, 'undo')
    const now = await resume(q, p.id, { at: platform.now(), by: who.id })
    audit({
      entity: 'import',
      id: p.id,
      before: packageAuditState(p),
      after: packageAuditState(now),
      details: { ...p.details },
    })
    after(() => platform.background('import.resume', () => carryOut(platform, p.id)))
    return shownPackage(now, who)
  },

  'GET /imports/:id/undo': async ({ q, params, who }) => {
    const p = await packageFor(q, params.id, who)
    undoable(p)
    const { first, ...seen } = await foreseen(q, p)
    return { ...seen, first: await withReasons(q, who, first) }
  },

  'POST /imports/:id/undo': staged(
    // counted before the transaction, which would keep everybody else waiting where there are many rows
    async ({ q, params, body, who }) => {
      const p = await packageFor(q, params.id, who)
      if (body.digest === undefined || p.version !== body.version) return
      undoable(p)
      if ((await foreseen(q, p)).digest !== body.digest) throw new Fail('undo_changed')
    },
    async ({ q, params, body, who, platform, audit, after }) => {
      const p = await packageFor(q, params.id, who, 'for update')
      undoable(p)
      if (p.version !== body.version) throw new Fail('stale_version', { current: shownPackage(p, who) })
      may(p, who)
      await refuseForeign(q, p, who, 'undo')
      await settleNotices(q, p)
      const hand = { at: platform.now(), by: who.id }
      const n = await takenRows(q, p.id, 'undo')
      if (n > atOnce) {
        const begun = await beginPackageWork(q, p, 'undo', n, hand)
        audit({
          entity: 'import',
          id: p.id,
          before: packageAuditState(p),
          after: packageAuditState(begun),
          details: { rows: n },
        })
        after(() => platform.background('import.undo', () => carryOut(platform, p.id)))
        return shownPackage(begun, who)
      }
      const { content, first, trail, ...details } = await undoPlan(q, p, hand)
      // everything it wrote was changed or is used since: it stays applied, and may be undone when that has changed
      const stayed = Object.values(details.kept).reduce((sum, n) => sum + n, 0)
      if (details.removed + details.restored === 0 && stayed > 0)
        throw new Fail('nothing_undone', { n: stayed, kept: details.kept, first: await withReasons(q, who, first) })
      const now = await settle(
        q,
        p,
        {
          state: 'undone',
          problem: null,
          undone_at: platform.now().toISOString(),
          details: JSON.stringify({ ...p.details, ...details }),
        },
        platform,
        who,
      )
      for (const entry of trail) audit(entry)
      audit({
        entity: 'import',
        id: p.id,
        before: packageAuditState(p),
        after: packageAuditState(now),
        details: { ...details, content },
      })
      return shownPackage(now, who)
    },
  ),

  'DELETE /imports/:id': async ({ q, params, who, platform, audit, after }) => {
    const p = await packageFor(q, params.id, who, 'for update')
    if (!actions[p.state]?.includes('remove'))
      throw new Fail('not_allowed_in_state', { state: p.state, action: 'remove' })
    await releasePlanned(q, platform.now(), p.id)
    await settleNotices(q, p)
    await q.query('delete from import_package where id = $1', [p.id])
    await q.query('delete from upload where id = $1 and (package_id = $2 or package_id is null)', [p.upload_id, p.id])
    // another import may be made of it by now
    const { rows: kept } = await q.query('select 1 from upload where id = $1', [p.upload_id])
    audit({ entity: 'import', id: p.id, before: packageAuditState(p) })
    if (!kept.length) after(() => platform.background('import.forget', () => dropUpload(platform.files, p.upload_id)))
    return { id: p.id }
  },
})
