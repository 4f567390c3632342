/** What counts as answered, where candidates and invigilators read it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer } from '#tests/contract/support/server.ts'
import { layExam } from '#tests/support/exam.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())

it('a question of which a blank was left empty is partly answered on the receipt and before the invigilator, and not answered in what is kept of the attempt', async () => {
  const set_id = (await s.ok('POST /theory-sets', { body: { name: 'Networks' } }, 'super')).id
  const blanks = ['1', '2'].map((id) => ({ id, accepted: ['x'] }))
  const body = { title: 'Two', stem: 'A {{1}} and a {{2}}', type: 'completion' as const, set_id, blanks }
  const made = await s.ok('POST /theory-questions', { body }, 'super')
  const papers = await s.ok('POST /paper-sets', { body: { name: 'Papers' } }, 'super')
  const asked = { bank: 'theory' as const, question_id: made.id, question_version: made.version, score: 2 }
  const items = [{ id: 'i0', ...asked }]
  const variants = [{ id: 'v', sections: [{ id: 's', title: 'One', items }] }]
  const paper = await s.ok('POST /papers', { body: { name: 'Blanks', set_id: papers.id, variants } }, 'super')
  const exam = await layExam(s, paper.id, { attempts: 2, anonymous: false })
  const writer = 'page-number-one'
  for (const [second, answered] of [
    ['', 0],
    ['there', 1],
  ] as const) {
    const { attempt: id } = await s.ok(
      'POST /my-exams/:id/begin',
      { params: { id: exam }, body: { writer } },
      'student',
    )
    const answers = [{ item: 'i0', marked: false, answer: { type: 'completion' as const, blanks: ['here', second] } }]
    await s.ok(
      'POST /exam-attempts/:id/save',
      { params: { id }, body: { epoch: 1, seq: 1, writer, answers } },
      'student',
    )
    const watched = async () =>
      (await s.ok('GET /exams/:id/candidates', { params: { id: exam }, query: {} }, 'super')).items.find(
        (c) => c.attempt?.id === id,
      )?.attempt
    expect(await watched()).toMatchObject({ answered, partly: 1 - answered, items: 1 })
    const receipt = await s.ok(
      'POST /exam-attempts/:id/hand-in',
      { params: { id }, body: { epoch: 1, writer } },
      'student',
    )
    expect(receipt).toMatchObject({ answered, partly: 1 - answered, items: 1 })
    const { rows } = await s.db.query('select answered from exam_attempt where id = $1', [id])
    expect(rows).toEqual([{ answered }])
  }
})
