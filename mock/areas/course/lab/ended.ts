/** Scenes of labs go with the right to learn: by the audience, a class, the membership, the course itself, a role or an account. */
import { api } from '#src/contract/api.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { notify } from '../../notice/notify.ts'
import { endUnentitled, type Entitlement, followEntitled } from '../../scene/entitled.ts'
import { courseTexts, coursesOf, isMember } from '../learn/seen.ts'
import { learnersChannel } from './lookAgain.ts'

const { screens } = api['POST /learning/courses/:id/sections/:section/scene']

const learning: Entitlement<Platform> = {
  table: 'course_scene',
  by: 'course_id',
  async open({ db, now }, who, ids) {
    if (!screens.some((s) => who.granted.has(s))) return new Set()
    const courses = await coursesOf(db, who, ids, now())
    return new Set(courses.flatMap((c) => (c.access === 'open' && isMember(c) ? c.id : [])))
  },
  async closed(q, platform, { user_id, of }) {
    const { rows } = await q.query<{ data: Parameters<typeof courseTexts>[0]['data'] }>(
      'select data from r_course where id = $1',
      [of],
    )
    await notify(q, platform, {
      to: [user_id],
      kind: 'lab_ended',
      params: { course: rows[0] ? (courseTexts(rows[0]).name ?? '') : '' },
      link: { screen: 'my-course-detail', params: { resource_id: of } },
    })
    await publish(q, 'courses', { screens: ['course-monitor'] })
    await publish(q, 'courses', { users: [user_id] })
  },
}

/** Looks at once where a person, a class or a course changed. @returns what ends it */
export const followLearners = (platform: Platform): Promise<() => Promise<void>> =>
  followEntitled(platform, 'course.ended', (userId) => endUnentitled(platform, learning, userId), [learnersChannel])
