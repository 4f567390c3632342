/** Marking without names: nothing that a marker gets tells whose answer it is, and all that he needs is there (check B6). */
import fs from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#src/contract/api.ts'
import { splitKey } from '#src/contract/lib/route.ts'
import { roleId } from '#tests/contract/support/people.ts'
import { type As, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { fileOf, layExam, layPractical } from '#tests/support/exam.ts'
import { recordingFile, recordingFolder } from '../scene/recording/file.ts'
import { beginRecording } from '../scene/recording/row.ts'
import { neutralName, anonymousNumberOf } from './anonymous.ts'

let s: TestServer
let exam = ''
/** Of the student and of the second one: as they are, and as who marks without names has them. */
const attempts: string[] = []
const sheets: string[] = []
const writer = 'page-number-one'
const whose = 'WHOSE'

/** A scene of a sheet that was over before the test, with one terminal recorded in it. */
async function recorded(attempt: string): Promise<void> {
  const scene = s.platform.newId()
  await s.db.query(
    `insert into scene (id, name, document, kind, type, isolation, owner_id, driver, node_count, instances, status, since, created_at, created_by, updated_at, updated_by)
     values ($1, 'Harden it', '{}', 'private', 'individual', 'none', $2, 'simulated', 1, 1, 'deleted', $3, $3, '', $3, '')`,
    [scene, userId('student'), s.clock.now().toISOString()],
  )
  await s.db.query('insert into exam_scene (attempt_id, item, scene_id, at) values ($1, $2, $3, $4)', [
    attempt,
    'i0',
    scene,
    s.clock.now().toISOString(),
  ])
  const facts = {
    scene_id: scene,
    scene_name: 'Harden it',
    node_id: 'box',
    node_name: 'box',
    user_id: userId('student'),
    user_name: `${whose} himself`,
    width: 80,
    height: 24,
    open: false,
  }
  const row = await beginRecording(s.db, s.platform, { ...facts, kind: 'terminal', bytes: 5 })
  // films that were begun and never got a part
  for (let n = 0; n < 3; n++) await beginRecording(s.db, s.platform, { ...facts, kind: 'desktop' })
  await fs.mkdir(recordingFolder(s.platform.files, 'terminal'), { recursive: true })
  await fs.writeFile(recordingFile(s.platform.files, 'terminal', row.id), 'typed')
}

beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  await s.setting('store.watermark', 0)
  for (const who of ['student', 'second-student'] as const)
    await s.db.query(`update r_user set data = jsonb_set(data, '{name}', to_jsonb($2::text)) where id = $1`, [
      userId(who),
      `${whose} ${who}`,
    ])
  const upload = { wanted: true, files: 2, ends: [] }
  const rubric = [
    { text: 'Closed the port', points: 6 },
    { text: 'Said why', points: 4 },
  ]
  const writeup_file = await fileOf(s, 'solved.txt', 'super')
  const paper_id = await layPractical(s, { title: 'Harden it', upload, rubric, writeup: 'Close it.', writeup_file })
  exam = await layExam(s, paper_id, { review_depth: 'keys', markers: [userId('teacher')] })
  for (const as of ['student', 'second-student'] as const) {
    const { attempt: id } = await s.ok('POST /my-exams/:id/begin', { params: { id: exam }, body: { writer } }, as)
    const answer = {
      type: 'operation' as const,
      text: 'Closed it',
      files: [await fileOf(s, `${whose}-report.txt`, as)],
    }
    const answers = [{ item: 'i0', marked: false, answer }]
    await s.ok('POST /exam-attempts/:id/save', { params: { id }, body: { epoch: 1, seq: 1, writer, answers } }, as)
    s.clock.advance(7)
    await s.ok('POST /exam-attempts/:id/hand-in', { params: { id }, body: { epoch: 1, writer } }, as)
    attempts.push(id)
  }
  await recorded(attempts[0] ?? '')
  sheets.push(...(await calledBy('teacher')))
})
afterAll(() => s.close())

