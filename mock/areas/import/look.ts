/** Imports and the rows of their plans, for whoever holds `resource-import`. */
import { containing } from '#mock/crud/fold.ts'
import { paged } from '#mock/crud/paged.ts'
import { where } from '#mock/crud/where.ts'
import { area } from '#mock/http/request/handler.ts'
import { packageColumns, type PackageRow } from '#mock/import/plan/package.ts'
import { packageFor, sees, importKindRefusal } from './kinds.ts'
import { withAlike } from '#mock/import/plan/alike.ts'
import { wrongFields } from '#mock/import/plan/correct.ts'
import { recoverLater } from '#mock/import/plan/recover.ts'
import type { NewPlanRow } from '#mock/import/plan/rows.ts'
import { importKinds, stayedFor } from '#src/contract/import/import.ts'
import { instantOf } from '#mock/log/table.ts'
import { shownPackage } from './present.ts'
import { rightsIn } from './rights.ts'
import { personsIn } from './persons.ts'
import { report } from './report.ts'
import { withUses } from './stayed.ts'
import { veiled } from './veil.ts'

/** What of a row that is left out may be corrected, as long as the plan stands. */
function wrongOf(
  { state }: Pick<PackageRow, 'state'>,
  { resource, reasons }: Pick<NewPlanRow, 'resource' | 'reasons'>,
  given: NewPlanRow['given'],
) {
  const wrong = state === 'planned' && given ? wrongFields(resource, reasons, given) : undefined
  return wrong ? { wrong } : {}
}

export const lookHandlers = area({
  'GET /imports': async ({ q, query, who, platform }) => {
    const kinds = (query.kind ? [query.kind] : importKinds).filter((k) => sees(k, who))
    if (!kinds.length) throw importKindRefusal(...(query.kind ? [query.kind] : importKinds))
    const w = where()
    w.and(`kind = any(${w.add(kinds)}::text[])`)
    if (query.state) w.and(`state = any(${w.add(query.state)}::text[])`)
    if (query.created_by) w.and(`created_by = any(${w.add(query.created_by)}::text[])`)
    if (query.created_at_from) w.and(`created_at >= ${w.add(instantOf(query.created_at_from, 'from'))}::timestamptz`)
    if (query.created_at_to) w.and(`created_at <= ${w.add(instantOf(query.created_at_to, 'to'))}::timestamptz`)
    if (query.q?.trim()) w.and(`lower(file_name) like ${w.add(containing(query.q.trim()))}`)
    const { rows, ...page } = await paged<PackageRow>(q, {
      select: packageColumns,
      from: 'import_package',
      w,
      order: 'id desc',
      query,
    })
    for (const p of rows) recoverLater(platform, p)
    return { items: rows.map((p) => shownPackage(p, who)), ...page }
  },

  'GET /imports/:id': async ({ q, params, who, platform }) => {
    const p = await packageFor(q, params.id, who)
    recoverLater(platform, p)
    return shownPackage(p, who)
  },

  'GET /imports/:id/report': report,

  'GET /imports/:id/rows': async ({ q, params, query, who }) => {
    const p = await packageFor(q, params.id, who)
    const w = where()
    w.and(`package_id = ${w.add(p.id)}`)
    // rows of a plan in the making come and go
    if (p.state === 'planning') w.and('false')
    if (query.verdict) w.and(`verdict = ${w.add(query.verdict)}`)
    if (query.choice) w.and(`choice = ${w.add(query.choice)}`)
    if (query.stayed) w.and(`undone in (${stayedFor.map((why) => `'${why}'`).join(', ')})`)
    if (query.resource) w.and(`resource = ${w.add(query.resource)}`)
    if (query.q?.trim()) w.and(`lower(label) like ${w.add(containing(query.q.trim()))}`)
    const { rows, ...page } = await paged<NewPlanRow>(q, {
      select: 'n, resource, place, label, key, verdict, choice, difference, reasons, target_id, given, data',
      from: 'import_row',
      w,
      order: 'n',
      query,
    })
    const told = p.state === 'planned' ? await withAlike(q, p.id, rows) : rows
    const items = await withUses(q, who, await veiled(q, who, told))
    const rightsOf = await rightsIn(q, items)
    const personOf = await personsIn(q, items)
    return {
      items: items.map(({ given, data, key: _key, ...row }) => {
        const rights = rightsOf(row)
        const person = personOf({ ...row, given, data })
        return { ...row, ...wrongOf(p, row, given), ...(person ? { person } : {}), ...(rights ? { rights } : {}) }
      }),
      ...page,
    }
  },
})
