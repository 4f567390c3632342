/** Corrects a refused row of a plan, and where that is asked for all that are wrong as it is. It is judged by the rights of whoever corrects it, as if they had brought the file. */
import { area, Fail } from '#mock/http/request/handler.ts'
import { planBatch } from '#mock/import/plan/batch.ts'
import {
  type Correctable,
  correctable,
  correctedRow,
  replaceRows,
  waitingFor,
  wrongAlike,
} from '#mock/import/plan/correct.ts'
import { type ParsedRow, type RowDraft, rowDraftOf, refusedRow } from '#mock/import/plan/draft.ts'
import { importableNames } from '#mock/import/plan/importables.ts'
import { mayImport, ofKind } from '#mock/import/plan/may.ts'
import { restate } from '#mock/import/plan/package.ts'
import { planSize } from '#mock/import/plan/rows.ts'
import { packageFor } from './kinds.ts'
import { shownPackage, packageAuditState } from './present.ts'

export const correctHandlers = area({
  'PUT /imports/:id/row': async ({ q, params, body, who, platform, audit }) => {
    const p = await packageFor(q, params.id, who, 'for update')
    if (p.state !== 'planned') throw new Fail('not_allowed_in_state', { state: p.state, action: 'correct' })
    if (p.version !== body.version) throw new Fail('stale_version', { current: shownPackage(p, who) })
    const row = await correctable(q, p.id, body.row)
    const { resource } = row
    if (!mayImport(who, resource)) throw new Fail('no_operation_permission', { resources: [resource] })
    const may = new Set<string>(importableNames.filter((name) => ofKind(p.kind, name) && mayImport(who, name)))
    const { rows: last } = await q.query<{ n: number }>('select max(n) as n from import_row where package_id = $1', [
      p.id,
    ])
    const job = {
      packageId: p.id,
      tries: p.tries,
      n: last[0]?.n ?? 0,
      may,
      newId: platform.newId,
      platform,
      by: who.id,
    }
    const draft = (found: ParsedRow, format: string) =>
      rowDraftOf(found, may, format, {
        pack: p.file_name,
        kind: p.kind,
        set: p.kind === 'courses' && found.resource !== 'course-lesson' ? undefined : (p.set_id ?? undefined),
      })
    const replan = async (rows: readonly { n: number }[], drafts: readonly RowDraft[]) => {
      const ids = rows.map((r) => r.n)
      await planBatch(q, job, drafts)
      await replaceRows(q, p.id, ids, job.n)
      return ids
    }
    const judge = async (rows: readonly Correctable[], values: Readonly<Record<string, string>>) => {
      const drafts: RowDraft[] = []
      for (const r of rows) {
        const found = await correctedRow(r, values)
        drafts.push('problem' in found ? refusedRow(found, r.given.format) : draft(found, r.given.format))
      }
      const ids = await replan(rows, drafts)
      // those that were refused with them are judged again
      const waiting = await waitingFor(q, p.id, ids)
      for (let from = 0; from < waiting.length; from += planSize) {
        const some = waiting.slice(from, from + planSize)
        await replan(
          some,
          some.map(({ given, ...of }) => draft({ ...of, ...given }, given.format)),
        )
      }
      return rows.length
    }
    let judged = await judge([row], body.values)
    const shared = Object.fromEntries(Object.entries(body.values).filter(([name]) => body.also?.includes(name)))
    if (Object.keys(shared).length)
      for await (const rows of wrongAlike(q, p.id, row, Object.keys(shared))) judged += await judge(rows, shared)
    const now = await restate(q, p.id, platform.now(), who.id)
    const fields = Object.keys(body.values)
    audit({
      entity: 'import',
      id: p.id,
      before: packageAuditState(p),
      after: packageAuditState(now),
      details: { row: row.n, fields, ...(judged > 1 ? { rows: judged } : {}) },
    })
    return shownPackage(now, who)
  },
})
