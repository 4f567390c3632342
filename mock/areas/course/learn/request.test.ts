/** Asking for a course that one finds and may not take. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type As, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { authorise, layCourse, text } from '#tests/support/course.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())

const code = (reply: { status: number; problem: { code: string } }) => [reply.status, reply.problem.code]
const lessons = [{ id: 'l1', sections: [{ id: 's1', content: text('One') }] }]
/** Everybody finds it, and the second student alone may take it. */
const closed = (as: As = 'super') => layCourse(s, { lessons, authorised: { users: [userId('second-student')] }, as })
const ask = (id: string, words = 'Please let me in', as: As = 'student') =>
  s.call('POST /learning/courses/:id/request', { params: { id }, body: { text: words } }, as)
const take = (id: string, as: As = 'student') =>
  s.call('POST /learning/courses/:id/request/withdraw', { params: { id }, body: {} }, as)
const seen = (id: string, as: As = 'student') => s.ok('GET /learning/courses/:id', { params: { id } }, as)
const listed = (id: string, query: object = {}, as: As = 'super') =>
  s.call('GET /courses/:id/requests', { params: { id }, query }, as)
const answer = (id: string, ids: string[], reason?: string, as: As = 'super') =>
  reason === undefined
    ? s.call('POST /courses/:id/requests/approve', { params: { id }, body: { ids } }, as)
    : s.call('POST /courses/:id/requests/refuse', { params: { id }, body: { ids, reason } }, as)
const told = async (user: 'student' | 'super', kind: string) =>
  (
    await s.db.query<{ params: Record<string, string> }>(
      'select params from message where user_id = $1 and kind = $2 order by at, id',
      [userId(user), kind],
    )
  ).rows.map((r) => r.params)

it('whoever finds a course and may not take it asks once, its keeper hears of it, and being let in they are authorised', async () => {
  const id = await closed()
  expect(await seen(id)).toMatchObject({ access: 'not_authorised', may_ask: true, request: null })
  expect((await ask(id)).status).toBe(200)
  expect(await seen(id)).toMatchObject({ request: { state: 'waiting' } })
  expect(code(await ask(id, 'Again'))).toEqual([409, 'request_waits'])
  expect((await told('super', 'course_asked')).at(-1)).toMatchObject({ text: 'Please let me in' })
  expect((await s.ok('GET /courses/:id', { params: { id } }, 'super')).requests).toBe(1)
  const { body } = await listed(id)
  expect(body).toMatchObject({
    waiting: 1,
    total: 1,
    items: [{ user_id: userId('student'), text: 'Please let me in' }],
  })
  const request = body.items[0]?.id ?? ''
  const { version } = await s.ok('GET /courses/:id/audience', { params: { id } }, 'super')
  expect((await answer(id, [request])).body.done).toBe(1)
  expect((await answer(id, [request])).body.done).toBe(0)
  const audience = await s.ok('GET /courses/:id/audience', { params: { id } }, 'super')
  expect(audience.users.toSorted()).toEqual([userId('second-student'), userId('student')].toSorted())
  expect(audience.version).toBeGreaterThan(version)
  expect(await seen(id)).toMatchObject({ access: 'open', may_ask: false, request: null })
  expect((await told('student', 'course_opened')).length).toBe(1)
  expect(code(await ask(id))).toEqual([409, 'not_allowed_in_state'])
})

it('a refusal is told with its reason, and they may ask again; a request that was taken back is answered by nobody', async () => {
  const id = await closed()
  await ask(id)
  const first = (await listed(id)).body.items[0]?.id ?? ''
  expect((await answer(id, [first], ' ')).status).toBe(422)
  expect((await answer(id, [first], 'The room is full')).body.done).toBe(1)
  expect(await seen(id)).toMatchObject({ request: { state: 'refused', reason: 'The room is full' } })
  expect((await told('student', 'course_refused')).at(-1)).toMatchObject({ reason: 'The room is full' })
  expect((await ask(id, 'Once more')).status).toBe(200)
  expect((await take(id)).body.request).toBeNull()
  expect(code(await take(id))).toEqual([409, 'not_allowed_in_state'])
  const { items, waiting } = (await listed(id)).body
  expect([items.map((r) => r.state), waiting]).toEqual([['refused'], 0])
  const { rows } = await s.db.query<{ id: string }>(
    `select id from course_request where course_id = $1 and state = 'withdrawn'`,
    [id],
  )
  expect((await answer(id, [rows[0]?.id ?? ''])).body.done).toBe(0)
  expect((await seen(id)).access).toBe('not_authorised')
})

