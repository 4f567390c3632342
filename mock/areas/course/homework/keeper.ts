/** Whoever may change a course reads what its learners did, and marks it while the course is not archived. */
import type { HomeworkContent } from '#src/contract/course/homework.schema.ts'
import { lessonsOf } from '#src/contract/course/outline.ts'
import type { Outline, OutlineLesson, OutlineSection } from '#src/contract/course/outline.schema.ts'
import { wholeDocument } from '#mock/crud/documents.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Caller, Fail } from '#mock/http/request/handler.ts'
import { courses } from '../course.ts'
import { shownContents } from '../learn/progress.ts'
import { mayPreview } from '../learn/seen.ts'
import { storedOutline } from '../store.ts'

interface Asking {
  q: Queryable
  who: Caller
}
export interface KeptCourse {
  id: string
  name: string
  skills: readonly string[]
  status: string
  /** What learners see; before anything is shown, what is written. */
  outline: Outline
}
export async function keptCourse({ q, who }: Asking, id: string): Promise<KeptCourse> {
  // what learners did is for nobody who may only read the course
  const doc = (await mayPreview(q, who, id)) ? await courses.docs.get(q, id) : undefined
  if (!doc) throw new Fail('not_found')
  const { name, status, skills } = wholeDocument(doc.data)
  const { draft, published } = await storedOutline(q, id)
  return { id, name: name ?? '', skills: skills ?? [], status: status ?? 'draft', outline: published ?? draft }
}
export function mustBeAlive(course: KeptCourse): void {
  if (course.status === 'archived') throw new Fail('not_allowed_in_state', { status: course.status })
}

export interface KeptHomework {
  course: KeptCourse
  lesson: OutlineLesson
  section: OutlineSection
  content: HomeworkContent
}
/** Every homework that learners see. */
export async function homeworkOf(q: Queryable, course: KeptCourse): Promise<KeptHomework[]> {
  const all = lessonsOf(course.outline).flatMap((lesson) =>
    lesson.sections.flatMap((section) => (section.kind === 'homework' ? [{ lesson, section }] : [])),
  )
  const contents = await shownContents(
    q,
    course.id,
    all.map((a) => a.section),
  )
  return all.flatMap((a) => {
    const content = contents.get(a.section.id)
    return content?.kind === 'homework' ? [{ ...a, course, content }] : []
  })
}
export async function keptHomework(c: Asking, id: string, section: string): Promise<KeptHomework> {
  const course = await keptCourse(c, id)
  const found = (await homeworkOf(c.q, course)).find((h) => h.section.id === section)
  if (!found) throw new Fail('not_found')
  return found
}
