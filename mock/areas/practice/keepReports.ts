/** Reports of what is wrong with a question: to its keepers and back. */
import { signed } from '#src/contract/notice/byline.ts'
import { type Bank, resourceOf } from '#src/contract/bank/question.ts'
import { bankKeepers, exercisePage } from '#src/contract/practice/keep.ts'
import type { OwnReport, QuestionReport } from '#src/contract/practice/keep.schema.ts'
import { labelsOf } from '#mock/crud/references.ts'
import { type Add, where } from '#mock/crud/where.ts'
import { sharedAmong } from '#mock/crud/ownership.ts'
import { tableOf } from '#mock/crud/shape.ts'
import { resources } from '#src/contract/resources.ts'
import type { Queryable } from '#mock/db/db.ts'
import { area, Fail, type Who } from '#mock/http/handler.ts'
import { namesOf } from '../bank/banks.ts'
import { holdersOf } from '../notice/holders.ts'
import { notify } from '../notice/notify.ts'
import { keepsBank, keptText, questionFor } from './practisable.ts'

interface Row extends OwnReport {
  bank: Bank
  question_id: string
  version: number
  user_id: string
  replied_by: string | null
}
const iso = (at: string | null): string | null => (at === null ? null : new Date(at).toISOString())
const shown = ({ id, kind, text, state, at, reply, replied_at }: Row): OwnReport => ({
  id,
  kind,
  text,
  state,
  at: iso(at) ?? at,
  reply,
  replied_at: iso(replied_at),
})

export async function ownReports(q: Queryable, user: string, question: string): Promise<OwnReport[]> {
  const { rows } = await q.query<Row>(
    'select * from question_report where question_id = $1 and user_id = $2 order by at desc, id desc limit 20',
    [question, user],
  )
  return rows.map(shown)
}

/** Reports on what the caller sees of the bank he keeps: the others are not there. A condition on row `r`. */
export function reportsSeen(bank: Bank, who: Who, add: Add): string {
  const of = `r.bank = ${add(bank)}`
  if (who.is_admin) return of
  return `${of} and r.question_id in (select t.id from ${tableOf(resourceOf[bank])} t where ${keptText(bank, who, add)})`
}

async function forKeepers(q: Queryable, who: Who, rows: readonly Row[]): Promise<QuestionReport[]> {
  const names = await namesOf(
    q,
    rows.flatMap((r) => [r.user_id, ...(r.replied_by ? [r.replied_by] : [])]),
  )
  const titles = new Map<string, string>()
  const versions = new Map<string, number>()
  for (const bank of new Set(rows.map((r) => r.bank))) {
    const ids = rows.filter((r) => r.bank === bank).map((r) => r.question_id)
    for (const [id, label] of await labelsOf({ q }, resourceOf[bank], ids)) titles.set(id, label)
  }
  const { rows: kept } = await q.query<{ id: string; version: number }>(
    'select question_id as id, max(version)::integer as version from question_version where question_id = any($1::text[]) group by question_id',
    [rows.map((r) => r.question_id)],
  )
  for (const r of kept) versions.set(r.id, r.version)
  return rows.map((r) => ({
    ...shown(r),
    question_id: r.question_id,
    bank: r.bank,
    title: titles.get(r.question_id) ?? '',
    version: r.version,
    version_now: versions.get(r.question_id) ?? r.version,
    by_name: names.get(r.user_id) ?? '',
    replied_by_name: r.replied_by ? (names.get(r.replied_by) ?? '') : '',
    can: r.state === 'open' && bankKeepers[r.bank].some((s) => who.writable.has(s)) ? ['answer'] : [],
  }))
}