it('two requests of one person at once are one', async () => {
  const id = await closed()
  const replies = await Promise.all([ask(id, 'One'), ask(id, 'Two'), ask(id, 'Three')])
  expect(replies.filter((r) => r.status === 200).length).toBe(1)
  expect((await listed(id)).body.waiting).toBe(1)
})

it('a course that is hidden, or found by nobody, is not asked for', async () => {
  const id = await closed()
  const { version } = await s.ok('GET /courses/:id', { params: { id } }, 'super')
  await s.ok('POST /courses/:id/hide', { params: { id }, body: { version } } as never, 'super')
  expect((await ask(id)).status).toBe(404)
  const unseen = await layCourse(s, {
    lessons,
    found: { users: ['user-super'] },
    authorised: { users: ['user-super'] },
  })
  expect((await ask(unseen)).status).toBe(404)
  expect((await ask('nothing')).status).toBe(404)
})

it('whoever learns in a course that was hidden after they lost it does not ask either', async () => {
  const id = await layCourse(s, { lessons })
  await s.ok('POST /learning/courses/:id/join', { params: { id }, body: {} }, 'student')
  await authorise(s, id, { users: [userId('second-student')] })
  expect(await seen(id)).toMatchObject({ access: 'not_authorised', may_ask: true })
  const { version } = await s.ok('GET /courses/:id', { params: { id } }, 'super')
  await s.ok('POST /courses/:id/hide', { params: { id }, body: { version } } as never, 'super')
  expect(await seen(id)).toMatchObject({ access: 'not_authorised', may_ask: false })
  expect(code(await ask(id))).toEqual([409, 'not_allowed_in_state'])
})

it('what people wrote is told to nobody but who may let them in, and a request of another course is not answered there', async () => {
  const id = await closed()
  await ask(id, 'CANARY-REQUEST')
  const request = (await listed(id)).body.items[0]?.id ?? ''
  for (const as of ['student', 'second-student', 'teacher'] as const) {
    expect([403, 404]).toContain((await listed(id, {}, as)).status)
    expect([403, 404]).toContain((await answer(id, [request], undefined, as)).status)
  }
  const other = await closed('teacher')
  expect((await answer(other, [request], undefined, 'teacher')).body.done).toBe(0)
  expect((await seen(other)).access).toBe('not_authorised')
  expect(JSON.stringify(await seen(id, 'second-student'))).not.toContain('CANARY-REQUEST')
})

it('whoever is let in by name finds the course among their own and hears of it, though the catalogue shows it to nobody', async () => {
  const id = await layCourse(s, { lessons, found: {}, authorised: { users: [userId('second-student')] } })
  const mine = async (as: As, state?: string[]) => {
    const query = { page_size: 200, ...(state && { state }) } as never
    // a server that is behind asks readers to wait
    const { body } = await vi.waitFor(async () => {
      const r = await s.call('GET /learning/mine', { query }, as)
      expect(r.status, JSON.stringify(r.problem)).toBe(200)
      return r
    }, 20_000)
    return body.items.filter((c) => c.id === id)
  }
  const heard = async (user: string) =>
    (
      await s.db.query(
        `select 1 from message where user_id = $1 and kind = 'course_opened' and link->'params'->>'resource_id' = $2`,
        [userId(user as never), id],
      )
    ).count
  // named before it was published: they hear of it with its first edition, once
  expect(await heard('second-student')).toBe(1)
  expect(await mine('student')).toEqual([])
  expect((await s.call('GET /learning/courses/:id', { params: { id } }, 'student')).status).toBe(404)
  const { version } = await s.ok('GET /courses/:id/audience', { params: { id } }, 'super')
  const users = [userId('second-student'), userId('student')]
  const body = { all: false, orgs: [], roles: [], teams: [], users, version }
  await s.ok('PUT /courses/:id/audience', { params: { id }, body }, 'super')
  expect([await heard('student'), await heard('second-student')]).toEqual([1, 1])
  expect(await mine('student')).toMatchObject([{ access: 'open', member: null }])
  expect(await mine('student', ['learning'])).toEqual([])
  const all = await s.ok('GET /learning/courses', { query: { page_size: 200 } }, 'student')
  expect(all.items.some((c) => c.id === id)).toBe(false)
  await s.ok('POST /learning/courses/:id/join', { params: { id }, body: {} }, 'student')
  expect(await mine('student')).toMatchObject([{ member: { state: 'learning' } }])
})
