/** Files handed in with an answer: such as are asked for, one's own, and read by nobody but oneself and the markers. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type As, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { fileOf, layExam, layPractical } from '#tests/support/exam.ts'
import { limits } from '#src/contract/limits.ts'
import { replacementLimits } from './handOver.ts'

let s: TestServer
let exam = ''
let paper_id = ''
const writer = 'page-number-one'
const file = (name: string, as: As) => fileOf(s, name, as)
const read = async (id: string, as: As) => (await s.send('GET /attachments/:id', { params: { id } }, as)).status

let shown: { file: string; name: string; size: number }
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  await s.setting('store.watermark', 0)
  shown = await file('task.txt', 'super')
  const upload = { wanted: true, files: 1, ends: ['.pcap'] }
  paper_id = await layPractical(s, { title: 'Capture it', upload, attachments: [shown], reference: 'KEY' })
  const now = s.clock.now().getTime()
  const times = { starts_at: new Date(now).toISOString(), ends_at: new Date(now + 3_600_000).toISOString() }
  exam = (
    await s.ok(
      'POST /exams',
      { body: { name: 'Practical exam', paper_id, markers: ['user-teacher'], ...times } },
      'super',
    )
  ).id
  const all = { all: true, orgs: [], roles: [], users: [], version: 1 }
  await s.ok('PUT /exams/:id/audience', { params: { id: exam }, body: all }, 'super')
})
afterAll(() => s.close())

it('are the candidate’s own, as many and such as are asked for, and stay with the attempt', async () => {
  expect(await read(shown.file, 'student')).toBe(404)
  const { attempt } = await s.ok('POST /my-exams/:id/begin', { params: { id: exam }, body: { writer } }, 'student')
  // what goes with a question is there for who sits it
  expect(await read(shown.file, 'student')).toBe(200)
  expect(await read(shown.file, 'second-student')).toBe(404)
  await s.ok('POST /my-exams/:id/begin', { params: { id: exam }, body: { writer } }, 'second-student')
  const own = await file('mine.pcap', 'student')
  const other = await file('theirs.pcap', 'second-student')
  let seq = 0
  const save = async (files: (typeof own)[]) => {
    const answers = [{ item: 'i0', marked: false, answer: { type: 'operation' as const, text: '', files } }]
    const body = { epoch: 1, seq: ++seq, writer, answers }
    const r = await s.call('POST /exam-attempts/:id/save', { params: { id: attempt }, body }, 'student')
    return r.status === 200 ? 200 : (r.problem.details?.['fields'] as { rule: string }[] | undefined)?.[0]?.rule
  }
  expect(await save([other])).toBe('unknown_file')
  const notes = { ...(await file('a.pcap', 'student')), name: 'notes.txt' }
  await s.db.query('update attachment set name = $2 where id = $1', [notes.file, notes.name])
  expect(await save([notes])).toBe('file_end')
  // nor under another name than it was handed over with
  expect(await save([{ ...notes, name: 'notes.pcap' }])).toBe('file_end')
  expect(await save([own, await file('two.pcap', 'student')])).toBe('too_many_files')
  expect(await save([{ ...own, size: 1 }])).toBe(200)
  // the store knows better how large it is
  const kept = await s.db.query<{ answer: { files: unknown } }>('select answer from exam_answer')
  expect(kept.rows[0]?.answer.files).toEqual([own])
  await s.ok('POST /exam-attempts/:id/hand-in', { params: { id: attempt }, body: { epoch: 1, writer } }, 'student')
  expect(await Promise.all((['student', 'teacher', 'super'] as const).map((as) => read(own.file, as)))).toEqual([
    200, 200, 200,
  ])
  // neither other candidates nor markers of other exams
  expect(await read(own.file, 'second-student')).toBe(404)
  // nobody is named: whoever may change it marks it
  await s.db.query(
    `update r_exam set owner_id = 'user-super', share_scope = 'private', data = jsonb_set(data, '{markers}', '[]'), k_markers = '{}' where id = $1`,
    [exam],
  )
  expect(await read(own.file, 'teacher')).toBe(404)
  await s.db.query(`update r_exam set share_scope = 'everybody', share_level = 'use' where id = $1`, [exam])
  expect(await read(own.file, 'teacher')).toBe(404)
  await s.db.query(`update r_exam set share_level = 'change' where id = $1`, [exam])
  expect(await read(own.file, 'teacher')).toBe(200)
  await s.db.query(
    `update r_exam set share_level = 'use', data = jsonb_set(data, '{markers}', '["user-admin"]'), k_markers = '{user-admin}' where id = $1`,
    [exam],
  )
  expect(await read(own.file, 'teacher')).toBe(404)
})

it('a candidate sends such files as his open sheet asks for, and of them as many as anybody needs', async () => {
  const id = await layExam(s, paper_id)
  const announce = async (name: string, size: number, as: As = 'student') => {
    const { status, problem } = await s.call('POST /attachments', { body: { name, size } }, as)
    return status === 200
      ? 200
      : ((problem.details?.['fields'] as { rule: string }[] | undefined)?.[0]?.rule ?? problem.code)
  }
  s.clock.advance(1)
  // nothing is asked of him yet
  expect(await announce('early.pcap', 1)).toBe('file_end')
  const { attempt } = await s.ok('POST /my-exams/:id/begin', { params: { id }, body: { writer } }, 'student')
  expect(await announce('notes.txt', 1)).toBe('file_end')
  for (let n = 0; n < 1 + replacementLimits.large; n++) expect(await announce(`${n}.PCAP`, limits.upload)).toBe(200)
  expect(await announce('more.pcap', 1)).toBe('quota_full')
  await s.db.query('update attachment set size = 1 where owner = $1', [userId('student')])
  for (let n = replacementLimits.large + 1; n < 1 + replacementLimits.files; n++)
    expect(await announce(`${n}.pcap`, 1)).toBe(200)
  expect(await announce('more.pcap', 1)).toBe('too_many_files')
  await s.ok('POST /exam-attempts/:id/hand-in', { params: { id: attempt }, body: { epoch: 1, writer } }, 'student')
  expect(await announce('late.pcap', 1)).toBe('file_end')
  // who keeps questions sends what goes with them
  expect(await announce('task.txt', 1, 'super')).toBe(200)
})
