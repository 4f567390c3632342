/**
 * Courses as learners see them. Found: published, shown to the caller in the catalogue, within its time, or given to him by name. Open: the audience
 * of the course names him. Whoever learns in a course, or has, sees it whatever becomes of it; its lessons are open as long as he is authorised and it is not archived.
 */
import {
  type CourseAccess,
  isSectionDone,
  type memberStates,
  type memberWays,
  type TaughtLessons,
} from '#src/contract/course/learn.ts'
import type { SectionRecord, SectionRecords } from '#src/contract/course/learn.ts'
import type { Outline, OutlineLesson, OutlineSection } from '#src/contract/course/outline.schema.ts'
import { resources } from '#src/contract/resources.ts'
import { visibleTo } from '#mock/crud/audience.ts'
import { type DataOf, wholeDocument } from '#mock/crud/documents.ts'
import { searchable } from '#mock/crud/fold.ts'
import { managesResource } from '#mock/crud/keeps.ts'
import { type RowViewer, seenBy } from '#mock/crud/ownership.ts'
import { tableOf } from '#mock/crud/shape.ts'
import { type Add, where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Caller, Fail } from '#mock/http/request/handler.ts'
import { isAssigned } from '../../classroom/members.ts'
import { taughtTo } from '../../classroom/taught.ts'
import { foundBy } from '../finders.ts'

const { line } = resources.course
const courseTable = tableOf('course')
/** A course `t` and its outline `o`. */
export const withOutline = `${courseTable} t join course_outline o on o.course_id = t.id`

/** Whoever learns, with or without a call. */
export type Learner = Pick<RowViewer, 'id' | 'role_id' | 'org_line'>

const isShown = (now: Date, add: Add): string => {
  const at = add(now.toISOString())
  return `t.k_status = 'published' and o.published is not null
    and (o.visible_from is null or o.visible_from <= ${at}::timestamptz) and (o.visible_to is null or o.visible_to > ${at}::timestamptz)`
}
/** A condition on `withOutline`: the catalogue shows it to the caller now. */
export const isFound = (who: Learner, now: Date, add: Add): string =>
  `(${isShown(now, add)} and (${foundBy(who)(add) ?? 'true'}))`
/** The same: somebody let this very person take it, whoever finds it in the catalogue. */
export const isGiven = (who: Learner, now: Date, add: Add): string =>
  `(${isShown(now, add)} and exists (select 1 from audience a
    where a.resource = 'course' and a.entity_id = t.id and a.kind = 'user' and a.target = ${add(who.id)}))`
/** In one way or the other. */
export const isReached = (who: Learner, now: Date, add: Add): string =>
  `(${isFound(who, now, add)} or ${isGiven(who, now, add)})`
/** By its audience, or by a class of theirs that goes on. */
export const isAuthorised = (who: Learner, add: Add): string =>
  `(${visibleTo('course', who)(add) ?? 'true'} or ${isAssigned(who, add)})`

/** Whoever may change a course looks at it as its learners do, before they can. */
const isKept = (who: RowViewer, add: Add): string =>
  managesResource(line, who) ? `(${seenBy(line, who, 'change')(add) ?? 'true'})` : 'false'

export async function mayPreview(q: Queryable, who: RowViewer, id: string): Promise<boolean> {
  const w = where()
  const kept = isKept(who, w.add)
  const { rows } = await q.query(
    `select 1 from ${courseTable} t where t.id = ${w.add(searchable(id))} and ${kept}`,
    w.params,
  )
  return rows.length > 0
}

interface Membership {
  state: (typeof memberStates)[number]
  way: (typeof memberWays)[number]
  since: string
  completed_at: string | null
  last_at: string | null
  at_section: string | null
}
export interface LearnedCourse {
  id: string
  data: DataOf<'course'>
  access: CourseAccess
  /** The catalogue shows it to the caller, or it was given to him by name. */
  found: boolean
  /** What learners see; of a preview, what is being written. */
  outline: Outline
  /** Undefined where the caller is not and was not in it. */
  member: Membership | undefined
  preview: boolean
  /** Its lessons in classes of the caller, where some open with their hour. */
  taught: TaughtLessons
}
type Row = Omit<LearnedCourse, 'access' | 'member' | 'preview' | 'taught'> &
  Partial<Membership> & { authorised: boolean; member_state: Membership['state'] | null; status: string }

const stamp = (at: string | null | undefined): string | null => (at ? new Date(at).toISOString() : null)

const columnsOf = (who: Learner, now: Date, add: Add, outline: string): string =>
  `t.id, t.data, t.k_status as status, ${isReached(who, now, add)} as found, ${isAuthorised(who, add)} as authorised, ${outline} as outline,
   m.state as member_state, m.way, m.since, m.completed_at, m.last_at, m.at_section`
const membershipOf = (me: string): string => `left join course_member m on m.course_id = t.id and m.user_id = ${me}`

function courseOf(
  { id, data, found, outline, status, authorised, member_state, ...m }: Row,
  preview: boolean,
  taught: (course: string) => TaughtLessons,
): LearnedCourse {
  return {
    id,
    data,
    found,
    outline: outline ?? { chapters: [] },
    access: preview ? 'open' : status === 'archived' ? 'over' : authorised ? 'open' : 'not_authorised',
    member:
      member_state && !preview
        ? {
            state: member_state,
            way: m.way ?? 'joined',
            since: stamp(m.since) ?? '',
            completed_at: stamp(m.completed_at),
            last_at: stamp(m.last_at),
            at_section: m.at_section ?? null,
          }
        : undefined,
    preview,
    taught: taught(id),
  }
}