/** What both sheets are called in the list of somebody, in the order of the attempts. */
async function calledBy(as: As): Promise<string[]> {
  const { items } = await s.ok('GET /exams/:id/sheets', { params: { id: exam } }, as)
  const { rows } = await s.db.query<{ id: string; marking_id: string }>('select id, marking_id from exam_attempt')
  const listed = new Set(items.map((i) => i.attempt))
  return attempts.flatMap((id) => rows.find((r) => r.id === id)?.marking_id ?? []).filter((id) => listed.has(id))
}

const item = { item: 'i0' }
const names = () => [whose, userId('student'), userId('second-student')]
/** Routes by which this reader learns of these a name, or reads the answer. */
async function looksAround(as: As, ids: readonly string[]): Promise<{ named: string[]; read: boolean }> {
  const named = new Set<string>()
  let read = false
  const routes = Object.keys(api).filter((k) => /^GET \/(exam|my-exam)/.test(k) && !k.endsWith('/resolve'))
  for (const route of routes)
    for (const id of splitKey(route)[1].includes(':id') ? ids : [''])
      for (const query of [
        {},
        item,
        { ...item, n: 1 },
        { format: 'csv' },
        { of: userId('student') },
        { of: sheets[0] },
      ]) {
        const { raw } = await s.send(route, { params: { id }, query }, as)
        read ||= raw.body.includes('Closed it')
        if (names().some((word) => raw.body.includes(word))) named.add(`${route} ${JSON.stringify(query)}`)
      }
  return { named: [...named], read }
}

