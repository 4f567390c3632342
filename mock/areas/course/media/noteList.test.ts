/** All notes on lessons of one learner. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type As, testServer, type TestServer } from '#tests/contract/support/server.ts'
import { layCourse, publishCourse, text, writeLessons } from '#tests/support/course.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())

it('has the notes of all courses, leads back to their place, and keeps those whose lesson is gone; nobody else reads them', async () => {
  const id = await layCourse(s, {
    course: { name: 'Packets', language: 'en-US', translation: { name: '数据包', description: '' } } as never,
    lessons: [
      { id: 'l1', title: 'First', sections: [{ id: 's1', content: text('One') }] },
      { id: 'l2', title: 'Second', sections: [{ id: 's2', content: text('Two') }] },
    ],
  })
  await s.ok('POST /learning/courses/:id/join', { params: { id }, body: {} }, 'student')
  const note = (section: string, words: string, place: number | null) =>
    s.ok(
      'POST /learning/courses/:id/sections/:section/notes',
      { params: { id, section }, body: { text: words, place } },
      'student',
    )
  await note('s1', 'Look at the flags', 12.5)
  s.clock.advance(60)
  await note('s2', 'CANARY-NOTE of mine', null)
  const listed = async (query: object = {}, as: As = 'student') =>
    (await s.ok('GET /learning/notes', { query }, as)).items
  expect((await listed()).map((n) => [n.text, n.lesson, n.lesson_title, n.section, n.place, n.kind])).toEqual([
    ['CANARY-NOTE of mine', 'l2', 'Second', 's2', null, 'text'],
    ['Look at the flags', 'l1', 'First', 's1', 12.5, 'text'],
  ])
  expect((await listed())[0]?.course).toMatchObject({ id, name: 'Packets', translation: { name: '数据包' } })
  expect((await listed({ q: 'FLAGS' })).map((n) => n.text)).toEqual(['Look at the flags'])
  for (const as of ['second-student', 'teacher', 'super'] as const) expect(await listed({}, as)).toEqual([])
  await writeLessons(s, id, [{ id: 'l1', title: 'First', sections: [{ id: 's1', content: text('One') }] }])
  await publishCourse(s, id)
  expect((await listed()).map((n) => [n.text, n.lesson_title, n.kind])).toEqual([
    ['CANARY-NOTE of mine', '', null],
    ['Look at the flags', 'First', 'text'],
  ])
})
