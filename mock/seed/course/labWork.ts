/** What learners of the demonstration have done of its lab: steps they passed, and reports in every state. */
import { createHash } from 'node:crypto'
import { reportHolder } from '#src/contract/bank/attachment.ts'
import { reportScore } from '#src/contract/course/report.ts'
import { lessonsOf } from '#src/contract/course/outline.ts'
import type { Outline } from '#src/contract/course/outline.schema.ts'
import { entriesOf } from '#src/contract/lib/typed.ts'
import type { Queryable } from '../../db/db.ts'
import type { Chance } from '../random.ts'
import { hardeningCourse, reports } from './hardening.ts'
import type { LaidFile } from './media.ts'
import { type PdfPage, pdfOf } from './pdf.ts'

interface LabGround {
  now: Date
  course: string
  lecturer: string
  visitor: string
  roles: { student: string }
}
const day = 86_400_000

export async function layLabWork(
  q: Queryable,
  c: Chance,
  { now, course, lecturer, visitor, roles }: LabGround,
): Promise<LaidFile[]> {
  const { rows: outlines } = await q.query<{ published: Outline }>(
    'select published from course_outline where course_id = $1',
    [course],
  )
  const found = outlines[0] && lessonsOf(outlines[0].published).find((l) => l.sections.some((s) => s.kind === 'lab'))
  const section = found?.sections.find((s) => s.kind === 'lab')
  const lab = hardeningCourse.chapters
    .flatMap((x) => x.lessons)
    .flatMap((l) => l.sections.flatMap((s) => s.lab ?? []))[0]
  if (!found || !section || !lab?.report) throw new Error('the course of the lab has no lab')
  const { rows: people } = await q.query<{ id: string; name: string }>(
    `select id, data->>'name' as name from r_user where k_role_id = $1 and id <> $2 order by id limit $3`,
    [roles.student, visitor, reports.length],
  )
  const { rows: by } = await q.query<{ name: string }>(`select data->>'name' as name from r_user where id = $1`, [
    lecturer,
  ])
  const teacher = by[0]?.name ?? ''
  const at = (days: number) => new Date(now.getTime() - days * day).toISOString()
  const rows = {
    course_member: [] as object[],
    course_step: [] as object[],
    course_report: [] as object[],
    course_report_event: [] as object[],
    course_record: [] as object[],
  }
  const documents: ReportPdfSeed[] = []
  const join = (user_id: string, days: number) =>
    rows.course_member.push({
      course_id: course,
      user_id,
      state: 'learning',
      way: 'joined',
      since: at(days),
      last_at: at(days),
      at_section: section.id,
    })
  join(visitor, 2)
  for (const [n, r] of reports.entries()) {
    const person = people[n]
    if (!person) continue
    join(person.id, r.days + 4)
    const of = { course_id: course, user_id: person.id, section_id: section.id }
    // the later they began, the less they have passed
    const passed = lab.steps.slice(0, lab.steps.length - (r.status === 'returned' ? 2 : 0))
    for (const s of passed)
      rows.course_step.push({
        ...of,
        step_id: s.id,
        passed_at: at(r.days + 0.2),
        tries: c.between(1, 4),
        hints: 0,
        spent: 0,
        updated_at: at(r.days + 0.2),
      })
    const id = c.id(new Date(now.getTime() - r.days * day))
    const marked = r.status === 'marked'
    const { points, score, share } = reportScore(lab.report.rubric, marked ? r.marks : {})
    const result = marked
      ? { rubric: lab.report.rubric, marks: r.marks, comment: r.comment, points, score, share }
      : { marks: {}, comment: '' }
    rows.course_report.push({
      ...of,
      ...result,
      id,
      lesson_id: found.id,
      status: r.status,
      version: 3,
      text: r.text,
      revision: 1,
      marked_at: marked ? at(r.days - 1) : null,
      marked_by: marked ? lecturer : null,
      submitted_at: at(r.days),
      updated_at: at(r.days),
    })
    if ('pdf' in r) documents.push({ report: id, owner: person.id, at: at(r.days), of: r.pdf })
    const said = (event: string, days: number, who: { id: string; name: string }, comment = '') =>
      rows.course_report_event.push({
        id: c.id(new Date(now.getTime() - days * day)),
        report_id: id,
        event,
        at: at(days),
        by_id: who.id,
        by_name: who.name,
        comment,
      })
    said('submit', r.days, person)
    if (r.status === 'returned') said('return', r.days - 0.5, { id: lecturer, name: teacher }, r.comment)
    if (marked) said('mark', r.days - 1, { id: lecturer, name: teacher }, r.comment)
    rows.course_record.push({
      ...of,
      place: 0,
      done_at: marked ? at(r.days - 1) : null,
      rule: 'report',
      revision: 1,
      share: marked ? share : null,
      tries: 0,
      draft: {},
      updated_at: at(r.days),
    })
  }
  for (const [table, laid] of entriesOf(rows))
    await q.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`, [
      JSON.stringify(laid),
    ])
  return layDocuments(q, c, now, documents)
}

interface ReportPdfSeed {
  report: string
  owner: string
  at: string
  of: { name: string; title: string; pages: readonly PdfPage[] }
}
/** PDF that went with a report when it was handed in. @returns their bytes, which are written once the rows are there */
async function layDocuments(q: Queryable, c: Chance, now: Date, seeds: readonly ReportPdfSeed[]): Promise<LaidFile[]> {
  const laid = seeds.map(({ of: { name, title, pages }, ...seed }) => {
    const bytes = pdfOf(pages, { title, chinese: false })
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { ...seed, id: c.id(now), name, sha256, bytes }
  })
  await q.query(
    `with f as (select * from jsonb_to_recordset($1::jsonb) as f(id text, report text, owner text, at timestamptz, name text, sha256 text, size bigint)),
       a as (insert into attachment (id, owner, name, size, sha256, state, created_at) select id, owner, name, size, sha256, 'here', at from f),
       u as (insert into attachment_use (attachment_id, holder, holder_id, secret) select id, '${reportHolder}', report, false from f)
     insert into course_document (report_id, file_id, name, size, added_at, handed_at) select report, id, name, size, at, at from f`,
    [JSON.stringify(laid.map(({ bytes, ...row }) => ({ ...row, size: bytes.length })))],
  )
  return laid
}
