/** Scenes of labs go with the right to learn: by the audience, a class, the membership, the course itself, a role or an account. */
import { api } from '#src/contract/api.ts'
import { overStatuses } from '#src/contract/scene/status.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { notify } from '../../notice/notify.ts'
import { closeScene } from '../../scene/close.ts'
import { type CurrentPerson, peopleNow } from '../../session/peopleNow.ts'
import { peopleChannel } from '../../session/watch.ts'
import { courseTexts, coursesOf, isMember } from '../learn/seen.ts'
import { learnersChannel } from './lookAgain.ts'

const { screens } = api['POST /learning/courses/:id/sections/:section/scene']

interface Running {
  user_id: string
  course_id: string
  scene_id: string
}

/** Closes what runs for labs of whoever may not learn there any more, and tells them why. @param userId the one whose rights changed; anybody without */
async function endUnlearnt(platform: Platform, userId?: string): Promise<void> {
  const { db } = platform
  const { rows } = await db.query<Running>(
    `select c.user_id, c.course_id, c.scene_id from course_scene c join scene s on s.id = c.scene_id
     where not s.status = any($1::text[]) and ($2::text is null or c.user_id = $2) order by c.scene_id`,
    [[...overStatuses], userId ?? null],
  )
  if (!rows.length) return
  const people = new Map(
    (await peopleNow(db, platform, [...new Set(rows.map((r) => r.user_id))])).map((p) => [p.id, p]),
  )
  for (const user of new Set(rows.map((r) => r.user_id))) {
    const own = rows.filter((r) => r.user_id === user)
    const open = await openTo(platform, people.get(user), own)
    for (const { course_id, scene_id } of own)
      if (!open.has(course_id)) await end(platform, { user, course_id, scene_id })
  }
}

async function openTo(
  { db, now }: Platform,
  who: CurrentPerson | undefined,
  running: readonly Running[],
): Promise<ReadonlySet<string>> {
  if (!who || !screens.some((s) => who.granted.has(s))) return new Set()
  const courses = await coursesOf(db, who, [...new Set(running.map((r) => r.course_id))], now())
  return new Set(courses.flatMap((c) => (c.access === 'open' && isMember(c) ? c.id : [])))
}

async function end(
  platform: Platform,
  { user, course_id, scene_id }: { user: string; course_id: string; scene_id: string },
): Promise<void> {
  await platform.db.tx(async (q) => {
    if (!(await closeScene(q, scene_id, platform.now()))) return
    const { rows } = await q.query<{ data: Parameters<typeof courseTexts>[0]['data'] }>(
      'select data from r_course where id = $1',
      [course_id],
    )
    await notify(q, platform, {
      to: [user],
      kind: 'lab_ended',
      params: { course: rows[0] ? (courseTexts(rows[0]).name ?? '') : '' },
      link: { screen: 'my-course-detail', params: { resource_id: course_id } },
    })
    await publish(q, 'courses', { screens: ['course-monitor'] })
    await publish(q, 'courses', { users: [user] })
  })
}

/** Milliseconds between two looks at what no notice tells of. */
const lookEvery = 15_000

/** Looks at once where a person, a class or a course changed. @returns what ends it */
export async function followLearners(platform: Platform): Promise<() => Promise<void>> {
  const look = (userId?: string) => platform.background('course.ended', () => endUnlearnt(platform, userId))
  const ends = [
    await platform.db.listen(peopleChannel, (userId) => look(userId === '' ? undefined : userId)),
    await platform.db.listen(learnersChannel, () => look()),
  ]
  const timer = setInterval(() => look(), lookEvery)
  timer.unref()
  return async () => {
    clearInterval(timer)
    for (const unlisten of ends) await unlisten()
  }
}
