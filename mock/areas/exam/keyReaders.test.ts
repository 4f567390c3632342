/** Nobody sits an exam whose right answers he may read where exams are marked and managed. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { roleId } from '#tests/contract/support/people.ts'
import { type AccountName, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { layExam, layPaper } from '#tests/support/exam.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())

const begin = async (id: string, as: AccountName) =>
  (await s.call('POST /my-exams/:id/begin', { params: { id }, body: { writer: 'page-number-one' } }, as)).problem?.code
const offered = async (id: string, as: AccountName) => (await s.ok('GET /my-exams/:id', { params: { id } }, as)).may
const share = (id: string, scope: string, level = 'use') =>
  s.db.query('update r_exam set share_scope = $2, share_level = $3 where id = $1', [id, scope, level])
let papers = 0
const fresh = () => layPaper(s, 1, `Paper ${(papers += 1)}`)

it('holds for whoever keeps exams as for whoever marks them, by what is shared', async () => {
  const own = await layExam(s, await fresh())
  // who may only use it marks nothing of it; who may change it does, while nobody is named
  const shown: unknown[] = [await offered(own, 'teacher')]
  await share(own, 'everybody', 'change')
  shown.push(await offered(own, 'teacher'), await begin(own, 'teacher'))
  await share(own, 'private')
  shown.push(await offered(own, 'teacher'))
  await s.db.query('update r_exam set owner_id = $2 where id = $1', [own, userId('teacher')])
  shown.push(await offered(own, 'teacher'), await offered(own, 'admin'), await offered(own, 'student'))
  expect(shown).toEqual(['begin', 'marks', 'marks_same_questions', 'begin', 'marks', 'marks', 'begin'])
})

it('holds where others mark what he may change', async () => {
  const id = await layExam(s, await fresh(), { markers: [userId('admin')] })
  await s.db.query(
    `update r_role set data = jsonb_set(data, '{permissions}', '["exam-add", "exam-list"]') where id = $1`,
    [roleId('normal')],
  )
  await share(id, 'everybody', 'use')
  const used = await offered(id, 'normal')
  await share(id, 'everybody', 'change')
  expect([used, await offered(id, 'normal')]).toEqual(['begin', 'marks'])
})

it('leaves test runs and practice to those who keep them', async () => {
  const paper = await fresh()
  for (const kind of ['trial', 'practice'] as const) {
    const id = await layExam(s, paper, { kind })
    expect([kind, await begin(id, 'super')]).toEqual([kind, undefined])
  }
})

it('names the chosen candidates to whom it is closed before they come', async () => {
  const id = await layExam(s, await fresh())
  const chosen = { all: false, orgs: [], roles: [], teams: [], users: [userId('student'), userId('teacher')] }
  const checks = async () =>
    (await s.ok('GET /exams/:id/checklist', { params: { id } }, 'super')).items.find((c) => c.what === 'key_readers')
  expect(await checks()).toBeUndefined()
  const { version } = await s.ok('GET /exams/:id/audience', { params: { id } }, 'super')
  await s.ok('PUT /exams/:id/audience', { params: { id }, body: { ...chosen, version } }, 'super')
  expect(await checks()).toBeUndefined()
  await share(id, 'everybody', 'change')
  expect(await checks()).toMatchObject({ ok: false, params: { n: 1 }, names: [expect.stringContaining('eacher')] })
  await share(id, 'private')
  expect(await checks()).toBeUndefined()
})
