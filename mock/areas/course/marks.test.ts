/** Who marks: whoever keeps or lectures a course all of it, teachers and assistants of a class what its members do while they are in it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '#src/contract/bank/answer.schema.ts'
import { layClass, moveClass } from '#tests/support/class.ts'
import { homeworkOf, layCourse, layQuestion, text } from '#tests/support/course.ts'
import { labContent, layTopology, section } from '#tests/support/lab.ts'
import { type As, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'

let s: TestServer
let topology = ''
let essay = ''
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  topology = await layTopology(s)
  essay = await layQuestion(s, { type: 'short', options: [], stem: 'Why?', reference: 'Because', score: 4 })
})
afterAll(() => s.close())

const rubric = [{ id: 'what', text: 'What was found', points: 10 }]
const report = { template: '', template_other: '', rubric }
/** A course of somebody else's with a lab and a homework, in which two learn. */
async function lay(): Promise<string> {
  const id = await layCourse(s, {
    lessons: [
      {
        id: 'l1',
        sections: [
          { id: section, rule: 'report', share: 0.6, content: labContent(topology, { report }) },
          { id: 'h1', content: homeworkOf([{ id: essay, score: 4 }]) },
        ],
      },
    ],
  })
  for (const as of ['student', 'second-student'] as const)
    await s.ok('POST /learning/courses/:id/join', { params: { id }, body: {} }, as)
  return id
}
const at = (id: string) => ({ params: { id, section } })
async function reportOf(id: string, as: As): Promise<string> {
  const own = await s.ok('GET /learning/courses/:id/sections/:section/report', at(id), as)
  const body = { text: `CANARY of ${as}`, version: own.version }
  const { version } = await s.ok('PUT /learning/courses/:id/sections/:section/report', { ...at(id), body }, as)
  await s.ok('POST /learning/courses/:id/sections/:section/report/submit', { ...at(id), body: { version } }, as)
  const { rows } = await s.db.query<{ id: string }>(
    'select id from course_report where course_id = $1 and user_id = $2',
    [id, userId(as as never)],
  )
  return rows[0]?.id ?? ''
}
async function handInOf(id: string, as: As): Promise<string> {
  const said: Answer = { type: 'short', text: `CANARY of ${as}` }
  const body = {
    writer: 'page-number-one',
    epoch: 1,
    revision: 1,
    n: 1,
    answers: [{ item: 'i0', answer: said, marked: false }],
  }
  await s.ok(
    'POST /learning/courses/:id/homework/:section/hand-in',
    { params: { id, section: 'h1' }, query: {}, body },
    as,
  )
  const { rows } = await s.db.query<{ id: string }>(
    'select id from course_hand_in where course_id = $1 and user_id = $2 order by n desc limit 1',
    [id, userId(as as never)],
  )
  return rows[0]?.id ?? ''
}
const reports = async (course_id: string, as: As = 'teacher') =>
  (await s.ok('GET /course-reports', { query: { page_size: 200, course_id } }, as)).items.map((r) => r.id)
const readReport = (id: string, as: As = 'teacher') => s.call('GET /course-reports/:id', { params: { id } }, as)
const readHandIn = (id: string, hand_in: string, as: As = 'teacher') =>
  s.call('GET /courses/:id/hand-ins/:hand_in', { params: { id, hand_in }, query: {} }, as)
const learners = async (id: string, as: As = 'teacher') =>
  (
    await s.ok('GET /courses/:id/homework/:section/learners', { params: { id, section: 'h1' }, query: {} }, as)
  ).items.map((l) => l.user_id)
const scored = async (id: string, as: As = 'teacher') =>
  (await s.ok('GET /courses/:id/scores', { params: { id }, query: {} }, as)).items
const [student, second] = [userId('student'), userId('second-student')]
/** The clock is moved by hand: what comes first is earlier. */
const later = () => s.clock.advance(60)

