/** Asking for a course that one finds and may not take: once, until it is answered, and as long as the catalogue shows it. */
import type { CourseRequest } from '#src/contract/course/request.routes.ts'
import { addAudience, readAudience } from '#mock/crud/audience.ts'
import { paged } from '#mock/crud/paged.ts'
import { bylines } from '#mock/areas/notice/byline.ts'
import { signedName } from '#mock/crud/signed.ts'
import { where } from '#mock/crud/where.ts'
import { containingIn } from '#mock/crud/fold.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Caller, Fail, type Handler } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { notify } from '../../notice/notify.ts'
import { courseFor, courses, tellGiven } from '../course.ts'
import { learnCourseOf } from './course.ts'
import { learnableCourse, mayPreview } from './seen.ts'

const ask: Handler<'POST /learning/courses/:id/request'> = async (c) => {
  const { q, who, platform, params, body } = c
  const now = platform.now()
  const course = await learnableCourse(q, who, params.id, { now })
  if (course.access !== 'not_authorised' || !course.found) throw new Fail('not_allowed_in_state')
  const { rows } = await q.query(
    `insert into course_request (id, course_id, user_id, text, at, state) values ($1, $2, $3, $4, $5, 'waiting')
     on conflict (course_id, user_id) where state = 'waiting' do nothing returning id`,
    [platform.newId(), course.id, who.id, body.text, now.toISOString()],
  )
  if (!rows.length) throw new Fail('request_waits')
  const owner = (await courses.docs.get(q, course.id))?.owner_id
  if (owner !== undefined && owner !== who.id)
    await notify(q, platform, {
      to: [owner],
      kind: 'course_asked',
      params: { by: who.name, course: course.data.name ?? '', text: body.text },
      link: { screen: 'course-manage', query: { q: course.data.name ?? '' } },
    })
  c.audit({ entity: 'course', id: course.id })
  return learnCourseOf(q, who, course, now)
}

const withdraw: Handler<'POST /learning/courses/:id/request/withdraw'> = async (c) => {
  const { q, who, platform, params } = c
  const now = platform.now()
  const course = await learnableCourse(q, who, params.id, { now })
  const { rows } = await q.query(
    `update course_request set state = 'withdrawn', answered_at = $3 where course_id = $1 and user_id = $2 and state = 'waiting' returning id`,
    [course.id, who.id, now.toISOString()],
  )
  if (!rows.length) throw new Fail('not_allowed_in_state')
  c.audit({ entity: 'course', id: course.id })
  return learnCourseOf(q, who, course, now)
}

interface Row extends Omit<CourseRequest, 'at' | 'answered_at' | 'author' | 'answered_by'> {
  at: string
  answered_by: string | null
  answered_at: string | null
}
const list: Handler<'GET /courses/:id/requests'> = async (c) => {
  const { q, who, params, query } = c
  const doc = await courseFor(c, params.id, 'read')
  // what people write is for those who may let them in
  if (!(await mayPreview(q, who, doc.id))) await courses.rows.allow('audience', doc, courses.at(c))
  const w = where()
  w.and(`r.course_id = ${w.add(doc.id)}`)
  w.and(query.state ? `r.state = any(${w.add(query.state)}::text[])` : `r.state <> 'withdrawn'`)
  if (query.q?.trim()) {
    const like = w.add(containingIn(query.q))
    w.and(`(lower(${signedName('u')}) like ${like} or lower(u.data->>'username') like ${like})`)
  }
  const [{ rows, ...found }, waiting] = await Promise.all([
    paged<Row>(q, {
      select: `r.id, r.user_id, coalesce(o.name, '') as org_name, r.text, r.at, r.state, r.answered_at, r.answered_by, r.reason`,
      from: `course_request r left join r_user u on u.id = r.user_id left join org o on o.id = u.k_org_id`,
      w,
      order: `r.state = 'waiting' desc, r.at desc, r.id`,
      query,
    }),
    q.query<{ n: number }>(
      `select count(*)::integer as n from course_request where course_id = $1 and state = 'waiting'`,
      [doc.id],
    ),
  ])
  const by = await bylines(
    q,
    rows.flatMap((r) => [r.user_id, ...(r.answered_by === null ? [] : [r.answered_by])]),
  )
  return {
    ...found,
    items: rows.map(({ at, answered_at, answered_by, ...r }) => ({
      ...r,
      author: by(r.user_id, ''),
      answered_by: answered_by === null ? null : by(answered_by, ''),
      at: new Date(at).toISOString(),
      answered_at: answered_at === null ? null : new Date(answered_at).toISOString(),
    })),
    waiting: waiting.rows[0]?.n ?? 0,
  }
}

interface Answer {
  course: string
  ids: readonly string[]
  by: Caller
  state: 'approved' | 'refused'
  reason: string
  at: Date
}
/** @returns who asked; of what somebody else answered meanwhile, or was taken back, nobody */
async function answered(q: Queryable, { course, ids, by, state, reason, at }: Answer): Promise<string[]> {
  const { rows } = await q.query<{ user_id: string }>(
    `update course_request set state = $3, answered_at = $4, answered_by = $5, reason = $6
     where course_id = $1 and id = any($2::text[]) and state = 'waiting' returning user_id`,
    [course, [...ids], state, at.toISOString(), by.id, reason],
  )
  return rows.map((r) => r.user_id).toSorted()
}

const approve: Handler<'POST /courses/:id/requests/approve'> = async (c) => {
  const { q, who, platform, params, body } = c
  const before = await courseFor(c, params.id, 'audience', 'lock')
  const now = platform.now()
  const had = await readAudience(q, 'course', before)
  const to = await answered(q, { course: before.id, ids: body.ids, by: who, state: 'approved', reason: '', at: now })
  const fresh = to.filter((id) => !had.users.includes(id))
  if (fresh.length) {
    // whoever chooses an audience at the same time is told that it is another now
    await courses.docs.open(q, before, had.all, { at: now, by: who.id })
    await addAudience(q, 'course', [before.id], { ...had, orgs: [], roles: [], teams: [], users: fresh })
  }
  await tellGiven(q, platform, before, to)
  c.audit({ entity: 'course', id: before.id, details: { people: to.length } })
  return { done: to.length }
}

const refuse: Handler<'POST /courses/:id/requests/refuse'> = async (c) => {
  const { q, who, platform, params, body } = c
  const doc = await courseFor(c, params.id, 'audience')
  const at = platform.now()
  const to = await answered(q, { course: doc.id, ids: body.ids, by: who, state: 'refused', reason: body.reason, at })
  if (to.length) {
    await notify(q, platform, {
      to,
      kind: 'course_refused',
      params: { course: doc.data.name ?? '', reason: body.reason },
      link: { screen: 'course-detail', params: { resource_id: doc.id } },
    })
    await publish(q, 'courses', { users: to })
  }
  c.audit({ entity: 'course', id: doc.id, details: { people: to.length, reason: body.reason } })
  return { done: to.length }
}

export const requestHandlers = {
  'POST /learning/courses/:id/request': ask,
  'POST /learning/courses/:id/request/withdraw': withdraw,
  'GET /courses/:id/requests': list,
  'POST /courses/:id/requests/approve': approve,
  'POST /courses/:id/requests/refuse': refuse,
}
