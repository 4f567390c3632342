/** What somebody asked and said, with the answers of others, as far as they may read them now. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type As, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { authorise, layCourse, text } from '#tests/support/course.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())

const say = (id: string, words: string, as: As, parent_id: string | null = null) =>
  s.ok('POST /comments', { body: { entity: 'course', entity_id: id, text: words, parent_id } }, as)
const mine = async (query: object = {}, as: As = 'student') => (await s.ok('GET /comments/mine', { query }, as)).items
const join = (id: string, as: As) => s.ok('POST /learning/courses/:id/join', { params: { id }, body: {} }, as)
async function course() {
  const id = await layCourse(s, { lessons: [{ id: 'l1', sections: [{ id: 's1', content: text('One') }] }] })
  for (const as of ['student', 'second-student'] as const) await join(id, as)
  return id
}

const read = (id: string, as: As = 'student') => s.call('GET /comments/mine/:id', { params: { id } }, as)

it('lists what one asked and where one answered by one’s own words, and a thread has the answers', async () => {
  const id = await course()
  const asked = await say(id, 'How long is it?', 'student')
  const other = await say(id, 'CANARY-OTHER question', 'second-student')
  await say(id, 'Two hours', 'second-student', asked.id)
  expect((await mine()).map((c) => [c.text, c.answers])).toEqual([['How long is it?', 1]])
  expect((await mine())[0]).toMatchObject({ entity: 'course', link: { screen: 'course-detail' } })
  expect((await read(asked.id)).body.replies.map((r) => r.text)).toEqual(['Two hours'])
  expect((await read(other.id)).status, 'they said nothing in it').toBe(404)
  await say(id, 'The same question', 'student', other.id)
  expect((await mine()).map((c) => c.text)).toEqual(['The same question', 'How long is it?'])
  expect(JSON.stringify(await mine())).not.toContain('CANARY-OTHER')
  expect((await mine({ answered: 'true' })).length).toBe(1)
  expect((await mine({ q: 'HOW LONG' })).map((c) => c.text)).toEqual(['How long is it?'])
  expect(await mine({}, 'teacher')).toEqual([])
})

it('an answer that was hidden is neither counted nor read', async () => {
  const id = await course()
  const asked = await say(id, 'Which port?', 'student')
  const reply = await say(id, 'CANARY-HIDDEN answer', 'second-student', asked.id)
  await s.db.query(
    `update r_comment set data = jsonb_set(data, '{state}', '"hidden"'), k_state = 'hidden' where id = $1`,
    [reply.id],
  )
  expect((await mine())[0]?.answers).toBe(0)
  expect(JSON.stringify((await read(asked.id)).body)).not.toContain('CANARY-HIDDEN')
})

it('of what one does not see any more, one’s own words are left', async () => {
  const id = await course()
  const asked = await say(id, 'My own words', 'student')
  await say(id, 'CANARY-AFTER answer', 'second-student', asked.id)
  await s.db.query('delete from course_member where course_id = $1 and user_id = $2', [id, userId('student')])
  await authorise(s, id, { users: [userId('second-student')] })
  expect((await mine()).map((c) => c.text)).toContain('My own words')
  expect((await read(asked.id)).status).toBe(404)
})