describe.each(['teachers', 'assistants'] as const)('%s of a class', (list) => {
  const body = { teachers: [userId('admin')], assistants: [], [list]: [userId('teacher')] }

  it('mark its members’ reports, and see nobody else’s', async () => {
    const id = await lay()
    await layClass(s, { courses: [id], body })
    later()
    const mine = await reportOf(id, 'student')
    const other = await reportOf(id, 'second-student')
    expect(await reports(id)).toEqual([mine])
    expect((await reports(id, 'super')).toSorted()).toEqual([mine, other].toSorted())
    expect([(await readReport(mine)).status, (await readReport(other)).status]).toEqual([200, 404])
    expect((await readReport(mine)).body.next, 'the next is another’s').toBeNull()
    const labs = await s.ok('GET /course-report-labs', {}, 'teacher')
    expect(labs.items.find((l) => l.course.id === id)?.waiting).toBe(1)
    const query = { course_id: id, section_id: section }
    expect((await s.ok('GET /course-report-labs/similar', { query }, 'teacher')).reports).toBe(1)
    const give = (report: string) =>
      s.call(
        'POST /course-reports/:id/mark',
        { params: { id: report }, body: { version: 3, marks: { what: 9 } } },
        'teacher',
      )
    expect((await give(other)).status).toBe(404)
    const { version } = (await readReport(mine)).body
    const marked = await s.ok(
      'POST /course-reports/:id/mark',
      { params: { id: mine }, body: { version, marks: { what: 9 } } },
      'teacher',
    )
    expect(marked).toMatchObject({ status: 'marked', share: 0.9 })
    const file = await s.send('GET /course-reports/export', { query: { course_id: id, format: 'csv' } }, 'teacher')
    expect(file.raw.body.trim().split('\n')).toHaveLength(2)
  })

  it('mark their homework, and see nobody else’s; sets, questions and weights stay with whoever keeps the course', async () => {
    const id = await lay()
    await layClass(s, { courses: [id], body })
    later()
    const [mine, other] = [await handInOf(id, 'student'), await handInOf(id, 'second-student')]
    expect(await learners(id)).toEqual([student])
    expect((await learners(id, 'super')).toSorted()).toEqual([student, second].toSorted())
    expect([(await readHandIn(id, mine)).status, (await readHandIn(id, other)).status]).toEqual([200, 404])
    const next = await s.ok(
      'GET /courses/:id/homework/:section/marking/next',
      { params: { id, section: 'h1' }, query: { item: 'i0' } },
      'teacher',
    )
    expect([next.left, next.items.map((i) => i.attempt)]).toEqual([1, [mine]])
    const give = (hand_in: string) =>
      s.call(
        'POST /courses/:id/hand-ins/:hand_in/marks',
        { params: { id, hand_in }, body: { item: 'i0', points: 3, version: 1 } },
        'teacher',
      )
    expect((await give(other)).status).toBe(404)
    expect((await give(mine)).body).toMatchObject({ points: 3, open: 0 })
    expect(await scored(id)).toMatchObject([{ user_id: student, share: 0.75 }])
    const practice = await s.ok('GET /courses/:id/practice', { params: { id } }, 'teacher')
    expect(practice).toMatchObject({ course: { keeps: false, all: false, can: false }, sets: [], papers: [] })
    expect(practice.homework).toMatchObject([{ learners: 1, handed: 1, marked: 1, waiting: 0 }])
    for (const call of [
      s.call('GET /courses/:id/practice/questions', { params: { id }, query: {} }, 'teacher'),
      s.call('PUT /courses/:id/practice/sets', { params: { id }, body: { sets: [] } }, 'teacher'),
      s.call(
        'PUT /courses/:id/scores/weights',
        {
          params: { id },
          body: { weights: { quiz: 1, homework: 1, report: 1, package: 1, attendance: 1 }, version: 1 },
        },
        'teacher',
      ),
      s.call('POST /courses/:id/publish', { params: { id }, body: { version: 99 } }, 'teacher'),
    ])
      expect([403, 404]).toContain((await call).status)
  })

  it('are shown nothing of before somebody was in it, and nothing of after it ended', async () => {
    const id = await lay()
    const before = [await reportOf(id, 'student'), await handInOf(id, 'student')] as const
    later()
    const one = await layClass(s, { courses: [id], body, members: { users: [student, second] } })
    expect(await reports(id)).toEqual([])
    expect((await readReport(before[0])).status).toBe(404)
    expect((await readHandIn(id, before[1])).status).toBe(404)
    expect(await learners(id), 'who handed in before owes nothing here').toEqual([second])
    expect((await scored(id)).map((r) => [r.user_id, r.missing]).toSorted()).toEqual(
      [
        [student, 0],
        [second, 0],
      ].toSorted(),
    )
    later()
    const during = await reportOf(id, 'second-student')
    later()
    await moveClass(s, one, 'finish')
    later()
    const after = await handInOf(id, 'second-student')
    expect(await reports(id), 'what was done in it is marked still').toEqual([during])
    expect((await readHandIn(id, after)).status).toBe(404)
  })

  it('mark nothing of their own, and nothing in a course that their class does not have', async () => {
    const id = await lay()
    const elsewhere = await lay()
    await layClass(s, { courses: [id], body })
    later()
    const foreign = await reportOf(elsewhere, 'student')
    expect((await readReport(foreign)).status).toBe(404)
    expect((await s.call('GET /courses/:id/practice', { params: { id: elsewhere } }, 'teacher')).status).toBe(404)
    // somebody of the class who came to lead it
    const mine = await reportOf(id, 'student')
    await s.db.query(`update course_report set user_id = $2 where id = $1`, [mine, userId('teacher')])
    await s.db.query(
      `insert into class_member (class_id, user_id, since) select class_id, $2, since from class_member m
       join r_class k on k.id = m.class_id where k.k_courses && array[$1]::text[]`,
      [id, userId('teacher')],
    )
    expect((await readReport(mine)).status).toBe(404)
  })
})

