/**
 * Who is in a class. Its audience names organisations, roles, teams and people; who they come to is written down, so that it is known since when
 * somebody is in it. While the class is ongoing, they are members of its courses, assigned; when it ends, or they leave it, the membership is
 * theirs: what they did stays, and they may leave the course.
 */
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { cancelDue, type DueHandlers, plan } from '#mock/db/due.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { lookAtLearners } from '../course/lab/lookAgain.ts'
import { isMeant } from '../exam/meant.ts'
import { activeAccounts } from '../notice/audience.ts'
import { notify } from '../notice/notify.ts'
import { rolesThatOpen } from '../session/peopleNow.ts'
import { courseLearning } from '#src/contract/course/screens.ts'

const settleJob = 'class.settle'
/** Milliseconds after which it is looked again who is meant: people change their organisation. */
const again = 3_600_000

/** Assigned members of courses that no ongoing class of theirs teaches any more. @param only the people of this class */
export async function leaveCourses(q: Queryable, only: string): Promise<void> {
  await q.query(
    `update course_member m set way = 'joined' where m.way = 'assigned'
       and m.user_id in (select user_id from class_member where class_id = $1)
       and not exists (select 1 from class_member x join r_class c on c.id = x.class_id
         where x.user_id = m.user_id and x.left_at is null and c.k_status = 'ongoing' and c.k_courses && array[m.course_id]::text[])`,
    [only],
  )
}

/** What somebody leaves in a course: as long as there is nothing of it, they were never more than on its list. */
const left = [
  'course_record',
  'course_try',
  'course_hand_in',
  'course_report',
  'course_scene',
  'package_record',
  'certificate',
]
/** The class was taken away: who did nothing in its courses is in them no longer. Whoever did keeps it, and leaves by themselves. */
export async function withdrawIdle(q: Queryable, only: string, courses: readonly string[]): Promise<void> {
  await q.query(
    `update course_member m set state = 'withdrawn' where m.way = 'joined' and m.state = 'learning' and m.course_id = any($2::text[])
       and m.user_id in (select user_id from class_member where class_id = $1)
       and m.since >= (select min(x.since) from class_member x where x.class_id = $1 and x.user_id = m.user_id)
       ${left.map((table) => `and not exists (select 1 from ${table} x where x.course_id = m.course_id and x.user_id = m.user_id)`).join('\n       ')}`,
    [only, courses],
  )
}

/** Members of ongoing classes are in their courses: those that are shown, and not to whoever is there already. */
async function enterCourses(q: Queryable, only: { class?: string; course?: string }, now: Date): Promise<void> {
  await q.query(
    `insert into course_member (course_id, user_id, state, way, since)
     select distinct t.id, m.user_id, 'learning', 'assigned', $1::timestamptz
     from r_class c join class_member m on m.class_id = c.id and m.left_at is null
       join r_course t on t.id = any(c.k_courses) and t.k_status in ('published', 'hidden')
       join course_outline o on o.course_id = t.id and o.published is not null
     where c.k_status = 'ongoing' and ($2::text is null or c.id = $2) and ($3::text is null or t.id = $3)
     order by 1, 2
     on conflict (course_id, user_id) do update set way = 'assigned',
       state = case when course_member.state <> 'withdrawn' then course_member.state
         when course_member.completed_at is null then 'learning' else 'completed' end
       where course_member.way <> 'assigned' or course_member.state = 'withdrawn'`,
    [now.toISOString(), only.class ?? null, only.course ?? null],
  )
}
/** A course is shown, or an edition of it: members of its classes are in it from then on. */
export const settleCourse = (q: Queryable, platform: Pick<Platform, 'now'>, course: string): Promise<void> =>
  enterCourses(q, { course }, platform.now())

interface Standing {
  open: boolean
  status: string
  name: string
}
/** Writes down who is meant now, and what follows for the courses. May be said again. */
export async function settleMembers(q: Queryable, platform: Platform, id: string): Promise<void> {
  const now = platform.now()
  const { rows: found } = await q.query<Standing>(
    `select open, k_status as status, data->>'name' as name from r_class where id = $1`,
    [id],
  )
  const standing = found[0]
  if (!standing) return
  // over: who was in it stays on its list
  if (standing.status === 'planned' || standing.status === 'ongoing') {
    const w = where()
    const [me, at] = [w.add(id), w.add(now.toISOString())]
    // a class is of those who learn; whoever keeps the platform is in it when they are named themselves
    const able = w.add(await rolesThatOpen(q, platform, courseLearning))
    const named = `exists (select 1 from audience a where a.resource = 'class' and a.entity_id = ${me} and a.kind = 'user' and a.target = u.id)`
    const meant = `select u.id from ${activeAccounts}
      and (${named} or (u.k_role_id = any(${able}::text[]) and (${w.add(standing.open)}::boolean or ${isMeant(me, 'class')})))
      and not exists (select 1 from r_class c where c.id = ${me} and (c.k_teachers || c.k_assistants) && array[u.id]::text[])`
    await q.query(
      `with meant as materialized (${meant}),
       gone as (update class_member set left_at = ${at}::timestamptz
         where class_id = ${me} and left_at is null and user_id not in (select id from meant))
       insert into class_member (class_id, user_id, since) select ${me}, id, ${at}::timestamptz from meant order by id
       on conflict (class_id, user_id) do update set left_at = null, since = excluded.since where class_member.left_at is not null`,
      w.params,
    )
  }
  if (standing.status === 'ongoing') {
    await enterCourses(q, { class: id }, now)
    const { rows: fresh } = await q.query<{ user_id: string }>(
      'update class_member set told_at = $2 where class_id = $1 and left_at is null and told_at is null returning user_id',
      [id, now.toISOString()],
    )
    if (fresh.length)
      await notify(q, platform, {
        to: fresh.map((r) => r.user_id).toSorted(),
        kind: 'class_joined',
        params: { class: standing.name },
        link: { screen: 'personal', query: { tab: 'schedule' } },
      })
  }
  await leaveCourses(q, id)
  await lookAtLearners(q)
}

/** Looks again after a while, as long as the class lives. */
export const settleLater = (q: Queryable, id: string, now: Date): Promise<void> =>
  plan(q, settleJob, id, new Date(now.getTime() + again))

export const membersDue = (platform: Platform): DueHandlers => ({
  async [settleJob](q, id) {
    await settleMembers(q, platform, id)
    const { rows } = await q.query(`select 1 from r_class where id = $1 and k_status in ('planned', 'ongoing')`, [id])
    if (rows.length) await settleLater(q, id, platform.now())
    else await cancelDue(q, settleJob, id)
  },
})

/** A condition on a course `t`: a class of theirs that is ongoing teaches it. @param me SQL of their id */
export const isAssignedTo = (me: string): string =>
  `t.id in (select unnest(c.k_courses) from class_member m join r_class c on c.id = m.class_id
     where m.user_id = ${me} and m.left_at is null and c.k_status = 'ongoing')`
export const isAssigned = (who: { id: string }, add: (value: unknown) => string): string => isAssignedTo(add(who.id))
