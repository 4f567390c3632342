/** Candidates who never came: absent once the exam is over, everywhere, and in no mean. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type As, testServer, type TestServer, userId, username } from '#tests/contract/support/server.ts'
import { chosen, layExam, layPaper, saveOf, settleDue } from '#tests/support/exam.ts'

let s: TestServer
let paper = ''
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  paper = await layPaper(s, 1, 'Absence')
})
afterAll(() => s.close())

const invited = ['student', 'second-student', 'normal'] as const
async function examFor() {
  const id = await layExam(s, paper, { anonymous: false })
  const { version } = await s.ok('GET /exams/:id/audience', { params: { id } }, 'super')
  const body = { all: false, orgs: [], roles: [], users: invited.map(userId), version }
  await s.ok('PUT /exams/:id/audience', { params: { id }, body: body as never }, 'super')
  return id
}
const begin = async (id: string, as: As) =>
  (await s.ok('POST /my-exams/:id/begin', { params: { id }, body: { writer: 'page-number-one' } }, as)).attempt
async function turnout(id: string) {
  const { now: _, ...figures } = await s.ok('GET /exams/:id/turnout', { params: { id } }, 'super')
  return figures
}
const end = (id: string) => s.ok('POST /exams/:id/end', { params: { id }, body: { reason: 'Over' } }, 'super')
const statesOf = async (id: string) => {
  const { items } = await s.ok('GET /exams/:id/candidates', { params: { id }, query: {} }, 'super')
  return Object.fromEntries(items.map((c) => [c.user_id, c.state]))
}
const none = { not_begun: 0, absent: 0, writing: 0, handed_in: 0, unmarked: 0, objections: 0 }

it('before the end it is told how many write and have not begun; after it they are absent in every list, and in no mean', async () => {
  const exam = await examFor()
  const sheet = await begin(exam, 'student')
  await saveOf(s, sheet, { seq: 1, answers: [chosen('i0', 'a')] })
  expect(await turnout(exam)).toEqual({ ...none, not_begun: 2, writing: 1 })
  expect(await statesOf(exam)).toMatchObject({ [userId('normal')]: 'not-begun' })
  expect((await s.ok('GET /exams/:id/results', { params: { id: exam } }, 'super')).items).toEqual([])

  await end(exam)
  s.clock.advance(2)
  await settleDue(s)
  expect(await turnout(exam)).toEqual({ ...none, absent: 2, handed_in: 1 })
  expect(await statesOf(exam)).toEqual({
    [userId('student')]: 'scored',
    [userId('second-student')]: 'absent',
    [userId('normal')]: 'absent',
  })
  const found = await s.ok('GET /exams/:id/candidates', { params: { id: exam }, query: { state: ['absent'] } }, 'super')
  expect([found.total, found.counts.absent, found.counts['not-begun']]).toEqual([2, 2, 0])

  const results = await s.ok('GET /exams/:id/results', { params: { id: exam } }, 'super')
  expect([results.total, results.absent]).toEqual([3, 2])
  expect(results.items.map((r) => [r.rank, r.points, r.grade])).toEqual([
    [1, 2, 'A'],
    [null, null, null],
    [null, null, null],
  ])
  const searched = await s.ok(
    'GET /exams/:id/results',
    { params: { id: exam }, query: { q: username('normal') } },
    'super',
  )
  expect(searched.items.map((r) => r.user_id)).toEqual([userId('normal')])

  const { whole, orgs } = await s.ok('GET /exams/:id/analysis', { params: { id: exam }, query: {} }, 'super')
  expect(whole).toMatchObject({ candidates: 1, absent: 2, mean: 2 })
  expect(orgs.reduce((n, o) => n + o.absent, 0)).toBe(2)

  const file = await s.call(
    'GET /exams/:id/results/file',
    { params: { id: exam }, query: { format: 'csv', language: 'zh-CN' } },
    'super',
  )
  expect(file.raw.body.split('缺考')).toHaveLength(3)
  const mine = async (as: As) => (await s.ok('GET /my-exams/:id', { params: { id: exam } }, as)).may
  expect([await mine('student'), await mine('second-student')]).toEqual(['over', 'absent'])
  expect((await s.ok('GET /my-exams', { query: {} }, 'second-student')).items.find((e) => e.id === exam)?.may).toBe(
    'absent',
  )
})

it('who has more time and may begin still is not absent yet, by the clock', async () => {
  const exam = await examFor()
  const extra = { user_ids: [userId('normal')], minutes: 30, reason: 'Came late' }
  await s.ok('POST /exams/:id/extra', { params: { id: exam }, body: extra }, 'super')
  s.clock.advance(61 * 60)
  expect(await turnout(exam)).toEqual({ ...none, not_begun: 1, absent: 2 })
  expect((await statesOf(exam))[userId('normal')]).toBe('not-begun')
  s.clock.advance(30 * 60)
  expect(await turnout(exam)).toEqual({ ...none, absent: 3 })
})

it('nobody is absent from an exam that was called off, and from one for everybody nobody is missed', async () => {
  const start = new Date(s.clock.now().getTime() + 3_600_000).toISOString()
  const later = { starts_at: start, ends_at: new Date(Date.parse(start) + 3_600_000).toISOString() }
  const exam = await layExam(s, paper, later)
  const { version } = await s.ok('GET /exams/:id/audience', { params: { id: exam } }, 'super')
  const body = { all: false, orgs: [], roles: [], users: invited.map(userId), version }
  await s.ok('PUT /exams/:id/audience', { params: { id: exam }, body: body as never }, 'super')
  await end(exam)
  expect(await turnout(exam)).toEqual({ ...none, not_begun: 3 })

  const open = await layExam(s, paper)
  await end(open)
  s.clock.advance(2)
  expect(await turnout(open)).toEqual({ ...none, not_begun: null, absent: null })
  expect((await s.ok('GET /my-exams/:id', { params: { id: open } }, 'student')).may).toBe('over')
})

it('what had ended before somebody had an account is not among their exams, unless they sit it after all', async () => {
  const old = await layExam(s, paper)
  await end(old)
  s.clock.advance(60)
  const going = await layExam(s, paper)
  const { items: roles } = await s.ok('GET /roles', { query: { page_size: 50 } }, 'super')
  const role_id = roles.find((r) => r.key === 'student')?.id ?? ''
  const body = {
    username: 'came_later',
    name: 'Came later',
    role_id,
    org_id: null,
    expires_on: null,
    password: 'First-Lantern-7',
  }
  const { id } = await s.ok('POST /users', { body: body as never }, 'super')
  const next = 'Lantern-Street-88'
  const first = await s.ok('POST /session', { body: { username: body.username, password: body.password } as never })
  await s.ok('PUT /account/password', { body: { current: body.password, next } }, { token: first.token })
  const as = await s.ok('POST /session', { body: { username: body.username, password: next } as never })
  const listed = async (who: As) =>
    (await s.ok('GET /my-exams', { query: { page_size: 100 } }, who)).items.map((e) => e.id)
  const mine = await listed({ token: as.token })
  expect([mine.includes(old), mine.includes(going)]).toEqual([false, true])
  expect(await listed('student')).toEqual(expect.arrayContaining([old, going]))
  // who is given time for it has it, whenever they came
  const extra = { user_ids: [id], minutes: 30, reason: 'A second chance' }
  await s.ok('POST /exams/:id/extra', { params: { id: old }, body: extra }, 'super')
  expect(await listed({ token: as.token })).toContain(old)
})