describe('the course monitor of whoever teaches a class', () => {
  it('has the scenes of its members, puts them off and ends them, and nobody else’s', async () => {
    const id = await lay()
    await layClass(s, { courses: [id], body: { teachers: [userId('admin')], assistants: [userId('teacher')] } })
    later()
    const start = async (as: As) =>
      (await s.ok('POST /learning/courses/:id/sections/:section/scene', { ...at(id), body: {} }, as)).scene_id
    const [mine, other] = [await start('student'), await start('second-student')]
    const seen = async () => {
      const { scenes, labs } = await s.ok('GET /course-monitor', {}, 'teacher')
      return [scenes.map((x) => x.id), labs.find((l) => l.course.id === id)?.began]
    }
    expect(await seen()).toEqual([[mine], 1])
    const body = { ids: [mine, other], reason: 'The lesson is over.' }
    const stopped = await s.ok('POST /course-monitor/stop', { body }, 'teacher')
    expect([stopped.done, stopped.failed.map((f) => f.code)]).toEqual([[mine], ['not_found']])
  })
})

describe('who lectures in a course', () => {
  it('marks all of its reports and homework, and changes neither sets nor weights', async () => {
    const id = await lay()
    await s.db.query(`update r_course set data = jsonb_set(data, '{lecturers}', $2::jsonb) where id = $1`, [
      id,
      JSON.stringify([userId('teacher')]),
    ])
    const hand = await handInOf(id, 'second-student')
    expect((await readHandIn(id, hand)).status).toBe(200)
    expect((await learners(id)).toSorted()).toEqual([student, second].toSorted())
    expect(await scored(id)).toHaveLength(2)
    const practice = await s.ok('GET /courses/:id/practice', { params: { id } }, 'teacher')
    expect(practice.course).toMatchObject({ keeps: false, all: true, can: false })
    expect(
      (await s.call('PUT /courses/:id/practice/sets', { params: { id }, body: { sets: [] } }, 'teacher')).status,
    ).toBe(404)
  })
})

