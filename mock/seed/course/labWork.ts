/** What learners of the demonstration have done of its lab: steps they passed, and reports in every state. */
import { reportScore } from '#src/contract/course/report.ts'
import { lessonsOf } from '#src/contract/course/outline.ts'
import type { Outline } from '#src/contract/course/outline.schema.ts'
import type { Queryable } from '../../db/db.ts'
import type { Chance } from '../random.ts'
import { hardeningCourse, reports } from './hardening.ts'

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
): Promise<void> {
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
  const join = (user: string, days: number) =>
    q.query(
      `insert into course_member (course_id, user_id, state, way, since, last_at, at_section) values ($1, $2, 'learning', 'joined', $3, $3, $4)`,
      [course, user, at(days), section.id],
    )
  await join(visitor, 2)
  for (const [n, r] of reports.entries()) {
    const person = people[n]
    if (!person) continue
    await join(person.id, r.days + 4)
    // the later they began, the less they have passed
    const passed = lab.steps.slice(0, lab.steps.length - (r.status === 'returned' ? 2 : 0))
    for (const s of passed)
      await q.query(
        `insert into course_step (course_id, user_id, section_id, step_id, passed_at, tries, updated_at) values ($1, $2, $3, $4, $5, $6, $5)`,
        [course, person.id, section.id, s.id, at(r.days + 0.2), c.between(1, 4)],
      )
    const id = c.id(new Date(now.getTime() - r.days * day))
    const marked = r.status === 'marked'
    const { points, score, share } = reportScore(lab.report.rubric, marked ? r.marks : {})
    await q.query(
      `insert into course_report (id, course_id, lesson_id, section_id, user_id, status, version, text, revision, rubric, marks, comment, points,
         score, share, marked_at, marked_by, submitted_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, 3, $7, 1, $8::jsonb, $9::jsonb, $10, $11, $12, $13, $14, $15, $16, $16)`,
      [
        id,
        course,
        found.id,
        section.id,
        person.id,
        r.status,
        r.text,
        marked ? JSON.stringify(lab.report.rubric) : null,
        JSON.stringify(marked ? r.marks : {}),
        marked ? r.comment : '',
        marked ? points : null,
        marked ? score : null,
        marked ? share : null,
        marked ? at(r.days - 1) : null,
        marked ? lecturer : null,
        at(r.days),
      ],
    )
    const said = (event: string, days: number, who: { id: string; name: string }, comment = '') =>
      q.query(
        `insert into course_report_event (id, report_id, event, at, by_id, by_name, comment) values ($1, $2, $3, $4, $5, $6, $7)`,
        [c.id(new Date(now.getTime() - days * day)), id, event, at(days), who.id, who.name, comment],
      )
    await said('submit', r.days, person)
    if (r.status === 'returned') await said('return', r.days - 0.5, { id: lecturer, name: teacher }, r.comment)
    if (marked) await said('mark', r.days - 1, { id: lecturer, name: teacher }, r.comment)
    await q.query(
      `insert into course_record (course_id, user_id, section_id, done_at, rule, revision, share, updated_at)
       values ($1, $2, $3, $4, 'report', 1, $5, $6)`,
      [course, person.id, section.id, marked ? at(r.days - 1) : null, marked ? share : null, at(r.days)],
    )
  }
}
