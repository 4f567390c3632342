/** Referees act only in exams that name them, whatever screens their role holds. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { roleId } from '#tests/contract/support/people.ts'
import { testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { layExam, layPaper } from '#tests/support/exam.ts'

let s: TestServer
const writer = 'page-number-one'
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  const read = ['exam-manage', 'dashboard', 'exam-scoring', 'exam-score-person']
  await s.db.query(
    `update r_role set data = jsonb_set(data, '{permissions}', (data->'permissions') || $1::jsonb) where id = $2`,
    [JSON.stringify(read), roleId('referee')],
  )
})
afterAll(() => s.close())

it('an exam that names no marker is not there for a referee, and one that names him is', async () => {
  const paper = await layPaper(s, 1)
  const named = await layExam(s, paper, { markers: [userId('referee')], anonymous: false })
  for (const exam of [await layExam(s, paper), await layExam(s, paper, { markers: [userId('teacher')] }), named]) {
    const { attempt: id } = await s.ok(
      'POST /my-exams/:id/begin',
      { params: { id: exam }, body: { writer } },
      'student',
    )
    const ask = async () => [
      (await s.call('GET /exam-sheets/:id', { params: { id } }, 'referee')).status,
      (
        await s.call(
          'POST /exam-sheets/:id/reply',
          { params: { id }, body: { item: 'i0', points: 1, reply: 'So be it.' } },
          'referee',
        )
      ).status,
      (await s.call('GET /exams/:id/sheets', { params: { id: exam }, query: {} }, 'referee')).status,
    ]
    // what is not there for him is in no list and on no desk of his
    const listed = async () => {
      const { items } = await s.ok('GET /exams', {}, 'referee')
      const { exams } = await s.ok('GET /dashboard/work', {}, 'referee')
      return [items, exams?.items ?? []].map((l) => l.some((e) => e.id === exam))
    }
    expect(await listed()).toEqual(exam === named ? [true, true] : [false, false])
    // nor does it take more to find it than to be named: nobody shared it with him
    await s.db.query(`update r_exam set share_scope = 'private', open = false where id = $1`, [exam])
    expect(await listed()).toEqual(exam === named ? [true, true] : [false, false])
    await s.db.query(`update r_exam set open = true where id = $1`, [exam])
    // while it is written, and after it
    expect(await ask()).toEqual(exam === named ? [409, 409, 200] : [404, 404, 404])
    await s.ok('POST /exam-attempts/:id/hand-in', { params: { id }, body: { epoch: 1, writer } }, 'student')
    expect(await ask()).toEqual(exam === named ? [200, 409, 200] : [404, 404, 404])
  }
})

it('counts on his dashboard what his list has, and a teacher what hers has', async () => {
  await s.ok('POST /theory-sets', { body: { name: 'Nobody else’s' } as never }, 'admin')
  for (const [as, path, resource] of [
    ['referee', '/exams', 'exam'],
    ['teacher', '/exams', 'exam'],
    ['teacher', '/theory-sets', 'theory-set'],
  ] as const) {
    const { total } = (await s.send(`GET ${path}`, {}, as)).body as { total: number }
    const { resources } = await s.ok('GET /dashboard/overview', {}, as)
    expect([as, resource, resources.find((r) => r.resource === resource)?.total]).toEqual([as, resource, total])
  }
  expect((await s.ok('GET /exams', {}, 'referee')).total).toBe(1)
  expect((await s.ok('GET /exams', {}, 'super')).total).toBe(3)
})

it('an exam that asks what he marks is none he sits, and the list says so', async () => {
  const paper = await layPaper(s, 1, 'Shared')
  await layExam(s, paper, { markers: [userId('referee')], anonymous: false })
  const running = await layExam(s, paper)
  const other = await layExam(s, await layPaper(s, 1, 'Others'))
  const begin = (id: string) => s.call('POST /my-exams/:id/begin', { params: { id }, body: { writer } }, 'referee')
  const offered = async (id: string) => (await s.ok('GET /my-exams/:id', { params: { id } }, 'referee')).may
  expect([await offered(running), await offered(other)]).toEqual(['marks', 'begin'])
  expect((await begin(running)).problem.code).toBe('marks_same_questions')
  expect((await begin(other)).status).toBe(200)
})
