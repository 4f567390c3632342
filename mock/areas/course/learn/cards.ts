/** Courses as cards: what they are, and how far the caller is. A page of them costs as many questions as one. */
import { courseProgress, resumeSection } from '#src/contract/course/learn.ts'
import type { CourseCard } from '#src/contract/course/learn.schema.ts'
import { lessonsOf } from '#src/contract/course/outline.ts'
import { labelsOf } from '#mock/crud/references.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Caller } from '#mock/http/request/handler.ts'
import { coursesOf, isMember, type KeptRecords, type LearnedCourse, recordsOf, courseTexts } from './seen.ts'

const titleOf = ({ id, title, title_other }: { id: string; title: string; title_other: string }) => ({
  id,
  title,
  title_other,
})
export { titleOf }

function memberOf(c: LearnedCourse, records: KeptRecords, now: Date): CourseCard['member'] {
  if (!c.member) return null
  const { at_section, ...member } = c.member
  const open = isMember(c) && c.access === 'open'
  const next = open ? resumeSection(c.outline, records, at_section, now, c.taught) : undefined
  return {
    ...member,
    progress: courseProgress(c.outline, records),
    next: next
      ? {
          lesson: next.lesson.id,
          section: next.section.id,
          title: next.lesson.title,
          title_other: next.lesson.title_other,
        }
      : null,
  }
}

interface Beside {
  directions: ReadonlyMap<string, string>
  people: ReadonlyMap<string, string>
  members: ReadonlyMap<string, number>
  records: (course: string) => KeptRecords
}
async function besideOf(q: Queryable, who: { id: string }, courses: readonly LearnedCourse[]): Promise<Beside> {
  const named = (values: (string | undefined)[]) => [...new Set(values.flatMap((v) => v ?? []))]
  const [directions, people, counted, records] = await Promise.all([
    labelsOf({ q }, 'direction', named(courses.map((c) => c.data.direction_id))),
    labelsOf({ q }, 'user', named(courses.flatMap((c) => c.data.lecturers ?? []))),
    q.query<{ id: string; n: number }>(
      `select course_id as id, count(*)::integer as n from course_member
       where course_id = any($1::text[]) and state <> 'withdrawn' group by 1`,
      [courses.map((c) => c.id)],
    ),
    recordsOf(q, who, courses),
  ])
  return { directions, people, members: new Map(counted.rows.map((r) => [r.id, r.n])), records }
}

function cardOf(c: LearnedCourse, beside: Beside, now: Date): CourseCard {
  const { data } = c
  const lessons = lessonsOf(c.outline)
  const direction = beside.directions.get(data.direction_id ?? '')
  return {
    id: c.id,
    ...courseTexts(c),
    direction: direction === undefined ? null : { id: data.direction_id ?? '', name: direction },
    cover: data.cover ?? '',
    difficulty: data.difficulty ?? 'primary',
    credit: data.credit ?? 0,
    kind: data.kind ?? 'elective',
    lecturers: (data.lecturers ?? []).flatMap((id) => {
      const name = beside.people.get(id)
      return name === undefined ? [] : [{ id, name }]
    }),
    lessons: lessons.length,
    theory_hours: lessons.reduce((n, l) => n + l.theory, 0),
    experiment_hours: lessons.reduce((n, l) => n + l.experiment, 0),
    members: beside.members.get(c.id) ?? 0,
    access: c.access,
    member: memberOf(c, beside.records(c.id), now),
  }
}

/** In the order of the ids. */
export async function courseCards(q: Queryable, who: Caller, ids: readonly string[], now: Date): Promise<CourseCard[]> {
  const courses = await coursesOf(q, who, ids, now)
  const beside = await besideOf(q, who, courses)
  return courses.map((c) => cardOf(c, beside, now))
}

/** One course, with the records its outline is drawn by. */
export async function cardAndRecords(
  q: Queryable,
  who: { id: string },
  course: LearnedCourse,
  now: Date,
): Promise<{ card: CourseCard; records: KeptRecords }> {
  const beside = await besideOf(q, who, [course])
  return { card: cardOf(course, beside, now), records: beside.records(course.id) }
}
