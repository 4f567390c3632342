/** Sections that are done when a teacher says so: said of learners, and taken back, with a reason. */
import { courseProgress } from '#src/contract/course/learn.ts'
import type { OutlineSection } from '#src/contract/course/outline.schema.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Handler, type Platform } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { writeEvidence } from '../../record/write.ts'
import { markedCourse, type MarkedCourse, mustBeAlive } from '../homework/keeper.ts'
import { doneFor, ofCourse } from './progress.ts'
import { recordsOfMany, sectionInOutline } from './seen.ts'

/** Of these people the learners whose work is the caller's to mark, held until the transaction ends. Throws where one is not among them. */
async function mustBeTheirs(
  q: Queryable,
  course: MarkedCourse,
  users: readonly string[],
): Promise<Map<string, string>> {
  const w = where()
  w.and(
    `m.course_id = ${w.add(course.id)} and m.user_id = any(${w.add([...users])}::text[]) and m.state <> 'withdrawn'`,
  )
  w.and(course.theirs(w.add, { user: 'm.user_id' }))
  const { rows } = await q.query<{ user_id: string; state: string }>(
    `select m.user_id, m.state from course_member m ${w.text()} order by m.user_id for update of m`,
    w.params,
  )
  if (rows.length < users.length) throw new Fail('not_found')
  return new Map(rows.map((r) => [r.user_id, r.state]))
}

interface Ticked {
  user: string
  section: OutlineSection
}
/** What was said is taken back, and with it a completion that hung on it, unless it is certified. @returns whether there was anything */
async function takeBack(
  q: Queryable,
  platform: Platform,
  course: MarkedCourse,
  { user, section, state }: Ticked & { state: string | undefined },
): Promise<boolean> {
  const at = platform.now().toISOString()
  const { rows } = await q.query(
    `update course_record set done_at = null, rule = null, revision = null, updated_at = $4
     where course_id = $1 and user_id = $2 and section_id = $3 and done_at is not null and rule = 'teacher' returning 1`,
    [course.id, user, section.id, at],
  )
  if (!rows.length) return false
  const records = await recordsOfMany(q, course.id, [user])
  if (state === 'completed' && !courseProgress(course.outline, records(user)).complete) {
    const { rows: certified } = await q.query(
      `select 1 from certificate where course_id = $1 and user_id = $2 and revoked_at is null and replaced_at is null`,
      [course.id, user],
    )
    if (certified.length) throw new Fail('certificate_stands')
    await q.query(
      `update course_member set state = 'learning', completed_at = null where course_id = $1 and user_id = $2`,
      [course.id, user],
    )
  }
  return true
}

export const tickForLearners: Handler<'POST /courses/:id/sections/:section/said'> = async (c) => {
  const { q, platform, params, body } = c
  const course = await markedCourse(c, params.id)
  mustBeAlive(course)
  const section = sectionInOutline(course.outline, params.section)?.section
  if (!section) throw new Fail('not_found')
  if (section.rule !== 'teacher') throw new Fail('not_allowed_in_state')
  const users = [...new Set(body.users)].toSorted()
  const states = await mustBeTheirs(q, course, users)
  const had = await recordsOfMany(q, course.id, users)
  const changed: string[] = []
  for (const user of users) {
    const isDone = (had(user).get(section.id)?.done_at ?? null) !== null
    if (body.done === isDone) continue
    if (body.done) await doneFor(q, platform, course, { user, section })
    else if (!(await takeBack(q, platform, course, { user, section, state: states.get(user) }))) continue
    changed.push(user)
    c.audit({
      entity: 'course',
      id: course.id,
      details: { item: section.title, user, done: body.done, reason: body.reason },
    })
  }
  // what was said stands as it was said: what is taken back is another line
  await writeEvidence(
    q,
    platform,
    changed.map((user) => ({
      ...ofCourse(course, user),
      kind: 'section',
      part: section,
      version: section.revision,
      result: body.done ? 1 : 0,
    })),
  )
  if (!changed.length) c.audit({ entity: 'course', id: course.id, again: true })
  await publish(q, 'courses', { users: changed })
  return { changed: changed.length }
}