describe('the queue of a class', () => {
  const names = (rows: readonly { classes: readonly { name: string }[] }[]) =>
    rows.map((r) => r.classes.map((k) => k.name))
  it('has the work of its members alone, says whose class it is, and so do its files', async () => {
    const id = await lay()
    const body = { teachers: [userId('teacher')] }
    const one = await layClass(s, { courses: [id], body: { ...body, name: 'CANARY-CLASS one' } })
    await layClass(s, {
      courses: [id],
      body: { name: 'Class two', teachers: [userId('admin')] },
      members: { users: [second] },
    })
    later()
    const mine = await reportOf(id, 'student')
    await reportOf(id, 'second-student')
    await handInOf(id, 'student')
    await handInOf(id, 'second-student')
    const query = { course_id: id, class_id: one, page_size: 200 }
    const narrowed = await s.ok('GET /course-reports', { query }, 'super')
    expect([narrowed.items.map((r) => r.id), names(narrowed.items)]).toEqual([[mine], [['CANARY-CLASS one']]])
    const labs = await s.ok('GET /course-report-labs', {}, 'super')
    expect(labs.classes.map((k) => k.name)).toEqual(expect.arrayContaining(['CANARY-CLASS one', 'Class two']))
    const place = { params: { id, section: 'h1' }, query: { class_id: one } }
    const learning = await s.ok('GET /courses/:id/homework/:section/learners', place, 'super')
    expect([learning.items.map((l) => l.user_id), names(learning.items)]).toEqual([[student], [['CANARY-CLASS one']]])
    const scores = await s.ok('GET /courses/:id/scores', { params: { id }, query: { class_id: one } }, 'super')
    expect([scores.items.map((l) => l.user_id), names(scores.items)]).toEqual([[student], [['CANARY-CLASS one']]])
    for (const [route, args] of [
      ['GET /course-reports/export', { query: { course_id: id, class_id: one, format: 'csv' } }],
      ['GET /courses/:id/homework/:section/learners/file', place],
      ['GET /courses/:id/scores/file', { params: { id }, query: { class_id: one } }],
    ] as const) {
      const file = (await s.send(route, args as never, 'super')).raw.body.trim().split('\n')
      expect([route, file.length, file[1]]).toEqual([route, 2, expect.stringContaining('CANARY-CLASS one')])
    }
    const waiting = await s.ok('GET /course-marking', { query: { class_id: one } }, 'super')
    expect(waiting.items).toMatchObject([{ course: { id }, reports: 1, homework: 1 }])
    const all = await s.ok('GET /course-marking', { query: { page_size: 200 } }, 'super')
    expect(all.items.find((r) => r.course.id === id)).toMatchObject({ reports: 2, homework: 2 })
    const own = await s.ok('GET /course-marking', { query: { page_size: 200 } }, 'teacher')
    expect(own.items.find((r) => r.course.id === id)).toMatchObject({ reports: 1, homework: 1 })
  })

  it('of a class that is kept from somebody is empty to them, and never named', async () => {
    const id = await lay()
    await s.db.query(`update r_course set data = jsonb_set(data, '{lecturers}', $2::jsonb) where id = $1`, [
      id,
      JSON.stringify([userId('teacher')]),
    ])
    const kept = await layClass(s, { courses: [id], body: { name: 'CANARY-KEPT class', teachers: [userId('admin')] } })
    await s.db.query(`update r_class set share_scope = 'private' where id = $1`, [kept])
    later()
    await reportOf(id, 'student')
    const all = await s.call('GET /course-reports', { query: { course_id: id } }, 'teacher')
    expect(all.body.items).toHaveLength(1)
    const labs = await s.call('GET /course-report-labs', {}, 'teacher')
    const narrowed = await s.call('GET /course-reports', { query: { course_id: id, class_id: kept } }, 'teacher')
    expect(narrowed.body.items).toEqual([])
    expect([all, labs, narrowed].some((r) => r.raw.body.includes('CANARY-KEPT'))).toBe(false)
    expect((await s.ok('GET /course-marking', { query: { class_id: kept } }, 'teacher')).items).toEqual([])
  })
})

