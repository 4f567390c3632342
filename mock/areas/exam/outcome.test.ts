/** Whoever keeps an exam that others mark sees what came of it: results, keys and objections, without the sheets and without names that marking hides. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ExamBody } from '#src/contract/exam/exam.schema.ts'
import { makeKeepers } from '#tests/contract/support/keepers.ts'
import { type As, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { layExam, layPractical, nobodyWrites } from '#tests/support/exam.ts'

let s: TestServer
let paper = ''
const writer = 'page-number-one'
const [owner, marker, other, stranger] = ['teacher', 'normal', 'second-student', 'second-admin'] as const
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  paper = await layPractical(s, { title: 'Harden it', rubric: [{ text: 'Done', points: 10 }] })
  await makeKeepers(s, owner, marker, other, stranger)
})
afterAll(() => s.close())

/** An exam of the owner's that a student sat, the first marker marked and that is out. */
async function out(more: object = {}): Promise<{ id: string; attempt: string; name: string }> {
  const name = `Finals ${s.platform.newId().slice(-6)}`
  const id = await layExam(s, paper, { name, markers: [userId(marker)], ...more })
  await s.db.query(`update r_exam set owner_id = $2 where id = $1`, [id, userId(owner)])
  const { attempt } = await s.ok('POST /my-exams/:id/begin', { params: { id }, body: { writer } }, 'student')
  const answer = { type: 'operation' as const, text: 'Closed it', files: [] }
  const answers = [{ item: 'i0', marked: false, answer }]
  await s.ok(
    'POST /exam-attempts/:id/save',
    { params: { id: attempt }, body: { epoch: 1, seq: 1, writer, answers } },
    'student',
  )
  await s.ok('POST /exam-attempts/:id/hand-in', { params: { id: attempt }, body: { epoch: 1, writer } }, 'student')
  const [sheet] = (await s.ok('GET /exams/:id/sheets', { params: { id } }, marker)).items
  const mark = { item: 'i0', round: 1, points: 4, lines: [] }
  await s.ok('POST /exam-sheets/:id/marks', { params: { id: sheet?.attempt ?? '' }, body: mark }, marker)
  await s.ok('POST /exams/:id/publish', { params: { id }, body: {} }, owner)
  await nobodyWrites(s)
  return { id, attempt, name }
}
const object = (attempt: string) =>
  s.ok(
    'POST /exam-attempts/:id/objections',
    { params: { id: attempt }, body: { item: 'i0', text: 'It is closed.' } },
    'student',
  )
const objections = (id: string, as: As) => s.call('GET /exams/:id/objections', { params: { id }, query: {} }, as)

it.each([false, true])('with names hidden: %s', async (anonymous) => {
  const { id, attempt } = await out({ anonymous, markers: [marker, other].map(userId) })
  await object(attempt)
  const results = await s.ok('GET /exams/:id/results', { params: { id } }, owner)
  expect(results.items).toMatchObject([{ user_id: userId('student'), points: 4 }])
  const { body } = await objections(id, owner)
  expect(body.answered_by).toEqual(['User normal', 'User second student'].map((n) => expect.stringContaining(n)))
  expect(body.items).toMatchObject([{ text: 'It is closed.', points: 4, may: false, nobody_left: false }])
  expect(body.items[0]?.candidate.startsWith('#')).toBe(anonymous)
  expect(JSON.stringify(body).includes(userId('student')) || JSON.stringify(body).includes(attempt)).toBe(!anonymous)
  const sheet = body.items[0]?.attempt ?? ''
  const answer = { params: { id: sheet }, body: { item: 'i0', points: 10, reply: 'It is.' } }
  expect((await s.call('POST /exam-sheets/:id/reply', answer, owner)).problem.code).toBe('marked_by_others')
  expect((await s.call('GET /exam-sheets/:id', { params: { id: sheet } }, owner)).problem.code).toBe('marked_by_others')
  // it is read by who keeps it or marks it, and by nobody else with the same screens
  expect((await objections(id, stranger)).problem.code).toBe('marked_by_others')
  expect((await objections(id, marker)).body).toMatchObject({ answered_by: [], items: [{ may: false }] })
})

it('rows of the file of figures have as many fields as its headings, of questions without options too', async () => {
  const { id } = await out()
  const { raw } = await s.call('GET /exams/:id/analysis/file', { params: { id }, query: { format: 'csv' } }, owner)
  const lines = raw.body.trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(new Set(lines.map((line) => line.split(',').length)).size).toBe(1)
})

const kinds = ['exam_marker', 'objection_made', 'objection_answered', 'objection_kept', 'objection_moved']
/** Messages of marking that somebody has of an exam, the newest first. */
const messages = async (as: As, exam: string) =>
  (await s.ok('GET /messages', { query: { page_size: 50 } }, as)).items.filter(
    (m) => kinds.includes(m.kind) && m.params['exam'] === exam,
  )
const said = async (as: As, exam: string) => (await messages(as, exam)).map(({ kind }) => kind)