/** Values of what somebody is sent that tell one thing from another: ids, instants and hashes. */
function values(of: unknown, into = new Set<string>()): Set<string> {
  if (typeof of === 'string') {
    if (/^[0-9a-f]{8}-|^\d{4}-\d\d-\d\dT|^[0-9a-f]{32,}$|^#[0-9A-Z]{3}-/.test(of)) into.add(of)
  } else if (of && typeof of === 'object') for (const v of Object.values(of)) values(v, into)
  return into
}

describe('who marks without names', () => {
  it('has nothing in common with the lists of who invigilates: no id, no instant, no hash', async () => {
    const names = new Set<string>()
    for (const route of ['GET /exams/:id/candidates', 'GET /exams/:id/events'] as const)
      for (const v of values((await s.ok(route, { params: { id: exam } }, 'super')).items)) names.add(v)
    for (const id of attempts)
      for (const v of values(
        await s.ok(
          'GET /exam-attempts/:id/receipt',
          { params: { id } },
          id === attempts[0] ? 'student' : 'second-student',
        ),
      ))
        names.add(v)
    expect(attempts.every((id) => names.has(id))).toBe(true)
    // what a page is told of the clock now is nobody's
    s.clock.advance(1)
    const common = new Set<string>()
    let looked = 0
    const routes = Object.keys(api).filter((k) => /^GET \/(exam-sheets|exams\/:id)/.test(k))
    for (const route of routes)
      for (const id of [exam, ...sheets])
        for (const query of [{}, item, { of: sheets[0] }]) {
          const { status, body } = await s.send(route, { params: { id }, query }, 'teacher')
          if (status !== 200) continue
          looked++
          // the exam's own name and times are everybody's
          for (const v of values(body)) if (names.has(v) && v !== exam) common.add(`${route} ${v}`)
        }
    expect(looked).toBeGreaterThan(8)
    const own = await s.db.query<{ data: { starts_at: string; ends_at: string } }>('select data from r_exam')
    const plan = own.rows.flatMap((r) => [r.data.starts_at, r.data.ends_at].map((t) => new Date(t).toISOString()))
    expect([...common].filter((c) => !plan.some((t) => c.endsWith(t)))).toEqual([])
  })

  it('gets no list of candidates before results are out, and no sheet by what others call it', async () => {
    for (const route of ['GET /exams/:id/candidates', 'GET /exams/:id/events'] as const)
      expect((await s.call(route, { params: { id: exam } }, 'teacher')).problem.code).toBe('marks_without_names')
    // what is refused is not offered either
    const offered = async (as: 'teacher' | 'super') => (await s.ok('GET /exams/:id', { params: { id: exam } }, as)).can
    expect([await offered('teacher'), await offered('super')].map((can) => can.includes('watch'))).toEqual([
      false,
      true,
    ])
    for (const id of attempts) {
      expect((await s.call('GET /exam-sheets/:id', { params: { id } }, 'teacher')).status).toBe(404)
      const body = { ...item, round: 1, points: 1 }
      expect((await s.call('POST /exam-sheets/:id/marks', { params: { id }, body }, 'teacher')).status).toBe(404)
    }
  })

  it('finds none in anything that is sent to him', async () => {
    expect(await looksAround('teacher', [exam, ...sheets])).toEqual({ named: [], read: true })
    // the same question finds names where there are some
    const { named } = await looksAround('super', [exam, ...attempts])
    expect(named.filter((r) => /candidates/.test(r)).length).toBeGreaterThan(0)
    // but on the pages of marking, whoever opens them
    expect(named.filter((r) => /marking|sheets/.test(r))).toEqual([])
  })

  it('has the files under neutral names, the recording, and how it is solved', async () => {
    const [id = ''] = sheets
    const sheet = await s.ok('GET /exam-sheets/:id', { params: { id } }, 'teacher')
    const seen = sheet.sections[0]?.items[0]
    const files = seen?.answer?.type === 'operation' ? seen.answer.files : []
    expect(files.map((f) => f.name)).toEqual(['file-1.txt'])
    expect(seen?.writeup).toMatchObject({ text: 'Close it.', file: { name: 'solved.txt' } })
    for (const file of [files[0]?.file ?? '', seen?.writeup.file?.file ?? '']) {
      const { raw } = await s.send('GET /attachments/:id', { params: { id: file } }, 'teacher')
      expect([raw.statusCode, raw.payload]).toEqual([200, 'pcap'])
    }
    const { raw } = await s.send('GET /attachments/:id', { params: { id: files[0]?.file ?? '' } }, 'teacher')
    expect(raw.headers['content-disposition']).not.toContain(whose)
    const own = await s.send('GET /attachments/:id', { params: { id: files[0]?.file ?? '' } }, 'student')
    expect(own.raw.headers['content-disposition']).toContain(whose)
    expect(seen?.scene?.recordings).toBe(1)
    const { items } = await s.ok('GET /exam-sheets/:id/recordings', { params: { id }, query: item }, 'teacher')
    expect(items).toEqual([{ n: 1, kind: 'terminal', node: 'box', seconds: 0, bytes: 5 }])
    const play = (n: number, as: As) =>
      s.send('GET /exam-sheets/:id/recording', { params: { id }, query: { ...item, n } }, as)
    expect((await play(1, 'teacher')).raw.payload).toBe('typed')
    expect((await play(2, 'teacher')).status).toBe(404)
    expect((await play(1, 'student')).status).toBe(403)
  })

  it('finds the recordings of its sheets in no list of recordings, nor their times on the sheet', async () => {
    const { permissions } = await s.ok('GET /roles/:id', { params: { id: roleId('teacher') } }, 'super')
    const body = { name: 'Marks and keeps', description: '', permissions: [...permissions, 'scene-recording-admin'] }
    const role = await s.ok('POST /roles', { body }, 'super')
    const moved = { ids: [userId('teacher')] }
    await s.ok('POST /roles/:id/members', { params: { id: role.id }, body: moved }, 'super')
    await s.db.query('update scene set started_at = $1', [s.clock.now().toISOString()])
    const listed = async (as: As) => [
      ...new Set((await s.ok('GET /recordings', {}, as)).items.map((r) => r.scene_name)),
    ]
    const row = (await s.ok('GET /recordings', {}, 'super')).items[0]?.id ?? ''
    const opened = async (as: As) => (await s.call('GET /recordings/:id', { params: { id: row } }, as)).status
    expect([await listed('super'), await listed('teacher')]).toEqual([['Harden it'], []])
    expect([await opened('super'), await opened('teacher')]).toEqual([200, 404])
    const of = { params: { id: sheets[0] ?? '' } }
    const scene = async (as: As, at = of) => (await s.ok('GET /exam-sheets/:id', at, as)).sections[0]?.items[0]?.scene
    expect(await scene('teacher')).toMatchObject({ scene_id: '', started_at: null })
    expect(await scene('super')).toMatchObject({ scene_id: '', started_at: null })
    await s.ok('POST /roles/:id/members', { params: { id: roleId('teacher') }, body: moved }, 'super')
  })

  it('keeps what his points are made of, and marks no more once results are out', async () => {
    const mark = (id: string, body: { points: number; lines: number[] }) =>
      s.call('POST /exam-sheets/:id/marks', { params: { id }, body: { ...item, round: 1, ...body } }, 'teacher')
    const [id = '', other = ''] = sheets
    expect((await mark(id, { points: 6, lines: [5] })).problem.details?.fields).toEqual([
      { path: 'lines', rule: 'unknown_reference' },
    ])
    for (const sheet of [id, other]) expect((await mark(sheet, { points: 6, lines: [0, 0] })).status).toBe(200)
    const sheet = await s.ok('GET /exam-sheets/:id', { params: { id } }, 'teacher')
    expect(sheet.sections[0]?.items[0]).toMatchObject({ may: 1, marks: [{ points: 6, lines: [0] }] })
    // nor does the log join what stands in both
    const { rows: log } = await s.db.query<{ of: string }>(
      `select details->>'attempt' as of from audit where user_id = $1 and details ? 'attempt' order by 1`,
      [userId('teacher')],
    )
    expect(new Set(log.map((l) => l.of))).toEqual(new Set(sheets))
    // keys and what was said of answers come when nobody writes any more
    s.clock.advance(3601)
    await s.ok('POST /exams/:id/publish', { params: { id: exam }, body: {} }, 'super')
    expect((await mark(id, { points: 7, lines: [] })).problem.code).toBe('not_allowed_in_state')
    const review = await s.ok('GET /exam-attempts/:id/review', { params: { id: attempts[0] ?? '' } }, 'student')
    const line = { text: 'Closed the port', points: 6 }
    const why = { round: 1, points: 6, rule: 'rubric', lines: [line], version: 1, revision: 0 }
    // neither side knows the other
    expect(review.sections[0]?.items[0]?.why).toEqual([expect.objectContaining({ ...why, marker_name: '' })])
    expect(review.rules).toMatchObject({ attempts: [6], counted: 6, grade_c: 0.6 })
    const printed = await s.ok(
      'GET /exams/:id/print',
      { params: { id: exam }, query: { of: [attempts[0] ?? ''] } },
      'super',
    )
    expect(printed.sheets[0]?.sections[0]?.items[0]?.why[0]?.marker_name).not.toBe('')
    const after = await s.ok('GET /exam-sheets/:id', { params: { id } }, 'teacher')
    expect([after.rules.out, after.sections[0]?.items[0]?.may]).toEqual([true, null])
    await s.ok('POST /exams/:id/withdraw', { params: { id: exam }, body: {} }, 'super')
    expect((await mark(id, { points: 7, lines: [] })).status).toBe(200)
  })
})

it('numbers that stand for names differ, and neutral names keep what a file is opened with', () => {
  const ids = Array.from({ length: 500 }, () => s.platform.newId())
  expect(new Set(ids.map(anonymousNumberOf)).size).toBe(500)
  expect(anonymousNumberOf(ids[0] ?? '')).toMatch(/^#[0-9A-Z]{3}-[0-9A-Z]{3}$/)
  expect(['张三-报告.PDF', '.htaccess', 'x', 'a.tar.gz'].map((n, at) => neutralName(n, at + 1))).toEqual([
    'file-1.pdf',
    'file-2.htaccess',
    'file-3',
    'file-4.gz',
  ])
})
