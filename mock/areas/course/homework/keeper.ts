/** Whoever marks in a course reads what its learners did, and marks it while the course is not archived; what it practises with and weighs is for whoever may change it. */
import type { HomeworkContent } from '#src/contract/course/homework.schema.ts'
import { lessonsOf } from '#src/contract/course/outline.ts'
import type { Outline, OutlineLesson, OutlineSection } from '#src/contract/course/outline.schema.ts'
import { wholeDocument } from '#mock/crud/documents.ts'
import { searchable } from '#mock/crud/fold.ts'
import { type Add, where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Caller, Fail } from '#mock/http/request/handler.ts'
import { courses } from '../course.ts'
import {
  type ClassName,
  classesOf,
  courseRows,
  doneInClass,
  doneInOwnClass,
  isOwnClass,
  looksAfter,
  marksCourse,
  type DoneWork,
} from '../marks.ts'
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
async function shownCourse(q: Queryable, id: string): Promise<KeptCourse> {
  const doc = await courses.docs.get(q, id)
  if (!doc) throw new Fail('not_found')
  const { name, status, skills } = wholeDocument(doc.data)
  const { draft, published } = await storedOutline(q, id)
  return { id, name: name ?? '', skills: skills ?? [], status: status ?? 'draft', outline: published ?? draft }
}
/** For whoever may change it. Throws `not_found` for anybody else. */
export async function keptCourse({ q, who }: Asking, id: string): Promise<KeptCourse> {
  if (!(await mayPreview(q, who, id))) throw new Fail('not_found')
  return shownCourse(q, id)
}

export interface MarkedCourse extends KeptCourse {
  /** The caller may change it. */
  keeps: boolean
  /** All its learners are theirs to mark; else those of their classes. */
  all: boolean
  /** A condition on work in it: the caller marks it. */
  theirs: (add: Add, work: Omit<DoneWork, 'course'>) => string
  /** The same on a class, by its id: its hours are looked at. */
  ownClass: (add: Add, id: string) => string
  /** A condition on people: they are in this class; of none, true. */
  inClass: (add: Add, user: string, id: string | undefined) => string
  /** Of some learners the classes in which they are taught it. */
  classesOf: (users: readonly string[]) => Promise<(user: string) => ClassName[]>
}
/** For whoever marks in it, all of it or what is done in a class of theirs. Throws `not_found` for anybody else. */
export async function markedCourse({ q, who }: Asking, id: string): Promise<MarkedCourse> {
  const w = where()
  const all = looksAfter(who, w.add)
  w.and(`t.id = ${w.add(searchable(id))}`)
  w.and(marksCourse(who, w.add))
  const { rows } = await q.query<{ everything: boolean }>(
    `select ${all} as everything from ${courseRows} t ${w.text()}`,
    w.params,
  )
  const [found] = rows
  // what learners did is for nobody who may only read the course
  if (!found) throw new Fail('not_found')
  const course = await shownCourse(q, id)
  return {
    ...course,
    keeps: await mayPreview(q, who, id),
    all: found.everything,
    theirs: (add, work) => (found.everything ? 'true' : doneInOwnClass(who, add, { course: add(course.id), ...work })),
    inClass: (add, user, at) =>
      at === undefined ? 'true' : doneInClass(who, add, at, { course: add(course.id), user }),
    async classesOf(users) {
      const of = await classesOf(
        q,
        who,
        users.map((user) => ({ course: course.id, user })),
      )
      return (user) => of(course.id, user)
    },
    ownClass: (add, at) => (found.everything ? 'true' : isOwnClass(who, add, at)),
  }
}
export function mustBeAlive(course: KeptCourse): void {
  if (course.status === 'archived') throw new Fail('not_allowed_in_state', { status: course.status })
}

export interface MarkedHomework<C = MarkedCourse> {
  course: C
  lesson: OutlineLesson
  section: OutlineSection
  content: HomeworkContent
}
/** Every homework that learners see. */
export async function homeworkOf<C extends KeptCourse>(q: Queryable, course: C): Promise<MarkedHomework<C>[]> {
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
export async function markedHomework(c: Asking, id: string, section: string): Promise<MarkedHomework> {
  const course = await markedCourse(c, id)
  const found = (await homeworkOf(c.q, course)).find((h) => h.section.id === section)
  if (!found) throw new Fail('not_found')
  return found
}
