/** Reports of labs: who reads them, what becomes of them, and what is marked by another rubric; and the monitor of scenes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { overStatuses } from '#src/contract/scene/status.ts'
import { mayWriteReport, nextReportStatus, reportEvents, type ReportStatus } from '#src/contract/course/report.ts'
import { pdfOf } from '#mock/seed/course/pdf.ts'
import { publishCourse } from '#tests/support/course.ts'
import { fileOf } from '#tests/support/exam.ts'
import { canary, labContent, layLab, layTopology, section } from '#tests/support/lab.ts'
import { until } from '#tests/support/scene.ts'
import { beginRecording } from '#mock/areas/scene/recording/row.ts'
import { recordingsOf } from '#mock/areas/scene/recording/clear.ts'
import { type As, testServer, type TestServer, userId, username } from '#tests/contract/support/server.ts'

let s: TestServer
let topology = ''
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  topology = await layTopology(s)
})
afterAll(() => s.close())

const rubric = [
  { id: 'what', text: 'What was found', points: 60 },
  { id: 'why', text: 'Why it matters', points: 40 },
]
const report = { template: '## Found\n', template_other: '## 发现\n', rubric }
const lay = (more: object = {}, rule: 'report' | 'checks' = 'report') =>
  layLab(s, labContent(topology, { report, ...more }), { rule, share: 0.6, as: 'teacher' })
const at = (id: string) => ({ params: { id, section } })
const join = (id: string, as: As = 'student') =>
  s.ok('POST /learning/courses/:id/join', { params: { id }, body: {} }, as)
const own = (id: string, as: As = 'student') => s.call('GET /learning/courses/:id/sections/:section/report', at(id), as)
const write = (id: string, text: string, version: number, as: As = 'student') =>
  s.call('PUT /learning/courses/:id/sections/:section/report', { ...at(id), body: { text, version } }, as)
const submit = (id: string, version: number, as: As = 'student') =>
  s.call('POST /learning/courses/:id/sections/:section/report/submit', { ...at(id), body: { version } }, as)
async function handedIn(id: string, text: string, as: As = 'student') {
  await join(id, as)
  const { version } = (await write(id, text, (await own(id, as)).body.version, as)).body
  await submit(id, version, as)
  const { rows } = await s.db.query<{ id: string }>(
    'select id from course_report where course_id = $1 and user_id = $2',
    [id, userId(as as never)],
  )
  return rows[0]?.id ?? ''
}
const read = (id: string, as: As = 'teacher') => s.call('GET /course-reports/:id', { params: { id } }, as)
const listed = async (query: object, as: As = 'teacher') =>
  (await s.ok('GET /course-reports', { query: { page_size: 200, ...query } }, as)).items.map((r) => r.id)
const mark = async (id: string, marks: Record<string, number>, comment = '', as: As = 'teacher') =>
  s.call(
    'POST /course-reports/:id/mark',
    { params: { id }, body: { version: (await read(id, as)).body.version, marks, comment } },
    as,
  )
const giveBack = async (id: string, comment: string, as: As = 'teacher') =>
  s.call(
    'POST /course-reports/:id/return',
    { params: { id }, body: { version: (await read(id)).body.version, comment } },
    as,
  )
const reopen = async (id: string, reason: string, as: As = 'teacher') =>
  s.call(
    'POST /course-reports/:id/reopen',
    { params: { id }, body: { version: (await read(id)).body.version, reason } },
    as,
  )
const doneAt = async (id: string, as: As = 'student') =>
  (await s.ok('GET /learning/courses/:id', { params: { id } }, as)).chapters[0]?.lessons[0]?.sections[0]?.done_at ??
  null
const told = async (kind: string, as: 'student' | 'second-student' = 'student') =>
  (await s.db.query('select 1 from message where user_id = $1 and kind = $2', [userId(as), kind])).rows.length

describe('a report', () => {
  it('begins with its template, is kept as it is typed, and two windows overwrite nothing of each other', async () => {
    const id = await lay()
    await join(id)
    const first = (await own(id)).body
    expect(first).toMatchObject({ status: 'draft', version: 0, text: '## Found\n', can: ['write', 'submit'] })
    const kept = (await write(id, '## Found\n\nFTP', 0)).body
    expect(kept.version).toBe(1)
    const late = await write(id, 'other', 0)
    expect([late.problem?.code, (late.problem?.details?.['current'] as { text?: string } | undefined)?.text]).toEqual([
      'stale_version',
      '## Found\n\nFTP',
    ])
    expect((await write(id, 'x'.repeat(20_001), 1)).problem?.code).toBe('validation')
    expect((await own(id)).body.text).toBe('## Found\n\nFTP')
  })

  it('is not handed in as its template, and is not written in afterwards', async () => {
    const id = await lay()
    await join(id)
    const { version } = (await write(id, '  ## 发现 ', 0)).body
    expect((await submit(id, version)).problem?.code).toBe('answer_blank')
    const { version: next } = (await write(id, 'FTP was open', version)).body
    expect((await submit(id, next)).body).toMatchObject({ status: 'submitted', can: [] })
    expect((await write(id, 'more', next + 1)).problem?.code).toBe('not_allowed_in_state')
    expect((await submit(id, next + 1)).problem?.code).toBe('not_allowed_in_state')
  })

  it('is read by its author and by whoever keeps or lectures the course, and not before it is handed in', async () => {
    const id = await lay()
    await join(id)
    await write(id, 'SECRET-DRAFT', 0)
    const { rows } = await s.db.query<{ id: string }>('select id from course_report where course_id = $1', [id])
    const report = rows[0]?.id ?? ''
    expect((await read(report)).status).toBe(404)
    expect(await listed({ course_id: id })).toEqual([])
    await submit(id, 1)
    expect((await read(report)).body.text).toBe('SECRET-DRAFT')
    expect(await listed({ course_id: id })).toEqual([report])
    // an administrator sees every course; another teacher this one not at all
    expect((await read(report, 'super')).status).toBe(200)
    await join(id, 'second-student')
    expect((await own(id, 'second-student')).body.text).not.toContain('SECRET-DRAFT')
    for (const as of ['student', 'second-student'] as const)
      expect([as, (await read(report, as)).status]).toEqual([as, 403])
    const stranger = await lay({}, 'report')
    await s.db.query(`update r_course set owner_id = $2, share_scope = 'private' where id = $1`, [id, userId('super')])
    expect([(await read(report)).status, await listed({})]).toEqual([404, expect.not.arrayContaining([report])])
    await s.db.query(`update r_course set data = jsonb_set(data, '{lecturers}', $2::jsonb) where id = $1`, [
      id,
      JSON.stringify([userId('teacher')]),
    ])
    expect((await read(report)).status).toBe(200)
    void stranger
  })

  it('comes back with a comment, goes in again, is marked, and is opened again with a reason; its author hears of each', async () => {
    const id = await lay()
    const report = await handedIn(id, 'Too short')
    expect((await giveBack(report, ' ')).problem?.code).toBe('validation')
    expect((await giveBack(report, 'Say more.')).body.status).toBe('returned')
    const mine = (await own(id)).body
    expect(mine).toMatchObject({ status: 'returned', can: ['write', 'submit'] })
    expect(mine.events.at(-1)).toMatchObject({
      event: 'return',
      comment: 'Say more.',
      author: { username: username('teacher'), role_name: expect.stringMatching(/./) },
    })
    const { version } = (await write(id, 'FTP was open, and I closed it.', mine.version)).body
    await submit(id, version)
    expect((await mark(report, { what: 30 })).problem?.code).toBe('validation')
    expect((await mark(report, { what: 61, why: 0 })).problem?.code).toBe('validation')
    expect((await mark(report, { what: 30, why: 10 }, 'Half of it.')).body).toMatchObject({
      status: 'marked',
      share: 0.4,
    })
    expect(await doneAt(id)).toBeNull()
    expect((await own(id)).body.mark).toMatchObject({ points: 40, score: 100, comment: 'Half of it.' })
    expect((await mark(report, { what: 60, why: 40 })).problem?.code).toBe('not_allowed_in_state')
    expect((await reopen(report, 'Marked the wrong one.')).body.status).toBe('submitted')
    // what is marked anew is not told before
    expect((await own(id)).body.mark).toBeNull()
    expect((await mark(report, { what: 60, why: 20 })).body.share).toBe(0.8)
    expect(await doneAt(id)).not.toBeNull()
    // and done stays done
    await reopen(report, 'Once more.')
    await mark(report, { what: 0, why: 0 })
    expect(await doneAt(id)).not.toBeNull()
    expect([
      await told('report_returned'),
      (await told('report_marked')) > 0,
      (await told('report_reopened')) > 0,
    ]).toEqual([1, true, true])
  })

  it('is not changed by whoever looked at an earlier version of it', async () => {
    const id = await lay()
    const report = await handedIn(id, 'A report')
    const { version } = (await read(report)).body
    await giveBack(report, 'More.')
    const late = await s.call(
      'POST /course-reports/:id/mark',
      { params: { id: report }, body: { version, marks: { what: 1, why: 1 } } },
      'teacher',
    )
    expect(late.problem?.code).toBe('stale_version')
  })

  it('completes the course where nothing else counts', async () => {
    const id = await lay()
    const report = await handedIn(id, 'All of it')
    await mark(report, { what: 60, why: 40 })
    expect((await s.ok('GET /learning/courses/:id', { params: { id } }, 'student')).member?.state).toBe('completed')
    // and stands in the learning record, as a section and as a course
    const { rows } = await s.db.query(
      'select kind, part_kind, result from evidence where subject = $1 and user_id = $2 order by id',
      [id, userId('student')],
    )
    expect(rows).toEqual([
      { kind: 'section', part_kind: 'lab', result: 1 },
      { kind: 'course', part_kind: null, result: 1 },
    ])
  })
})

describe('every way through the life of a report', () => {
  it('is the one the table has: what it offers is done, what it lacks is refused, and its author writes when it is their turn', async () => {
    const id = await lay()
    await join(id)
    const { version } = (await write(id, 'A report', 0)).body
    await submit(id, version)
    const { rows } = await s.db.query<{ id: string }>('select id from course_report where course_id = $1', [id])
    const report = rows[0]?.id ?? ''
    let status: ReportStatus = 'submitted'
    // a walk that is always the same (Park and Miller, 1988)
    let seed = 7
    const met = new Set<string>()
    for (let n = 0; n < 60; n++) {
      seed = (seed * 48_271) % 2_147_483_647
      const event = reportEvents[seed % reportEvents.length] ?? 'submit'
      const asked = {
        submit: async () => submit(id, (await own(id)).body.version),
        return: () => giveBack(report, 'More.'),
        mark: () => mark(report, { what: 1, why: 1 }),
        reopen: () => reopen(report, 'Again.'),
      }
      const before = (await read(report)).body
      const to = nextReportStatus(status, event)
      if (event !== 'submit')
        expect([status, event, before.can.includes(event)]).toEqual([status, event, to !== undefined])
      const { status: code, problem } = await asked[event]()
      expect([status, event, code === 200 ? 'done' : problem?.code]).toEqual([
        status,
        event,
        to === undefined ? 'not_allowed_in_state' : 'done',
      ])
      met.add(`${status} ${event}`)
      status = to ?? status
      const mine = (await own(id)).body
      expect([mine.status, mine.can.includes('write')]).toEqual([status, mayWriteReport(status)])
    }
    // from each of the three statuses that a marker meets, each event
    expect(met.size).toBe(12)
  })
})

describe('evidence', () => {
  const recorded = async (scene: string, as: 'student' | 'second-student' = 'student') =>
    (
      await s.db.tx((q) =>
        beginRecording(q, s.platform, {
          kind: 'screenshot',
          scene_id: scene,
          scene_name: 'Lab',
          node_id: 'desk',
          node_name: 'desk',
          user_id: userId(as),
          user_name: as,
          width: 10,
          height: 10,
          open: false,
          bytes: 100,
        }),
      )
    ).id
  const add = (id: string, recording_id: string, as: As = 'student') =>
    s.call('POST /learning/courses/:id/sections/:section/report/evidence', { ...at(id), body: { recording_id } }, as)

  it('is what its author recorded in this lab, is kept while the report has it, and is looked at by who marks, by its place', async () => {
    const id = await lay()
    await join(id)
    const { scene_id } = (
      await s.call('POST /learning/courses/:id/sections/:section/scene', { ...at(id), body: {} }, 'student')
    ).body
    await until(s, scene_id, ['running'])
    const mine = await recorded(scene_id)
    expect((await add(id, mine)).body.evidence).toMatchObject([{ n: 1, recording_id: mine, node: 'desk' }])
    expect((await add(id, mine)).body.evidence).toHaveLength(1)
    // nobody else's, and of no other scene
    expect((await add(id, await recorded(scene_id, 'second-student'))).problem?.code).toBe('validation')
    expect((await add(id, await recorded('another-scene'))).problem?.code).toBe('validation')
    // neither clearing nor its author takes it away
    const spare = await recorded(scene_id)
    s.clock.advance(400 * 86_400)
    const bounds = { before: new Date(s.clock.now().getTime() - 86_400_000), most: null }
    await recordingsOf('screenshot').take(s.platform, bounds)
    const { rows } = await s.db.query<{ id: string }>('select id from recording where id = any($1::text[])', [
      [mine, spare],
    ])
    expect(rows.map((r) => r.id)).toEqual([mine])
    const { can } = await s.ok('GET /recordings/:id', { params: { id: mine } }, 'student')
    expect(can).not.toContain('remove')
    expect((await s.call('DELETE /recordings/:id', { params: { id: mine } }, 'student')).status).not.toBe(200)
    const report = await handedIn(id, 'With a picture')
    const seen = (await read(report)).body
    expect(seen.evidence).toHaveLength(1)
    expect(JSON.stringify(seen.evidence)).not.toContain(mine)
    const look = (n: string, as: As) => s.call('GET /course-reports/:id/evidence/:n', { params: { id: report, n } }, as)
    expect([(await look('2', 'teacher')).status, (await look('1', 'second-student')).status]).toEqual([404, 403])
    // taken out, it is its author's again
    const { rows: one } = await s.db.query<{ id: string }>(
      'select id from course_evidence e join course_report r on r.id = e.report_id where r.id = $1',
      [report],
    )
    expect(one).toHaveLength(1)
  })

  it('is no more than a report may have', async () => {
    const id = await lay()
    await join(id)
    const { scene_id } = (
      await s.call('POST /learning/courses/:id/sections/:section/scene', { ...at(id), body: {} }, 'student')
    ).body
    for (let n = 0; n < 20; n++) expect((await add(id, await recorded(scene_id))).status).toBe(200)
    const more = await add(id, await recorded(scene_id))
    expect(more.problem).toMatchObject({ code: 'quota_full', details: { reason: 'report_evidence', max: 20 } })
  })
})

describe('labs whose reports are marked', () => {
  it('say how many wait, which are alike, and what another rubric makes of those that are marked', async () => {
    const id = await lay()
    const words =
      'FTP answered without a password and listed a note of the night shift with a password in it, so I stopped it at once.'
    const a = await handedIn(id, `## Found\n${words}`)
    const b = await handedIn(id, `## Found\n${words.replace('night', 'day')}`, 'second-student')
    const lab = async () => (await s.ok('GET /course-report-labs', {}, 'teacher')).items.find((l) => l.course.id === id)
    expect(await lab()).toMatchObject({ waiting: 2, marked: 0, outdated: 0 })
    const query = { course_id: id, section_id: section }
    const { pairs } = await s.ok('GET /course-report-labs/similar', { query }, 'teacher')
    expect(pairs.map((p) => new Set([p.a, p.b]))).toEqual([new Set([a, b])])

    await s.db.query(`update r_course set data = jsonb_set(data, '{certificate}', $2::jsonb) where id = $1`, [
      id,
      JSON.stringify({ months: null, min_score: 0.8 }),
    ])
    const certified = async () =>
      (await s.db.query<{ user_id: string }>('select user_id from certificate where course_id = $1', [id])).rows.map(
        (r) => r.user_id,
      )
    await mark(a, { what: 60, why: 0 })
    await mark(b, { what: 30, why: 0 })
    expect(await certified(), 'completed, and short of the score').toEqual([])
    const kept = await s.ok('GET /courses/:id/sections/:section', at(id), 'teacher')
    if (kept.content.kind !== 'lab') throw new Error('no lab')
    const is = {
      ...report,
      rubric: [
        { ...rubric[0], points: 100 },
        { ...rubric[1], points: 10 },
      ],
    }
    const content = { ...kept.content, report: is } as never
    await s.ok('PUT /courses/:id/sections/:section', { ...at(id), body: { content, version: kept.version } }, 'teacher')
    // learners have the former until it is published
    expect((await lab())?.outdated).toBe(0)
    await publishCourse(s, id, 'teacher')
    expect((await lab())?.outdated).toBe(2)
    const change = await s.ok('GET /course-report-labs/rubric', { query }, 'teacher')
    const of = (x: string) => change.reports.find((r) => r.id === x)
    expect(of(a)).toMatchObject({ before: 0.6, passed_before: true, passed_after: true, open: 0 })
    expect(of(b)).toMatchObject({ before: 0.3, passed_before: false, passed_after: false })
    expect(of(b)?.after).toBeCloseTo(50 / 110)
    const reports = change.reports.map((r) => ({ id: r.id, version: r.version }))
    expect(await s.ok('POST /course-report-labs/rubric', { body: { ...query, reports } }, 'teacher')).toEqual({
      moved: 2,
    })
    expect((await lab())?.outdated).toBe(0)
    expect((await read(a)).body.points).toBe(100)
    expect(await certified()).toEqual([userId('student')])
    expect(await doneAt(id)).not.toBeNull()
    const again = await s.call('POST /course-report-labs/rubric', { body: { ...query, reports } }, 'teacher')
    expect(again.problem?.code).toBe('stale_version')
  })

  it('go into a file with nobody else’s', async () => {
    const id = await lay()
    await handedIn(id, 'Mine')
    const file = (as: As) => s.call('GET /course-reports/export', { query: { course_id: id, format: 'csv' } }, as)
    const { body } = (await file('teacher')).raw
    expect(body).toContain('submitted')
    const { rows } = await s.db.query<{ username: string }>(
      `select data->>'username' as username from r_user where id = $1`,
      [userId('student')],
    )
    expect(body, 'two people may have one name').toContain(`,${rows[0]?.username},,submitted`)
    expect((await file('student')).status).toBe(403)
    // a name that a spreadsheet would reckon with is only a text
    await s.db.query(`update r_course set data = data || '{"name":"=1+1 of a course"}' where id = $1`, [id])
    expect((await file('teacher')).raw.body).toContain("'=1+1 of a course")
  })

  it('are marked with remarks that are their marker’s own', async () => {
    await s.ok('PUT /course-report-remarks', { body: { items: ['Good.', 'Good.', 'Short.'] } }, 'teacher')
    expect((await s.ok('GET /course-report-remarks', {}, 'teacher')).items).toEqual(['Good.', 'Short.'])
    expect((await s.ok('GET /course-report-remarks', {}, 'super')).items).toEqual([])
  })
})

describe('the monitor', () => {
  it('shows scenes of the caller’s courses with who is where, puts them off within the limits, and ends them with a reason', async () => {
    const id = await lay({}, 'checks')
    await join(id, 'second-student')
    const { scene_id } = (
      await s.call('POST /learning/courses/:id/sections/:section/scene', { ...at(id), body: {} }, 'second-student')
    ).body
    await until(s, scene_id, ['running'])
    await s.ok(
      'POST /learning/courses/:id/sections/:section/flags',
      { ...at(id), body: { step: 'text', text: canary.flag } },
      'second-student',
    )
    s.clock.advance(300)
    const seen = async (as: As = 'teacher') =>
      (await s.ok('GET /course-monitor', {}, as)).scenes.find((x) => x.id === scene_id)
    const one = await seen()
    expect(one).toMatchObject({ user: { id: userId('second-student') }, passed: 1, steps: 4, can: ['extend', 'stop'] })
    expect(one?.stuck).toMatchObject({ id: 'made' })
    expect(one?.stuck?.seconds).toBeGreaterThanOrEqual(300)
    const monitor = await s.ok('GET /course-monitor', {}, 'teacher')
    expect(monitor.labs.find((l) => l.course.id === id)).toMatchObject({
      began: 1,
      through: 0,
      rate: 0,
      hardest: { people: 1 },
    })
    expect((await s.call('GET /course-monitor', {}, 'student')).status).toBe(403)

    const body = { ids: [scene_id, 'nobodys'], reason: 'The network was down.' }
    const left = one?.remaining ?? 0
    const put = await s.ok('POST /course-monitor/extend', { body }, 'teacher')
    expect([put.done, put.failed.map((f) => f.code)]).toEqual([[scene_id], ['not_found']])
    expect((await seen())?.remaining).toBe(left + (one?.extensions.minutes ?? 0) * 60)
    for (let n = 1; n < (one?.extensions.most ?? 0); n++) await s.ok('POST /course-monitor/extend', { body }, 'teacher')
    expect((await seen())?.can).toEqual(['stop'])
    expect((await s.ok('POST /course-monitor/extend', { body }, 'teacher')).failed[0]?.code).toBe('extensions_used_up')
    expect(
      (await s.call('POST /course-monitor/stop', { body: { ...body, reason: ' ' } }, 'teacher')).problem?.code,
    ).toBe('validation')

    // of a course that is somebody else's nothing is seen, and nothing is done to it
    await s.db.query(`update r_course set owner_id = $2, share_scope = 'private' where id = $1`, [id, userId('super')])
    expect(await seen()).toBeUndefined()
    expect((await s.ok('POST /course-monitor/stop', { body }, 'teacher')).done).toEqual([])
    expect((await s.ok('POST /course-monitor/stop', { body }, 'super')).done).toEqual([scene_id])
    const { rows } = await s.db.query<{ status: never }>('select status from scene where id = $1', [scene_id])
    expect(overStatuses.has(rows[0]?.status ?? ('' as never))).toBe(true)
    expect(await seen('super')).toBeUndefined()
    // what was passed is kept
    const { rows: steps } = await s.db.query(
      'select step_id from course_step where course_id = $1 and passed_at is not null',
      [id],
    )
    expect(steps).toEqual([{ step_id: 'text' }])
  })
})

describe('the PDF of a report', () => {
  const pdf = (title: string) => pdfOf([{ title, lines: ['One line'] }], { title, chinese: false })
  const bring = (name: string, content: string | Buffer, as: As = 'student') => fileOf(s, name, as, content)
  const choose = (id: string, file: string | null, as: As = 'student') =>
    s.call('PUT /learning/courses/:id/sections/:section/report/document', { ...at(id), body: { file } }, as)
  const note = (text: string, more: object = {}) => ({
    id: 'n1',
    page: 1,
    kind: 'highlight',
    rects: [{ x: 0.1, y: 0.1, w: 0.4, h: 0.02 }],
    text,
    ...more,
  })
  const annotate = (id: string, file: string, notes: object[], version = 0, as: As = 'teacher') =>
    s.call(
      'PUT /course-reports/:id/documents/:file/notes',
      { params: { id, file }, body: { version, notes } as never },
      as,
    )
  const open = async (id: string, as: As = 'student') => (await own(id, as)).body
  const reportIn = async (id: string) =>
    (await s.db.query<{ id: string }>('select id from course_report where course_id = $1', [id])).rows[0]?.id ?? ''
  const fetched = async (file: string, as: As) =>
    (await s.call('GET /attachments/:id', { params: { id: file } }, as)).status
  /** A report that is nothing but its document, handed in. */
  async function handed() {
    const id = await lay()
    await join(id)
    const file = await bring('report.pdf', pdf('First'))
    expect((await choose(id, file.file)).status).toBe(200)
    expect((await submit(id, (await open(id)).version)).status).toBe(200)
    return { id, file: file.file, report: await reportIn(id) }
  }
  beforeAll(() => s.setting('store.watermark', 0))

  it('is a PDF of its author, and goes with the report in place of a text', async () => {
    const id = await lay()
    await join(id)
    expect((await submit(id, (await open(id)).version)).problem.code).toBe('answer_blank')
    const wrong = await choose(id, (await bring('notes.pdf', 'pcap')).file)
    expect([wrong.status, wrong.problem.details]).toMatchObject([422, { fields: [{ path: 'file', rule: 'not_pdf' }] }])
    await join(id, 'second-student')
    const theirs = await bring('theirs.pdf', pdf('Theirs'), 'second-student')
    expect((await choose(id, theirs.file)).problem.details).toMatchObject({ fields: [{ rule: 'unknown_file' }] })
    const draft = await bring('draft.pdf', pdf('Draft'))
    await choose(id, draft.file)
    const { file } = await bring('report.pdf', pdf('Final'))
    const chosen = await choose(id, file)
    expect(chosen.body.documents.map((d) => [d.file, d.name, d.current, d.handed_at])).toEqual([
      [file, 'report.pdf', true, null],
    ])
    expect(await fetched(draft.file, 'student'), 'what was never handed in and nothing names').toBe(404)
    expect(await fetched(file, 'teacher'), 'before it is handed in').toBe(404)
    expect((await submit(id, chosen.body.version)).status).toBe(200)
    expect([await fetched(file, 'teacher'), await fetched(file, 'student')]).toEqual([200, 200])
    expect(await fetched(file, 'second-student')).toBe(404)
    expect((await choose(id, null)).problem.code, 'while it is marked').toBe('not_allowed_in_state')
  })

  it('is marked in the margin, and its author reads that once it is returned, with the version it was said of', async () => {
    const { id, file, report } = await handed()
    const said = await annotate(report, file, [note('CANARY-MARGIN')])
    expect([said.status, said.body.version, said.body.notes[0]?.by_id]).toEqual([200, 1, userId('teacher')])
    expect((await annotate(report, file, [], 0)).problem.code).toBe('stale_version')
    expect((await own(id)).raw.body, 'before it is returned').not.toContain('CANARY-MARGIN')
    await giveBack(report, 'See the margin.')
    expect((await open(id)).documents[0]?.notes).toMatchObject([{ text: 'CANARY-MARGIN', page: 1 }])
    const next = await bring('second.pdf', pdf('Second'))
    await choose(id, next.file)
    expect(
      (await read(report)).body.documents.map((d) => d.file),
      'not handed in yet',
    ).toEqual([file])
    await submit(id, (await open(id)).version)
    const both = (await read(report)).body.documents
    expect(both.map((d) => [d.file, d.current, d.notes.length])).toEqual([
      [next.file, true, 0],
      [file, false, 1],
    ])
    await annotate(report, next.file, [note('Better')])
    expect(
      (await open(id)).documents.map((d) => d.notes.length),
      'what was told stays told',
    ).toEqual([0, 1])
    await mark(report, { what: 60, why: 40 })
    expect((await open(id)).documents.map((d) => d.notes.length)).toEqual([1, 1])
    expect((await annotate(report, next.file, [], 1)).problem.code, 'settled with its mark').toBe(
      'not_allowed_in_state',
    )
  })

  it('is marked by nobody but who marks the report', async () => {
    const { report, file } = await handed()
    for (const as of ['student', 'normal', 'second-student'] as const)
      expect((await annotate(report, file, [note('x')], 0, as)).status).toBe(403)
    expect((await annotate(report, 'nothing', [note('x')])).status).toBe(404)
    expect((await annotate('nothing', file, [note('x')])).status).toBe(404)
  })

  it('has no notes beyond its pages, outside of them or beyond all measure', async () => {
    const { report, file } = await handed()
    const rect = (r: object) => note('x', { rects: [{ x: 0, y: 0, w: 0.5, h: 0.5, ...r }] })
    const refused = [
      [note('x', { page: 1e9 }), 'max'],
      [note('x', { page: 0 }), 'min'],
      [note('x', { page: 1.5 }), 'whole'],
      [rect({ x: 1.2 }), 'max'],
      [rect({ x: 0.8 }), 'outside_page'],
      [rect({ w: 0 }), 'min'],
      [rect({ y: -3 }), 'min'],
      [rect({ h: 1e300 }), 'max'],
      [note('x', { rects: [] }), 'min'],
      [note('x'.repeat(1001)), 'max'],
      [note('a\u202eb'), 'reordered_text'],
    ] as const
    for (const [wrong, rule] of refused) {
      const answer = await annotate(report, file, [wrong])
      const fields = answer.problem.details?.['fields'] as { rule: string }[] | undefined
      expect([answer.status, fields?.map((f) => f.rule)], JSON.stringify(wrong).slice(0, 80)).toEqual([
        422,
        expect.arrayContaining([rule]),
      ])
    }
    const many = (n: number) =>
      annotate(
        report,
        file,
        Array.from({ length: n }, (_, i) => note('', { id: `n${i}` })),
      )
    const some = await many(501)
    expect([some.status, some.problem.details]).toMatchObject([
      422,
      { fields: [{ path: 'notes', params: { max: 500 } }] },
    ])
    expect((await many(10_000)).problem.code, 'beyond what any call may say').toBe('malformed')
    const twice = await annotate(report, file, [note('a'), note('b')])
    expect(twice.problem.details).toMatchObject({ fields: [{ rule: 'distinct' }] })
    expect((await read(report)).body.documents[0]).toMatchObject({ version: 0, notes: [] })
  })
})