it('who is named to mark hears of it once, and never from themselves', async () => {
  const { id, name } = await out()
  expect(await said(marker, name)).toEqual(['exam_marker'])
  const write = async (markers: string[], as: As) => {
    const now = await s.ok('GET /exams/:id', { params: { id } }, as)
    const body = Object.fromEntries(
      Object.keys(ExamBody.shape).map((k) => [k, (now as unknown as Record<string, unknown>)[k]]),
    )
    await s.ok('PUT /exams/:id', { params: { id }, body: { ...body, markers, version: now.version } as never }, as)
  }
  await write([marker, other, owner].map(userId), owner)
  await write([marker, other, owner].map(userId), owner)
  expect([await said(marker, name), await said(other, name), await said(owner, name)]).toEqual([
    ['exam_marker'],
    ['exam_marker'],
    [],
  ])
  expect((await messages(other, name))[0]?.link).toEqual({ screen: 'exam-scoring', params: { examId: id } })
})

it('an objection is a message to who may answer, or else to who keeps the exam, and its answer one to the candidate', async () => {
  const { id, attempt, name } = await out({
    anonymous: true,
    markers: [marker, other].map(userId),
    review_depth: 'keys',
  })
  await object(attempt)
  // who gave the points does not answer
  expect([await said(marker, name), await said(other, name), await said(owner, name)]).toEqual([
    ['exam_marker'],
    ['objection_made', 'exam_marker'],
    [],
  ])
  const [made] = await messages(other, name)
  expect(made).toMatchObject({ params: { exam: name }, link: { screen: 'exam-scoring', query: { tab: 'objections' } } })
  expect(JSON.stringify(made)).not.toMatch(new RegExp(`${attempt}|${userId('student')}|User student`))
  const [open] = (await objections(id, other)).body.items
  const body = { item: 'i0', points: 7, reply: 'It is.' }
  await s.ok('POST /exam-sheets/:id/reply', { params: { id: open?.attempt ?? '' }, body }, other)
  const [told, ...rest] = await messages('student', name)
  expect(rest).toEqual([])
  expect(told).toMatchObject({
    kind: 'objection_moved',
    params: { n: 1, before: 4, after: 7, grade: 'C' },
    link: { screen: 'exam-review', params: { exam_id: id }, query: { attempt } },
  })

  const alone = await out()
  await object(alone.attempt)
  expect([await said(marker, alone.name), await said(owner, alone.name)]).toEqual([['exam_marker'], ['objection_made']])
  // nobody who is named may answer: whoever keeps it does
  const left = (await objections(alone.id, owner)).body
  expect(left).toMatchObject({
    deciders: [expect.stringContaining('eacher')],
    items: [{ may: true, nobody_left: true }],
  })
  expect((await objections(alone.id, marker)).body.items).toMatchObject([{ may: false, nobody_left: true }])
  expect((await objections(id, owner)).body.items).toMatchObject([{ nobody_left: false }])
  const { items } = await s.ok('GET /exams/:id/checklist', { params: { id: alone.id } }, owner)
  expect(items.filter((c) => !c.ok).map((c) => c.what)).toContain('objections')
  const work = async () => (await s.ok('GET /dashboard/work', {}, owner)).objections
  expect((await work())?.items).toContainEqual({ id: alone.id, name: alone.name, n: 1 })
  const reply = { params: { id: left.items[0]?.attempt ?? '' }, body: { item: 'i0', points: 5, reply: 'Half of it.' } }
  expect((await s.call('POST /exam-sheets/:id/reply', reply, marker)).status).toBe(403)
  expect((await s.call('POST /exam-sheets/:id/reply', reply, owner)).body).toMatchObject({ points: 5 })
  expect((await work())?.items.map((e) => e.id)).not.toContain(alone.id)
  const { rows: log } = await s.db.query(
    `select 1 from audit where action = 'exam.answer-objection' and user_id = $1 and result = 'done'`,
    [userId(owner)],
  )
  expect(log).toHaveLength(1)
})

it('the answer tells nothing of points that the candidate may not see', async () => {
  const shut = await out({ markers: [marker, other].map(userId) })
  await object(shut.attempt)
  await s.ok('POST /exams/:id/withdraw', { params: { id: shut.id }, body: {} }, owner)
  const [open] = (await objections(shut.id, other)).body.items
  const body = { item: 'i0', points: 9, reply: 'It is.' }
  await s.ok('POST /exam-sheets/:id/reply', { params: { id: open?.attempt ?? '' }, body }, other)
  expect(await messages('student', shut.name)).toMatchObject([
    { kind: 'objection_answered', params: { exam: shut.name } },
  ])
  expect(Object.keys((await messages('student', shut.name))[0]?.params ?? {})).toEqual(['exam'])

  const kept = await out({ markers: [marker, other].map(userId) })
  await object(kept.attempt)
  const [waits] = (await objections(kept.id, other)).body.items
  const same = { item: 'i0', points: 4, reply: 'No.' }
  await s.ok('POST /exam-sheets/:id/reply', { params: { id: waits?.attempt ?? '' }, body: same }, other)
  expect(await messages('student', kept.name)).toMatchObject([{ kind: 'objection_kept', params: { n: 1, points: 4 } }])
})
