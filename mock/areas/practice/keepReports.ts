/** Reports of what is wrong with a question: to its keepers and back. */
import { signed } from '#src/contract/notice/byline.ts'
import { type Bank, banks, resourceOf } from '#src/contract/bank/question.ts'
import { bankKeepers, exercisePage } from '#src/contract/practice/keep.ts'
import type { OwnReport, QuestionReport } from '#src/contract/practice/keep.schema.ts'
import { labelsOf } from '#mock/crud/references.ts'
import { paged } from '#mock/crud/paged.ts'
import { totalOf } from '#mock/crud/total.ts'
import { type Add, where } from '#mock/crud/where.ts'
import { sharedAmong } from '#mock/crud/ownership.ts'
import { tableOf } from '#mock/crud/shape.ts'
import { resources } from '#src/contract/resources.ts'
import type { Queryable } from '#mock/db/db.ts'
import { area, Fail, type Caller } from '#mock/http/request/handler.ts'
import { bylines } from '../notice/byline.ts'
import { screenManagersOf } from '../notice/holders.ts'
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
export function reportsSeen(bank: Bank, who: Caller, add: Add): string {
  const of = `r.bank = ${add(bank)}`
  if (who.is_admin) return of
  // asked row by row: a page needs twenty of them
  return `${of} and (select true from ${tableOf(resourceOf[bank])} t where t.id = r.question_id and ${keptText(bank, who, add)})`
}

async function forKeepers(q: Queryable, who: Caller, rows: readonly Row[]): Promise<QuestionReport[]> {
  const ids = rows.map((r) => r.question_id)
  const of = (bank: Bank) => rows.filter((r) => r.bank === bank).map((r) => r.question_id)
  const [by, { rows: kept }, ...labels] = await Promise.all([
    bylines(
      q,
      rows.flatMap((r) => [r.user_id, ...(r.replied_by ? [r.replied_by] : [])]),
    ),
    q.query<{ id: string; version: number }>(
      'select question_id as id, max(version)::integer as version from question_version where question_id = any($1::text[]) group by question_id',
      [ids],
    ),
    ...banks.map((bank) => labelsOf({ q }, resourceOf[bank], of(bank))),
  ])
  const titles = new Map(labels.flatMap((some) => [...some]))
  const versions = new Map(kept.map((r) => [r.id, r.version]))
  return rows.map((r) => ({
    ...shown(r),
    question_id: r.question_id,
    bank: r.bank,
    title: titles.get(r.question_id) ?? '',
    version: r.version,
    version_now: versions.get(r.question_id) ?? r.version,
    author: by(r.user_id, ''),
    replied_by: r.replied_by ? by(r.replied_by, '') : null,
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
    const holders = (await screenManagersOf(q, edit)).filter((user) => user !== who.id)
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
    const waiting = where()
    waiting.and(reportsSeen(query.bank, who, waiting.add))
    if (query.question_id) waiting.and(`r.question_id = ${waiting.add(query.question_id)}`)
    waiting.and(`r.state = 'open'`)
    if (query.state) w.and(`r.state = any(${w.add(query.state)}::text[])`)
    const [open, { rows, ...page }] = await Promise.all([
      totalOf(q, 'from question_report r', waiting),
      paged<Row>(q, {
        select: 'r.*',
        from: 'question_report r',
        w,
        order: `(r.state = 'open') desc, r.at desc, r.id desc`,
        query,
      }),
    ])
    return {
      items: await forKeepers(q, who, rows),
      ...page,
      open,
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
