/** Lessons taken from other courses: a copy with all it says, the newer one offered, and nobody sees by it what they may not. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type As, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { layCourse, layQuestion, publishCourse, quizOf, text, writeLessons } from '#tests/support/course.ts'
import { labContent, layTopology } from '#tests/support/lab.ts'
import { pdf, sendCourseFile } from '#tests/support/media.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  await s.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => s.close())

const outline = async (id: string, as: As = 'super') => s.ok('GET /courses/:id/outline', { params: { id } }, as)
const version = async (id: string, as: As = 'super') => (await outline(id, as)).version
const take = async (id: string, from: string, lesson_id: string, chapter: string | null = null, as: As = 'super') =>
  s.call(
    'POST /courses/:id/lessons',
    { params: { id }, body: { version: await version(id, as), course_id: from, lesson_id, chapter } },
    as,
  )
const uses = async (id: string, lesson: string, as: As = 'super') =>
  s.ok('GET /courses/:id/lessons/:lesson/uses', { params: { id, lesson } }, as)
const renew = async (id: string, lesson: string) =>
  s.call(
    'POST /courses/:id/lessons/:lesson/renew',
    { params: { id, lesson }, body: { version: await version(id) } },
    'super',
  )
const share = async (id: string, scope: string, level: string) =>
  s.db.query('update r_course set share_scope = $2, share_level = $3 where id = $1', [id, scope, level])
const content = async (id: string, section: string, as: As = 'super') =>
  (await s.ok('GET /courses/:id/sections/:section', { params: { id, section } }, as)).content
const empty = (as: As = 'super') => layCourse(s, { lessons: [], publish: false, as })
const said = (body: string) => [{ id: 'l1', sections: [{ id: 's1', content: text(body) }] }]

it('comes with all it says: files, machines, questions; and knows where it comes from', async () => {
  const from = await layCourse(s, { lessons: [{ id: 'x', sections: [{ id: 'x1', content: text('Other') }] }] })
  const file = await sendCourseFile(s, from, { use: 'pdf', name: 'Reading.pdf', bytes: pdf() })
  const lab = labContent(await layTopology(s))
  await writeLessons(s, from, [
    {
      id: 'l1',
      theory: 1.5,
      sections: [
        { id: 's1', content: text('Words') },
        { id: 's2', content: { kind: 'document', pdf: file, pdf_other: null, download: true } },
        { id: 's3', content: lab },
        { id: 's4', content: quizOf([await layQuestion(s)]) },
      ],
    },
  ])
  const here = await empty()
  const { body, status } = await take(here, from, 'l1')
  expect(status).toBe(200)
  const chapter = body.draft.chapters.at(-1)
  const [lesson] = chapter?.lessons ?? []
  expect([chapter?.title, lesson?.id, lesson?.theory]).toEqual(['Lesson l1', body.made, 1.5])
  const kinds = ['text', 'document', 'lab', 'quiz']
  expect(lesson?.sections.map((x) => x.kind)).toEqual(kinds)
  for (const [n, x] of (lesson?.sections ?? []).entries())
    expect(await content(here, x.id), kinds[n]).toEqual(await content(from, `s${n + 1}`))
  const drawing = await s.ok(
    'GET /courses/:id/sections/:section/drawing',
    { params: { id: here, section: lesson?.sections[2]?.id ?? '' } },
    'super',
  )
  expect(drawing.nodes.length).toBeGreaterThan(0)
  expect(await s.ok('GET /courses/:id/files/:file', { params: { id: here, file: file.file } }, 'super')).toMatchObject({
    state: 'here',
  })
  // into a chapter that is there
  const again = await take(here, from, 'l1', chapter?.id)
  expect(again.body.draft.chapters.map((c) => c.lessons.length)).toEqual([0, 2])
  expect((await uses(here, body.made)).from).toMatchObject({
    state: 'same',
    course: { id: from },
    lesson: { id: 'l1' },
  })
  expect((await uses(from, 'l1')).uses.map((u) => [u.course.id, u.lesson.id])).toEqual([
    [here, body.made],
    [here, again.body.made],
  ])
})

it('what is changed there is offered, and taken into the draft alone; sections stay those that people have done', async () => {
  const from = await layCourse(s, { lessons: said('First') })
  const here = await empty()
  const { made } = (await take(here, from, 'l1')).body
  const version1 = (await s.ok('GET /courses/:id', { params: { id: here } }, 'super')).version
  const everybody = { all: true, orgs: [], roles: [], users: [], teams: [] }
  await s.ok('PUT /courses/:id/audience', { params: { id: here }, body: { ...everybody, version: version1 } }, 'super')
  await publishCourse(s, here)
  const lesson = async () => (await outline(here)).draft.chapters.at(-1)?.lessons[0]
  const section = (await lesson())?.sections[0]?.id ?? ''
  await writeLessons(s, from, [
    {
      id: 'l1',
      sections: [
        { id: 's1', content: text('Second') },
        { id: 's9', content: text('More') },
      ],
    },
  ])
  expect((await uses(here, made)).from?.state).toBe('newer')
  expect(await content(here, section)).toMatchObject({ body: 'First' })
  const { body } = await renew(here, made)
  expect(body.draft.chapters.at(-1)?.lessons.map((l) => l.id)).toEqual([made])
  expect((await lesson())?.sections.map((x) => [x.id === section, x.revision])).toEqual([
    [true, 2],
    [false, 1],
  ])
  expect(await content(here, section)).toMatchObject({ body: 'Second' })
  // learners have what was published
  expect(body.published?.chapters.at(-1)?.lessons[0]?.sections.map((x) => x.revision)).toEqual([1])
  expect((await uses(here, made)).from?.state).toBe('same')
  // one that was written here was taken from nowhere
  const own = await layCourse(s, { lessons: said('Mine') })
  expect((await renew(own, 'l1')).problem.code).toBe('not_allowed_in_state')
  await writeLessons(s, from, [{ id: 'l2', sections: [] }])
  expect((await uses(here, made)).from).toMatchObject({ state: 'gone', course: { id: from }, lesson: null })
  expect((await renew(here, made)).status).toBe(404)
})

it('is for whoever may copy the one and change the other, and tells nobody of courses they do not see', async () => {
  const from = await layCourse(s, { lessons: said('SHOWN'), course: { name: 'CANARY-COURSE' } })
  await writeLessons(s, from, said('CANARY-DRAFT'))
  await share(from, 'everybody', 'use')
  const here = await empty('teacher')
  const { body } = await take(here, from, 'l1', null, 'teacher')
  const section = body.draft.chapters.at(-1)?.lessons[0]?.sections[0]?.id ?? ''
  expect(await content(here, section, 'teacher'), 'the edition that is shown').toMatchObject({ body: 'SHOWN' })
  await share(from, 'private', 'use')
  await s.db.query('update r_course set owner_id = $2 where id = $1', [from, userId('super')])
  const hidden = await s.call(
    'GET /courses/:id/lessons/:lesson/uses',
    { params: { id: here, lesson: body.made } },
    'teacher',
  )
  expect(hidden.body.from).toEqual({ state: 'gone', course: null, lesson: null })
  expect(hidden.raw.body).not.toContain('CANARY')
  expect((await take(here, from, 'l1', null, 'teacher')).status).toBe(404)
  expect((await s.call('GET /courses/:id/lessons', { params: { id: from } }, 'teacher')).status).toBe(404)
  // and the other way round
  await share(here, 'private', 'use')
  await s.db.query('update r_course set owner_id = $2 where id = $1', [here, userId('teacher')])
  const mine = await layCourse(s, { lessons: said('Mine'), as: 'teacher' })
  await share(mine, 'everybody', 'change')
  await take(here, mine, 'l1', null, 'teacher')
  expect((await uses(mine, 'l1', 'teacher')).uses).toHaveLength(1)
  const admin = (await uses(mine, 'l1', 'super')).uses
  expect(admin).toHaveLength(1)
  const stale = await s.call(
    'POST /courses/:id/lessons',
    { params: { id: here }, body: { version: 0, course_id: mine, lesson_id: 'l1', chapter: null } },
    'teacher',
  )
  expect(stale.problem.code).toBe('stale_version')
})
