/** Labs of the courses in which somebody marks. */
import type { Outline, OutlineLesson, OutlineSection } from '#src/contract/course/outline.schema.ts'
import { lessonsOf } from '#src/contract/course/outline.ts'
import { type DataOf, wholeDocument } from '#mock/crud/documents.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Caller } from '#mock/http/request/handler.ts'
import { courseRows, marksCourse } from '../marks.ts'

export interface LookedAfterCourse {
  id: string
  data: DataOf<'course'>
  /** As learners see it. */
  outline: Outline
}
/** Courses in which somebody has begun a lab, and those in which there is a report. */
export const withLabs = {
  begun: 'select course_id from course_scene union select course_id from course_step',
  reported: `select course_id from course_report union select course_id from course_content where content->>'kind' = 'lab'`,
} as const
/** Outlines are large: only of these courses, or of those in which something happened. Whose work in them is asked row by row. */
export async function keptCourses(
  q: Queryable,
  who: Caller,
  among: readonly string[] | keyof typeof withLabs,
): Promise<ReadonlyMap<string, LookedAfterCourse>> {
  const w = where()
  w.and(marksCourse(who, w.add))
  w.and('o.published is not null')
  w.and(typeof among === 'string' ? `t.id in (${withLabs[among]})` : `t.id = any(${w.add([...among])}::text[])`)
  const { rows } = await q.query<LookedAfterCourse>(
    `select t.id, t.data, o.published as outline from ${courseRows} t join course_outline o on o.course_id = t.id ${w.text()}`,
    w.params,
  )
  return new Map(rows.map((r) => [r.id, r]))
}

export interface FoundLab {
  lesson: OutlineLesson
  section: OutlineSection
}
export const labsOf = ({ outline }: Pick<LookedAfterCourse, 'outline'>): FoundLab[] =>
  lessonsOf(outline).flatMap((lesson) =>
    lesson.sections.filter((s) => s.kind === 'lab').map((section) => ({ lesson, section })),
  )
const titled = ({ id, title, title_other }: { id: string; title: string; title_other: string }) => ({
  id,
  title,
  title_other,
})
const gone = (id: string) => ({ id, title: '', title_other: '' })

export const courseNamed = ({ id, data }: Pick<LookedAfterCourse, 'id' | 'data'>) => {
  const { name, language, translation } = wholeDocument(data)
  return { id, name: name ?? '', language, translation: translation && { name: translation.name } }
}
/** Where a lab stands; one that a later edition left out has no titles any more. */
export function labNamed(course: LookedAfterCourse, lesson: string, section: string) {
  const found = labsOf(course).find((l) => l.section.id === section)
  return {
    course: courseNamed(course),
    lesson: found ? titled(found.lesson) : gone(lesson),
    section: found ? titled(found.section) : gone(section),
  }
}
