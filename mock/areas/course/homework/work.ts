/** Quizzes and reports of labs with a due time, beside homework: of the courses somebody learns in, as far as they are open to them. */
import { lessonsOf } from '#src/contract/course/outline.ts'
import type { OutlineLesson, OutlineSection } from '#src/contract/course/outline.schema.ts'
import type { ReportStatus } from '#src/contract/course/report.ts'
import type { Queryable } from '#mock/db/db.ts'
import { lessonLockFor } from '../learn/lessonLines.ts'
import { coursesOf, type LearnedCourse, type Learner, recordsOf } from '../learn/seen.ts'

interface DatedWork {
  kind: 'quiz' | 'report'
  due_at: string
}
/** @returns of each course what is due of its published outline, by course and section */
export async function datedWork(q: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, DatedWork>> {
  if (!ids.length) return new Map()
  const { rows } = await q.query<{ course_id: string; section_id: string; kind: string; due_at: string }>(
    `select c.course_id, c.section_id, c.content->>'kind' as kind, coalesce(c.content->>'due_at', c.content->'report'->>'due_at') as due_at
     from course_outline o
     cross join lateral jsonb_path_query(o.published, '$.chapters[*].lessons[*].sections[*] ? (@.kind == "quiz" || @.kind == "lab")') s
     join course_content c on c.course_id = o.course_id and c.section_id = s->>'id' and c.revision = (s->>'revision')::integer
     where o.course_id = any($1::text[]) and coalesce(c.content->>'due_at', c.content->'report'->>'due_at') is not null`,
    [[...ids]],
  )
  return new Map(
    rows.map((r) => [
      `${r.course_id} ${r.section_id}`,
      { kind: r.kind === 'lab' ? 'report' : 'quiz', due_at: new Date(r.due_at).toISOString() },
    ]),
  )
}

export interface WorkLine extends DatedWork {
  course: LearnedCourse
  lesson: OutlineLesson
  section: OutlineSection
  state: 'none' | ReportStatus
  /** A quiz was handed in, or a report was and was not given back. */
  handed: boolean
}
export async function workLines(q: Queryable, who: Learner, now: Date): Promise<WorkLine[]> {
  const { rows: mine } = await q.query<{ id: string }>(
    `select course_id as id from course_member where user_id = $1 and state <> 'withdrawn'`,
    [who.id],
  )
  const work = await datedWork(
    q,
    mine.map((m) => m.id),
  )
  if (!work.size) return []
  const ids = mine.map((m) => m.id).filter((id) => [...work.keys()].some((at) => at.startsWith(`${id} `)))
  const [courses, { rows: reports }] = await Promise.all([
    coursesOf(q, who, ids, now),
    q.query<{ course_id: string; section_id: string; status: ReportStatus }>(
      'select course_id, section_id, status from course_report where user_id = $1 and course_id = any($2::text[])',
      [who.id, ids],
    ),
  ])
  const records = await recordsOf(q, who, courses)
  return courses
    .filter((course) => course.access === 'open')
    .flatMap((course) =>
      lessonsOf(course.outline).flatMap((lesson) =>
        lessonLockFor(course, lesson, records(course.id), now)
          ? []
          : lesson.sections.flatMap((section): WorkLine[] => {
              const dated = work.get(`${course.id} ${section.id}`)
              if (!dated) return []
              const report = reports.find((r) => r.course_id === course.id && r.section_id === section.id)
              const tried = (records(course.id).get(section.id)?.tries ?? 0) > 0
              const state = report?.status ?? 'none'
              const handed = dated.kind === 'quiz' ? tried : state === 'submitted' || state === 'marked'
              return [{ course, lesson, section, ...dated, state, handed }]
            }),
      ),
    )
}
