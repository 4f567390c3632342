import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { layExam, layPaper } from '#tests/support/exam.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())

it('the list before an exam names who may invigilate it', async () => {
  const id = await layExam(s, await layPaper(s, 1, 'Short'), { anonymous: true, markers: [userId('teacher')] })
  const line = async () =>
    (await s.ok('GET /exams/:id/checklist', { params: { id } }, 'super')).items.find((c) => c.what === 'invigilators')
  const give = (name: 'teacher' | 'second-student', level: string) =>
    s.db.query(
      `insert into share_person (resource, entity_id, user_id, level) values ('exam', $1, $2, $3)
       on conflict (resource, entity_id, user_id) do update set level = excluded.level`,
      [id, userId(name), level],
    )
  expect(await line()).toMatchObject({ ok: true, names: ['User super @super'] })
  await s.db.query('update r_exam set owner_id = $2 where id = $1', [id, userId('student')])
  // nor does somebody whose role opens no page of exams, nor who only uses it, nor who marks it without names
  await give('second-student', 'change')
  await give('teacher', 'use')
  expect(await line()).toMatchObject({ ok: false, names: [] })
  await give('teacher', 'change')
  expect(await line()).toMatchObject({ ok: false, names: [] })
  await s.db.query(`update r_exam set data = jsonb_set(data, '{anonymous}', 'false') where id = $1`, [id])
  expect(await line()).toMatchObject({ ok: true, names: ['User teacher @teacher'], params: { wide: 0 } })
  await s.db.query(`update r_exam set share_level = 'change' where id = $1`, [id])
  expect(await line()).toMatchObject({ ok: true, params: { wide: 1 } })
})