describe('a section that a teacher ticks', () => {
  const layTicked = (more: object = {}) =>
    layCourse(s, {
      lessons: [{ id: 'l1', sections: [{ id: 't1', rule: 'teacher', content: text('Done in the room') }] }],
      ...more,
    })
  const join = (id: string, as: As) => s.ok('POST /learning/courses/:id/join', { params: { id }, body: {} }, as)
  const say = (id: string, user: string, done: boolean, as: As = 'teacher', reason = 'Seen in class') =>
    s.call(
      'POST /courses/:id/sections/:section/said',
      { params: { id, section: 't1' }, body: { users: [user], done, reason } },
      as,
    )
  const member = async (id: string, as: As) => (await s.ok('GET /learning/courses/:id', { params: { id } }, as)).member
  const lines = async (id: string, user: string) =>
    (
      await s.db.query<{ kind: string; result: number }>(
        'select kind, result from evidence where subject = $1 and user_id = $2 order by id',
        [id, user],
      )
    ).rows

  it('is not ticked by its learner; by whoever teaches them it is, completes the course, and is taken back', async () => {
    const id = await layTicked()
    for (const as of ['student', 'second-student'] as const) await join(id, as)
    await layClass(s, { courses: [id], body: { teachers: [userId('admin')], assistants: [userId('teacher')] } })
    const own = { params: { id, section: 't1' }, body: { revision: 1 } }
    const self = await s.call('POST /learning/courses/:id/sections/:section/done', own, 'student')
    expect([self.status, self.problem.code]).toEqual([409, 'not_allowed_in_state'])
    expect((await say(id, student, true, 'student')).status).toBe(403)
    expect((await say(id, second, true)).status, 'somebody of no class of theirs').toBe(404)
    expect((await say(id, student, true, 'teacher', ' ')).problem.code).toBe('validation')
    const before = await s.ok('GET /courses/:id/scores', { params: { id }, query: {} }, 'teacher')
    expect(before).toMatchObject({
      ticks: [{ id: 't1' }],
      items: [{ user_id: student, ticks: [{ id: 't1', done: false }] }],
    })
    expect((await say(id, student, true)).body).toEqual({ changed: 1 })
    expect((await say(id, student, true)).body, 'once').toEqual({ changed: 0 })
    expect(await member(id, 'student')).toMatchObject({ state: 'completed', progress: { done: 1 } })
    expect((await scored(id))[0]).toMatchObject({ ticks: [{ id: 't1', done: true }] })
    expect((await say(id, student, false)).body).toEqual({ changed: 1 })
    expect(await member(id, 'student')).toMatchObject({ state: 'learning', progress: { done: 0 } })
    expect((await say(id, student, true)).body).toEqual({ changed: 1 })
    expect(await member(id, 'student')).toMatchObject({ state: 'completed' })
    expect((await lines(id, student)).filter((l) => l.kind === 'section').map((l) => l.result)).toEqual([1, 0, 1])
    const { rows } = await s.db.query<{ details: { done?: boolean; reason?: string; user?: string } }>(
      `select details from audit where entity_id = $1 and action like '%section-said' and details->>'reason' is not null order by seq`,
      [id],
    )
    expect(rows.map((r) => [r.details.done, r.details.reason, r.details.user])).toEqual([
      [true, 'Seen in class', student],
      [false, 'Seen in class', student],
      [true, 'Seen in class', student],
    ])
  })

  it('stays while a certificate says so, and what was done by another rule is not taken back', async () => {
    const id = await layTicked({ course: { certificate: { months: null } } })
    await join(id, 'student')
    expect((await say(id, student, true, 'super')).body).toEqual({ changed: 1 })
    const refused = await say(id, student, false, 'super')
    expect([refused.status, refused.problem.code]).toEqual([409, 'certificate_stands'])
    expect(await member(id, 'student')).toMatchObject({ state: 'completed', progress: { done: 1 } })
    const other = await layTicked()
    await join(other, 'student')
    await say(other, student, true, 'super')
    await s.db.query(`update course_record set rule = 'read' where course_id = $1`, [other])
    expect((await say(other, student, false, 'super')).body).toEqual({ changed: 0 })
    expect(await member(other, 'student')).toMatchObject({ progress: { done: 1 } })
    const kept = await s.ok('GET /courses/:id/scores', { params: { id: other }, query: {} }, 'super')
    expect(kept.items[0], 'it is not offered').toMatchObject({ ticks: [] })
  })

  it('is offered on the class cards of those whose work is the caller’s to mark', async () => {
    const id = await layTicked()
    const one = await layClass(s, { courses: [id], body: { teachers: [userId('teacher')] } })
    const card = async (as: As) =>
      (await s.ok('GET /class-cards', { query: { class_id: one } }, as)).items[0]?.lines.map((l) => l.ticks)
    expect(await card('teacher')).toEqual([true])
    const plain = await lay()
    const other = await layClass(s, { courses: [plain], body: { teachers: [userId('teacher')] } })
    const cards = await s.ok('GET /class-cards', { query: { class_id: other } }, 'teacher')
    expect(cards.items[0]?.lines.map((l) => l.ticks)).toEqual([false, false])
  })
})