export const reportHandlers = area({
  'POST /question-tools/:id/reports': async (c) => {
    const { q, who, params, body, platform, audit } = c
    const { bank, version, data } = await questionFor(c, params.id)
    const { rows: had } = await q.query(
      `select 1 from question_report where question_id = $1 and user_id = $2 and kind = $3 and text = $4 and state = 'open'`,
      [params.id, who.id, body.kind, body.text],
    )
    if (had.length) throw new Fail('duplicate_data')
    const id = platform.newId()
    await q.query(
      `insert into question_report (id, bank, question_id, version, user_id, kind, text, at) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [id, bank, params.id, version, who.id, body.kind, body.text, platform.now().toISOString()],
    )
    const [list, , edit] = bankKeepers[bank]
    const holders = (await holdersOf(q, edit)).filter((user) => user !== who.id)
    const to = await sharedAmong(q, resources[resourceOf[bank]].line, params.id, holders)
    await notify(q, platform, {
      to,
      kind: 'question_reported',
      params: { by: signed(who), title: data.title ?? '', kind: body.kind, text: body.text },
      link: { screen: list, query: { reports: 'open' } },
    })
    audit({ entity: resourceOf[bank], id: params.id, details: { report: id, kind: body.kind } })
    const [made] = await ownReports(q, who.id, params.id)
    if (made?.id !== id) throw new Error('a report was not kept')
    return made
  },

  'GET /question-reports': async ({ q, who, query }) => {
    if (!keepsBank(who, query.bank)) throw new Fail('no_operation_permission')
    const w = where()
    w.and(reportsSeen(query.bank, who, w.add))
    if (query.question_id) w.and(`r.question_id = ${w.add(query.question_id)}`)
    const from = () => `from question_report r ${w.text()}`
    const { rows: open } = await q.query<{ n: number }>(
      `select count(*)::integer as n ${from()} and r.state = 'open'`,
      w.params,
    )
    if (query.state) w.and(`r.state = any(${w.add(query.state)}::text[])`)
    const { rows: all } = await q.query<{ n: number }>(`select count(*)::integer as n ${from()}`, w.params)
    const { rows } = await q.query<Row>(
      `select r.* ${from()} order by r.state = 'open' desc, r.at desc, r.id desc
       limit ${w.add(query.page_size)} offset ${w.add((query.page - 1) * query.page_size)}`,
      w.params,
    )
    return {
      items: await forKeepers(q, who, rows),
      total: all[0]?.n ?? 0,
      open: open[0]?.n ?? 0,
      page: query.page,
      page_size: query.page_size,
    }
  },

  'POST /question-reports/:id/answer': async ({ q, who, params, body, platform, audit }) => {
    const { rows } = await q.query<Row>('select * from question_report where id = $1 for update', [params.id])
    const [row] = rows
    if (!row) throw new Fail('not_found')
    if (!bankKeepers[row.bank].some((s) => who.writable.has(s))) throw new Fail('no_operation_permission')
    const w = where()
    w.and(`r.id = ${w.add(row.id)} and ${reportsSeen(row.bank, who, w.add)}`)
    if (!(await q.query(`select 1 from question_report r ${w.text()}`, w.params)).rows.length)
      throw new Fail('not_found')
    if (row.state !== 'open') throw new Fail('not_allowed_in_state', { status: row.state, action: 'answer' })
    const { rows: after } = await q.query<Row>(
      `update question_report set state = $2, reply = $3, replied_by = $4, replied_at = $5 where id = $1 returning *`,
      [row.id, body.outcome, body.text, who.id, platform.now().toISOString()],
    )
    const [made] = await forKeepers(q, who, after)
    if (!made) throw new Fail('not_found')
    if (row.user_id !== who.id)
      await notify(q, platform, {
        to: [row.user_id],
        kind: body.outcome === 'fixed' ? 'report_fixed' : 'report_declined',
        params: { title: made.title, text: body.text },
        link: { screen: exercisePage(row.bank), params: { exercise_id: row.question_id } },
      })
    audit({ entity: 'question-report', id: row.id, before: { state: row.state }, after: { state: made.state } })
    return made
  },
})