/** Courses by id, in this order, whatever the caller may see of them: whoever asks has chosen them by what he may. */
export async function coursesOf(
  q: Queryable,
  who: Learner,
  ids: readonly string[],
  now: Date,
): Promise<LearnedCourse[]> {
  if (!ids.length) return []
  const w = where()
  const { rows } = await q.query<Row>(
    `select ${columnsOf(who, now, w.add, 'o.published')} from ${withOutline} ${membershipOf(w.add(who.id))} where t.id = any(${w.add([...ids])}::text[])`,
    w.params,
  )
  const taught = await taughtTo(q, who, rows, now)
  const by = new Map(rows.map((r) => [r.id, courseOf(r, false, taught)]))
  return ids.flatMap((id) => by.get(id) ?? [])
}

/**
 * A course that the caller finds or is a member of; in a preview, one that he may change.
 * @throws Fail `not_found`, also of one that is not for him
 */
export async function learnableCourse(
  q: Queryable,
  who: RowViewer,
  id: string,
  { now, preview = false, lock = '' }: { now: Date; preview?: boolean | undefined; lock?: string },
): Promise<LearnedCourse> {
  const w = where()
  const columns = columnsOf(who, now, w.add, preview ? 'o.draft' : 'o.published')
  const may = preview ? isKept(who, w.add) : `(m.user_id is not null or ${isReached(who, now, w.add)})`
  const { rows } = await q.query<Row>(
    `select ${columns} from ${withOutline} ${membershipOf(w.add(who.id))} where t.id = ${w.add(searchable(id))} and ${may} ${lock}`,
    w.params,
  )
  if (!rows[0]) throw new Fail('not_found')
  return courseOf(rows[0], preview, await taughtTo(q, who, preview ? [] : rows, now))
}

interface RecordRow {
  course_id: string
  section_id: string
  place: number
  done_at: string | null
  revision: number | null
  rule: string | null
  share: number | null
  tries: number
  draft: Record<string, unknown>
}
export interface KeptRecord extends SectionRecord {
  /** Of the content that was done. */
  revision: number | null
  /** By which it was done. */
  rule: string | null
  place: number
  draft: Record<string, unknown>
}
export type KeptRecords = ReadonlyMap<string, KeptRecord>
const none: KeptRecords = new Map()

/** What the caller has done, by course and section; of courses in which he is nobody there is nothing. */
export async function recordsOf(
  q: Queryable,
  who: Pick<Caller, 'id'>,
  courses: readonly LearnedCourse[],
): Promise<(course: string) => KeptRecords> {
  const ids = courses.filter((c) => c.member).map((c) => c.id)
  if (!ids.length) return () => none
  const { rows } = await q.query<RecordRow>(
    'select course_id, section_id, place, done_at, revision, rule, share, tries, draft from course_record where user_id = $1 and course_id = any($2::text[])',
    [who.id, ids],
  )
  const by = new Map<string, Map<string, KeptRecord>>()
  for (const { course_id, section_id, done_at, ...r } of rows) {
    const own = by.get(course_id) ?? new Map<string, KeptRecord>()
    by.set(course_id, own.set(section_id, { ...r, done_at: stamp(done_at) }))
  }
  return (course) => by.get(course) ?? none
}

/** The same of one course for several learners. */
export async function recordsOfMany(
  q: Queryable,
  course: string,
  users: readonly string[],
): Promise<(user: string) => KeptRecords> {
  const { rows } = await q.query<RecordRow & { user_id: string }>(
    'select user_id, section_id, place, done_at, revision, rule, share, tries, draft from course_record where course_id = $1 and user_id = any($2::text[])',
    [course, [...users]],
  )
  const by = new Map<string, Map<string, KeptRecord>>()
  for (const { user_id, section_id, done_at, ...r } of rows) {
    const own = by.get(user_id) ?? new Map<string, KeptRecord>()
    by.set(user_id, own.set(section_id, { ...r, done_at: stamp(done_at) }))
  }
  return (user) => by.get(user) ?? none
}

/** Somebody learns in it, or has completed it. */
export const isMember = ({ member }: Pick<LearnedCourse, 'member'>): boolean =>
  member !== undefined && member.state !== 'withdrawn'

export interface FoundSection {
  lesson: OutlineLesson
  section: OutlineSection
}
export function sectionInOutline(outline: Outline, id: string): FoundSection | undefined {
  for (const chapter of outline.chapters)
    for (const lesson of chapter.lessons) {
      const section = lesson.sections.find((s) => s.id === id)
      if (section) return { lesson, section }
    }
  return undefined
}
export const doneOf = (s: OutlineSection, records: SectionRecords): string | null =>
  isSectionDone(s, records) ? (records.get(s.id)?.done_at ?? null) : null

export const courseTexts = ({ data }: Pick<LearnedCourse, 'data'>) => {
  const { name, description, language, translation } = wholeDocument(data)
  return { name, description, language, translation }
}
