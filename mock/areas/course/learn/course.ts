/** A course with its outline as the caller stands in it, and joining and leaving it. */
import type { LearnCourse } from '#src/contract/course/learn.schema.ts'
import type { Outline } from '#src/contract/course/outline.schema.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Caller, Fail, type Handler } from '#mock/http/request/handler.ts'
import { lookAtLearners } from '../lab/lookAgain.ts'
import { cardAndRecords, titleOf } from './cards.ts'
import { datesOf } from './dates.ts'
import { lessonLine } from './lessonLines.ts'
import { learnableCourse, isMember, isReached, type LearnedCourse, withOutline } from './seen.ts'

/** Courses to have learnt before, with whether the caller has; those that are written still are not named. */
async function prerequisitesOf(
  q: Queryable,
  who: Caller,
  ids: readonly string[],
  now: Date,
): Promise<LearnCourse['prerequisites']> {
  if (!ids.length) return []
  const w = where()
  const { rows } = await q.query<LearnCourse['prerequisites'][number]>(
    `select t.id, t.data->>'name' as name, coalesce(t.data->>'language', '') as language,
       case when t.data->'translation'->>'name' is null then null else jsonb_build_object('name', t.data->'translation'->>'name') end as translation,
       m.completed_at is not null as completed, (m.user_id is not null or ${isReached(who, now, w.add)}) as found
     from ${withOutline} left join course_member m on m.course_id = t.id and m.user_id = ${w.add(who.id)}
     where t.id = any(${w.add([...ids])}::text[]) and t.k_status <> 'draft'`,
    w.params,
  )
  const by = new Map(rows.map((r) => [r.id, r]))
  return ids.flatMap((id) => by.get(id) ?? [])
}

/** What became of the caller's last request; one that was granted, or taken back, is no longer said. */
async function requestOf(q: Queryable, who: Caller, course: string): Promise<LearnCourse['request']> {
  const { rows } = await q.query<{
    state: 'waiting' | 'refused' | 'approved' | 'withdrawn'
    at: string
    reason: string
  }>(
    'select state, at, reason from course_request where course_id = $1 and user_id = $2 order by at desc, id desc limit 1',
    [course, who.id],
  )
  const [last] = rows
  if (!last || (last.state !== 'waiting' && last.state !== 'refused')) return null
  return { state: last.state, at: new Date(last.at).toISOString(), reason: last.reason }
}

/** What the caller may do about being in it: a compulsory course is not left, and one that was left is joined again only while it is found. */
const mayJoin = (c: LearnedCourse): boolean => !c.preview && !isMember(c) && c.access === 'open' && c.found
const mayLeave = ({ member, data }: LearnedCourse): boolean =>
  member?.state === 'learning' && member.way === 'joined' && data.kind !== 'compulsory'

export async function learnCourseOf(q: Queryable, who: Caller, course: LearnedCourse, now: Date): Promise<LearnCourse> {
  const closed = course.access === 'not_authorised'
  const [{ card, records }, prerequisites, request, dates] = await Promise.all([
    cardAndRecords(q, who, course, now),
    prerequisitesOf(q, who, course.data.prerequisites ?? [], now),
    closed ? requestOf(q, who, course.id) : null,
    datesOf(q, who, course, now),
  ])
  return {
    ...card,
    preview: course.preview,
    may_ask: closed && course.found,
    can: [...(mayJoin(course) ? (['join'] as const) : []), ...(mayLeave(course) ? (['leave'] as const) : [])],
    request,
    prerequisites,
    knowledge: course.data.knowledge ?? [],
    skills: course.data.skills ?? [],
    dates,
    chapters: course.outline.chapters.map((chapter: Outline['chapters'][number]) => ({
      ...titleOf(chapter),
      lessons: chapter.lessons.map((lesson) => lessonLine(course, lesson, records, now)),
    })),
  }
}

export const readCourse: Handler<'GET /learning/courses/:id'> = async ({ q, who, platform, params, query }) => {
  const now = platform.now()
  return learnCourseOf(q, who, await learnableCourse(q, who, params.id, { now, preview: query.preview }), now)
}

export const join: Handler<'POST /learning/courses/:id/join'> = async (c) => {
  const { q, who, platform, params } = c
  const now = platform.now()
  const course = await learnableCourse(q, who, params.id, { now })
  if (course.access === 'not_authorised') throw new Fail('not_authorized_yet')
  if (isMember(course)) c.audit({ entity: 'course', id: course.id, again: true })
  else {
    if (!mayJoin(course)) throw new Fail('not_allowed_in_state')
    await q.query(
      `insert into course_member (course_id, user_id, state, way, since, last_at) values ($1, $2, 'learning', 'joined', $3, $3)
       on conflict (course_id, user_id) do update
         set state = case when course_member.completed_at is null then 'learning' else 'completed' end, last_at = excluded.last_at
         where course_member.state = 'withdrawn'`,
      [course.id, who.id, now.toISOString()],
    )
    c.audit({ entity: 'course', id: course.id })
  }
  return learnCourseOf(q, who, await learnableCourse(q, who, course.id, { now }), now)
}

export const leave: Handler<'POST /learning/courses/:id/leave'> = async (c) => {
  const { q, who, platform, params } = c
  const now = platform.now()
  const course = await learnableCourse(q, who, params.id, { now })
  const { member, data } = course
  if (member?.state === 'learning' && data.kind === 'compulsory') throw new Fail('course_compulsory')
  const { rows } = await q.query(
    `update course_member set state = 'withdrawn', last_at = $3
     where course_id = $1 and user_id = $2 and state = 'learning' and way = 'joined' returning course_id`,
    [course.id, who.id, now.toISOString()],
  )
  if (!rows.length) throw new Fail('not_allowed_in_state')
  await lookAtLearners(q)
  c.audit({ entity: 'course', id: course.id })
  return learnCourseOf(q, who, await learnableCourse(q, who, course.id, { now }), now)
}
