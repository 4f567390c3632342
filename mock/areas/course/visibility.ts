/** Choosing who finds a course in the catalogue, and when. */
import { writeAudience } from '#mock/crud/audience.ts'
import { checkTargets } from '#mock/crud/share.ts'
import { Fail, type Handler } from '#mock/http/request/handler.ts'
import { courseFor } from './course.ts'
import { finding, isFoundUnauthorised, visibilityOf, visibilityRow } from './finders.ts'

export const visibilityHandlers = {
  'GET /courses/:id/visibility': async (c) => {
    await courseFor(c, c.params.id, 'read')
    return visibilityOf(c.q, c.params.id)
  },
  'PUT /courses/:id/visibility': async (c) => {
    const { q, params, body } = c
    const doc = await courseFor(c, params.id, 'audience', 'lock')
    const row = await visibilityRow(q, params.id, ' for update')
    const had = await visibilityOf(q, params.id)
    const { version, from, to, ...chosen } = body
    if (version !== row.visible_version) throw new Fail('stale_version', { current: had })
    if (from !== null && to !== null && Date.parse(to) <= Date.parse(from))
      throw new Fail('validation', { fields: [{ path: 'to', rule: 'after_start' }] })
    await checkTargets(q, chosen, had)
    await writeAudience(q, finding, doc.id, chosen)
    await q.query(
      `update course_outline set visible_all = $2, visible_from = $3, visible_to = $4, visible_version = visible_version + 1
       where course_id = $1`,
      [doc.id, chosen.all, from, to],
    )
    if (doc.data.status === 'published' && (await isFoundUnauthorised(q, doc))) throw new Fail('course_not_authorised')
    const after = await visibilityOf(q, params.id)
    c.audit({ entity: 'course', id: doc.id, before: had, after })
    return after
  },
} satisfies {
  'GET /courses/:id/visibility': Handler<'GET /courses/:id/visibility'>
  'PUT /courses/:id/visibility': Handler<'PUT /courses/:id/visibility'>
}
