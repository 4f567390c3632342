/** Whoever sat an exam hears of its results where he hears of everything else. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { layExam, layPaper } from '#tests/support/exam.ts'
import { invitationsDue } from './invite.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())

it('results that are published are a message to each who sat the exam, and to nobody else', async () => {
  const exam = await layExam(s, await layPaper(s, 1), { name: 'Networks I' })
  const writer = 'page-number-one'
  const { attempt: id } = await s.ok('POST /my-exams/:id/begin', { params: { id: exam }, body: { writer } }, 'student')
  await s.ok('POST /exam-attempts/:id/hand-in', { params: { id }, body: { epoch: 1, writer } }, 'student')
  await s.ok('POST /exams/:id/publish', { params: { id: exam }, body: {} }, 'super')
  const told = async (as: 'student' | 'second-student') =>
    (await s.ok('GET /messages', { query: {} }, as)).items.filter((m) => m.kind === 'exam_published')
  expect(await told('student')).toMatchObject([
    { params: { exam: 'Networks I' }, link: { screen: 'exam-guide', params: { exam_id: exam } } },
  ])
  expect(await told('second-student')).toEqual([])
})

it('an exam that is set is a message to each candidate, once, and again when it is moved; one for practice is none', async () => {
  const paper_id = await layPaper(s, 1, 'Routing')
  const at = (minutes: number) => new Date(s.clock.now().getTime() + minutes * 60_000).toISOString()
  const set = { name: 'Routing II', paper_id, starts_at: at(600), ends_at: at(700) }
  const exam = await s.ok('POST /exams', { body: set }, 'super')
  const params = { id: exam.id }
  const chosen = { all: false, orgs: [], roles: [], users: [userId('student')] }
  await s.ok('PUT /exams/:id/audience', { params, body: { ...chosen, version: 1 } }, 'super')
  const practice = await s.ok('POST /exams', { body: { ...set, name: 'At will', kind: 'practice' } }, 'super')
  await s.ok('PUT /exams/:id/audience', { params: { id: practice.id }, body: { ...chosen, version: 1 } }, 'super')
  const told = async (as: 'student' | 'second-student') =>
    (await s.ok('GET /messages', { query: {} }, as)).items.flatMap((m) => (m.kind.startsWith('exam_') ? [m.kind] : []))
  const before = await told('student')
  const due = invitationsDue(s.platform)['exam.invite']
  const look = () => s.db.tx(async (q) => void (await due?.(q, exam.id)))
  await look()
  await look()
  expect(await told('student')).toEqual(['exam_set', ...before])
  expect((await s.ok('GET /messages', { query: {} }, 'student')).items[0]).toMatchObject({
    params: { exam: 'Routing II' },
    link: { screen: 'exam-guide', params: { exam_id: exam.id } },
  })
  expect(await told('second-student')).not.toContain('exam_set')
  const now = await s.ok('GET /exams/:id', { params }, 'super')
  const moved = { ...set, starts_at: at(660), ends_at: at(760), version: now.version }
  await s.ok('PUT /exams/:id', { params, body: moved as never }, 'super')
  await look()
  expect(await told('student')).toEqual(['exam_moved', 'exam_set', ...before])
  // planned for a while after the last change, and not at all for practice
  const { rows } = await s.db.query<{ ref: string }>(`select ref from due where kind = 'exam.invite'`)
  expect(rows.map((r) => r.ref)).toContain(exam.id)
  expect(rows.map((r) => r.ref)).not.toContain(practice.id)
})

it('an exam for a team is its members’ alone: they find it, begin it, are called to it, and no longer once the team is gone', async () => {
  const team = await s.ok('POST /teams', { body: { name: 'Team red', member_ids: [userId('student')] } }, 'super')
  const exam = await layExam(s, await layPaper(s, 1, 'By team'))
  const now = await s.ok('GET /exams/:id/audience', { params: { id: exam } }, 'super')
  const chosen = { ...now, all: false, teams: [team.id] }
  await s.ok('PUT /exams/:id/audience', { params: { id: exam }, body: chosen }, 'super')
  const hall = async () =>
    (await s.ok('GET /exams/:id/candidates', { params: { id: exam }, query: {} }, 'super')).items.map((c) => c.user_id)
  const finds = async (as: 'student' | 'second-student') =>
    (await s.ok('GET /my-exams', { query: { page_size: 100 } }, as)).items.some((e) => e.id === exam)
  expect(await hall()).toEqual([userId('student')])
  expect([await finds('student'), await finds('second-student')]).toEqual([true, false])
  const begin = async (as: 'student' | 'second-student') =>
    (await s.call('POST /my-exams/:id/begin', { params: { id: exam }, body: { writer: 'page-number-one' } }, as)).status
  expect(await begin('second-student')).toBe(403)
  await s.db.tx(async (q) => void (await invitationsDue(s.platform)['exam.invite']?.(q, exam)))
  expect((await s.ok('GET /messages', { query: {} }, 'student')).items[0]).toMatchObject({ kind: 'exam_set' })
  await s.ok('DELETE /teams/:id', { params: { id: team.id } }, 'super')
  expect([await hall(), await finds('student'), await begin('student')]).toEqual([[], false, 403])
  const next = await s.ok('POST /teams', { body: { name: 'Team blue', member_ids: [userId('student')] } }, 'super')
  const { version } = await s.ok('GET /exams/:id/audience', { params: { id: exam } }, 'super')
  await s.ok(
    'PUT /exams/:id/audience',
    { params: { id: exam }, body: { ...chosen, teams: [next.id], version } },
    'super',
  )
  expect(await begin('student')).toBe(200)
})

it('an exam that is removed is called off to whom it was announced, and no message leads to it until it is put back', async () => {
  const paper_id = await layPaper(s, 1, 'Switching')
  const at = (minutes: number) => new Date(s.clock.now().getTime() + minutes * 60_000).toISOString()
  const laid = async (name: string, minutes: number) => {
    const set = { name, paper_id, starts_at: at(minutes), ends_at: at(minutes + 60) }
    const { id } = await s.ok('POST /exams', { body: set }, 'super')
    const chosen = { all: false, orgs: [], roles: [], users: [userId('student')], version: 1 }
    await s.ok('PUT /exams/:id/audience', { params: { id }, body: chosen }, 'super')
    await s.db.tx(async (q) => void (await invitationsDue(s.platform)['exam.invite']?.(q, id)))
    return id
  }
  const told = async (as: 'student' | 'second-student', name: string) =>
    (await s.ok('GET /messages', { query: {} }, as)).items.flatMap((m) =>
      m.params['exam'] === name ? [[m.kind, m.link]] : [],
    )
  const exam = await laid('Switching I', 600)
  const link = { screen: 'exam-guide', params: { exam_id: exam } }
  expect(await told('student', 'Switching I')).toEqual([['exam_set', link]])
  await s.ok('DELETE /exams/:id', { params: { id: exam } }, 'super')
  expect(await told('student', 'Switching I')).toEqual([
    ['exam_called_off', null],
    ['exam_set', null],
  ])
  expect(await told('second-student', 'Switching I')).toEqual([])
  await s.ok('POST /exams/restore', { body: { ids: [exam] } }, 'super')
  await s.db.tx(async (q) => void (await invitationsDue(s.platform)['exam.invite']?.(q, exam)))
  expect(await told('student', 'Switching I'), 'set again').toEqual([
    ['exam_set', link],
    ['exam_called_off', null],
    ['exam_set', link],
  ])

  const over = await laid('Switching II', 1)
  s.clock.advance(62 * 60)
  await s.ok('DELETE /exams/:id', { params: { id: over } }, 'super')
  expect(await told('student', 'Switching II'), 'over by then').toEqual([['exam_set', null]])
})
