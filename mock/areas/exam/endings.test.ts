/** How an exam ends for its candidate: who handed in, what practice shows at once, what markers give, and who hears of results. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ExamBody } from '#src/contract/exam/exam.schema.ts'
import { type As, testServer, type TestServer } from '#tests/contract/support/server.ts'
import { layExam, layPaper, layPractical, saveOf, settleDue } from '#tests/support/exam.ts'

let s: TestServer
let paper = ''
const writer = 'page-number-one'
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  paper = await layPaper(s, 1, 'Endings')
})
afterAll(() => s.close())

const begin = async (exam: string, as: As = 'student') =>
  (await s.ok('POST /my-exams/:id/begin', { params: { id: exam }, body: { writer } }, as)).attempt
const handIn = (id: string, as: As = 'student') =>
  s.ok('POST /exam-attempts/:id/hand-in', { params: { id }, body: { epoch: 1, writer } }, as)
const receipt = (id: string) => s.ok('GET /exam-attempts/:id/receipt', { params: { id } }, 'student')
const guide = (id: string) => s.ok('GET /my-exams/:id', { params: { id } }, 'student')
const exercise = {
  title: 'Harden it',
  rubric: [
    { text: 'Closed the port', points: 6 },
    { text: 'Said why', points: 4 },
  ],
}
const written = { item: 'i0', marked: false, answer: { type: 'operation' as const, text: 'Closed it', files: [] } }
const practical = async (title: string, more: Partial<ExamBody> = {}) => {
  return layExam(s, await layPractical(s, { ...exercise, title }), more)
}

it('says of an exam that somebody ended who it was, by name only where marking tells names', async () => {
  for (const anonymous of [false, true]) {
    const exam = await layExam(s, paper, { anonymous })
    const id = await begin(exam)
    expect((await guide(exam)).mine[0]).toMatchObject({ handed_by: null, deadline_at: (await guide(exam)).ends_at })
    await s.ok('POST /exams/:id/end', { params: { id: exam }, body: { reason: 'Fire alarm' } }, 'super')
    s.clock.advance(2)
    await settleDue(s)
    const said = await receipt(id)
    expect(said.handed_by).toBe('invigilator')
    const [mine] = (await guide(exam)).mine
    expect(mine?.handed_by).toBe('invigilator')
    if (anonymous) expect([said.handed_by_name, mine?.handed_by_name]).toEqual([undefined, ''])
    else {
      expect(said.handed_by_name).toBeTruthy()
      expect(mine?.handed_by_name).toBe(said.handed_by_name)
    }
    const { genuine, unchanged } = await s.ok('POST /exam-receipts/verify', { body: said }, 'student')
    expect([genuine, unchanged]).toEqual([true, true])
  }
})

it('shows points and keys of what is judged as soon as practice is handed in, and says what waits', async () => {
  const exam = await layExam(s, await layPaper(s, 1, 'At once'), { kind: 'practice', review_depth: 'nothing' })
  const id = await begin(exam)
  await saveOf(s, id, { seq: 1, answers: [{ item: 'i0', marked: false, answer: { type: 'single', chosen: ['b'] } }] })
  await handIn(id)
  const review = await s.ok('GET /exam-attempts/:id/review', { params: { id } }, 'student')
  expect(review).toMatchObject({ open: 0, points: 0 })
  expect(review.sections[0]?.items[0]).toMatchObject({ points: 0, waits: false, key: { correct: ['a'] } })

  const other = await practical('Practised', { kind: 'practice', anonymous: false })
  const waiting = await begin(other)
  await s.ok(
    'POST /exam-attempts/:id/save',
    { params: { id: waiting }, body: { epoch: 1, seq: 1, writer, answers: [written] } },
    'student',
  )
  await handIn(waiting)
  const half = await s.ok('GET /exam-attempts/:id/review', { params: { id: waiting } }, 'student')
  expect(half).toMatchObject({ open: 1, grade: null, rank: null })
  expect(half.sections[0]?.items[0]).toMatchObject({ points: null, waits: true, key: null, why: [] })

  // points are what the lines that were given add up to
  const mark = (points: number) =>
    s.call(
      'POST /exam-sheets/:id/marks',
      { params: { id: waiting }, body: { item: 'i0', round: 1, points, comment: '', lines: [0] } },
      'super',
    )
  const refused = await mark(9)
  expect([refused.status, refused.problem.details?.fields]).toEqual([
    422,
    [{ path: 'points', rule: 'sum_of_lines', params: { sum: 6 } }],
  ])
  expect((await mark(6)).status).toBe(200)
  const whole = await s.ok('GET /exam-attempts/:id/review', { params: { id: waiting } }, 'student')
  expect(whole).toMatchObject({ open: 0, points: 6, grade: 'C' })
})

it('tells each candidate of results that the clock shows once, whatever is planned again', async () => {
  const results_at = new Date(s.clock.now().getTime() + 2 * 3_600_000).toISOString()
  const exam = await layExam(s, paper, { name: 'By the clock', results_at })
  await handIn(await begin(exam))
  const told = async (as: As) =>
    (await s.ok('GET /messages', { query: {} }, as)).items.filter(
      (m) => m.kind === 'exam_published' && m.params['exam'] === 'By the clock',
    ).length
  await settleDue(s)
  expect(await told('student')).toBe(0)
  s.clock.advance(2 * 3600 + 1)
  await settleDue(s)
  expect([await told('student'), await told('second-student')]).toEqual([1, 0])
  const { version, ...row } = await s.ok('GET /exams/:id', { params: { id: exam } }, 'super')
  await s.db.query(`insert into due (kind, ref, at) values ('exam.results', $1, $2)`, [exam, results_at])
  await settleDue(s)
  expect([await told('student'), row.results_at, version > 0]).toEqual([1, results_at, true])
})

it('copies an exam for another day: its settings and paper, and neither candidates nor dates', async () => {
  const exam = await layExam(s, paper, {
    name: 'Midterm',
    declaration: 'I work alone.',
    attempts: 3,
    results_at: new Date(s.clock.now().getTime() + 7_200_000).toISOString(),
  })
  await begin(exam).catch(() => undefined)
  const copy = await s.ok('POST /exams/:id/copy', { params: { id: exam } }, 'super')
  expect(copy).toMatchObject({
    name: 'Midterm 2',
    paper_id: paper,
    attempts: 3,
    declaration: 'I work alone.',
    begun: 0,
  })
  expect([copy.status, copy.results_at, copy.published_at]).toEqual(['not-started', null, null])
  expect(Date.parse(copy.ends_at) - Date.parse(copy.starts_at)).toBe(3_600_000)
  const audience = await s.ok('GET /exams/:id/audience', { params: { id: copy.id } }, 'super')
  expect(audience).toMatchObject({ all: false, orgs: [], roles: [], users: [] })
  expect((await s.send('POST /exams/:id/copy', { params: { id: exam }, body: {} }, 'super')).body).toMatchObject({
    name: 'Midterm 3',
  })
  // who may use the exam and not its paper copies neither
  const shown = async () => (await s.ok('GET /exams/:id', { params: { id: exam } }, 'teacher')).can
  expect(await shown()).toContain('copy')
  const stands = await s.ok('GET /papers/:id/sharing', { params: { id: paper } }, 'super')
  const closed = { scope: 'private' as const, level: 'read' as const, people: [], version: stands.version }
  await s.ok('PUT /papers/:id/sharing', { params: { id: paper }, body: closed }, 'super')
  expect(await shown()).not.toContain('copy')
  expect((await s.call('POST /exams/:id/copy', { params: { id: exam } }, 'teacher')).status).toBe(403)
  const again = { scope: 'everybody' as const, level: 'use' as const, people: [], version: stands.version + 1 }
  await s.ok('PUT /papers/:id/sharing', { params: { id: paper }, body: again }, 'super')
})

it('proposes fill-ins that equal the key, and gives their points once a marker accepts them', async () => {
  const set = await s.ok('POST /theory-sets', { body: { name: 'Fill in' } }, 'super')
  const stem = 'Which service translates names, and on which port?'
  const blanks = [
    { id: 'one', accepted: ['DNS', 'name server'] },
    { id: 'two', accepted: ['53'] },
  ]
  const body = { title: 'Names', stem, type: 'completion' as const, set_id: set.id, blanks }
  const made = await s.ok('POST /theory-questions', { body }, 'super')
  const papers = await s.ok('POST /paper-sets', { body: { name: 'Fill in' } }, 'super')
  const item = { id: 'i0', bank: 'theory' as const, question_id: made.id, question_version: made.version, score: 4 }
  const variants = [{ id: 'v', sections: [{ id: 's', title: 'One', items: [item] }] }]
  const asked = await s.ok('POST /papers', { body: { name: 'Fill in', set_id: papers.id, variants } }, 'super')
  const exam = await layExam(s, asked.id)
  const said = { student: [' Name Server', '５３'], 'second-student': ['ARP', '53'] }
  const ids: Record<string, string> = {}
  for (const [as, words] of Object.entries(said) as [keyof typeof said, string[]][]) {
    const id = await begin(exam, as)
    ids[as] = id
    const answers = [{ item: 'i0', marked: false, answer: { type: 'completion' as const, blanks: words } }]
    await s.ok('POST /exam-attempts/:id/save', { params: { id }, body: { epoch: 1, seq: 1, writer, answers } }, as)
    await handIn(id, as)
  }
  const find = () => s.ok('GET /exams/:id/marking/matches', { params: { id: exam }, query: { item: 'i0' } }, 'super')
  const status = async () =>
    (
      await s.db.query<{ status: string; points: number }>(
        'select status, points from exam_attempt where exam_id = $1 order by points desc',
        [exam],
      )
    ).rows
  // a proposal decides nothing
  const { texts, n } = await find()
  expect([n, texts]).toEqual([1, [{ text: ' Name Server / ５３', n: 1 }]])
  expect((await status()).map((r) => r.status)).toEqual(['to-be-scored', 'to-be-scored'])
  const give = (all: string[]) =>
    s.ok('POST /exams/:id/marking/matches', { params: { id: exam }, body: { item: 'i0', texts: all } }, 'super')
  // what is no proposal gets nothing by being named
  expect(await give(['ARP / 53'])).toEqual({ done: 0, left: 0, sheets: [] })
  const { sheets, ...given } = await give(texts.map((t) => t.text))
  expect([given, sheets.length]).toEqual([{ done: 1, left: 0 }, 1])
  expect(await status()).toEqual([
    { status: 'scored', points: 4 },
    { status: 'to-be-scored', points: 0 },
  ])
  expect((await find()).n).toBe(0)

  // taken back it waits as before; what was not accepted so, and what somebody judged since, stays
  const undo = () =>
    s.ok('POST /exams/:id/marking/matches/undo', { params: { id: exam }, body: { item: 'i0', sheets } }, 'super')
  expect(await undo()).toEqual({ done: 1, kept: 0 })
  expect((await status()).map((r) => r.status)).toEqual(['to-be-scored', 'to-be-scored'])
  expect((await find()).n).toBe(1)
  expect(await undo()).toEqual({ done: 0, kept: 1 })
  const [sheet = ''] = sheets
  const mark = (comment: string) =>
    s.ok(
      'POST /exam-sheets/:id/marks',
      { params: { id: sheet }, body: { item: 'i0', points: 4, comment, lines: [], round: 1 } },
      'super',
    )
  await mark('Read, and right')
  expect(await undo(), 'somebody wrote something to it').toEqual({ done: 0, kept: 1 })
  await mark('')
  await s.ok('POST /exams/:id/publish', { params: { id: exam } } as never, 'super').catch(() => undefined)
  expect((await status())[0]).toEqual({ status: 'scored', points: 4 })
})

it('words by which a question is found do not come with it: they name what is asked for', async () => {
  const paper_id = await layPaper(s, 1, 'Named')
  await s.db.query(
    `update r_theory_question set data = data || '{"keywords": ["ARP-NAMED"]}' where data->>'title' like 'Named%'`,
  )
  await s.db.query(
    `update question_version set data = data || '{"keywords": ["ARP-NAMED"]}' where data->>'title' like 'Named%'`,
  )
  const id = await begin(await layExam(s, paper_id, {}))
  const { raw } = await s.send('GET /exam-attempts/:id', { params: { id }, query: { writer } }, 'student')
  expect(raw.body).toContain('Which of them is it')
  expect(raw.body).not.toContain('ARP-NAMED')
})

it('a candidate who reads is heard of, and an exam that was ended says when, whatever more time there was', async () => {
  const exam = await layExam(s, paper, { anonymous: false })
  const id = await begin(exam)
  const user_ids = ['user-student']
  const heard = async () => {
    const { items } = await s.ok('GET /exams/:id/candidates', { params: { id: exam }, query: {} }, 'super')
    return items.find((c) => c.user_id === user_ids[0])?.attempt?.heard_at ?? ''
  }
  s.clock.advance(90)
  await s.ok('GET /exam-attempts/:id/state', { params: { id } }, 'student')
  expect(Date.parse(await heard())).toBe(s.clock.now().getTime())
  const extra = { user_ids, minutes: 30, reason: 'Came late' }
  await s.ok('POST /exams/:id/extra', { params: { id: exam }, body: extra }, 'super')
  await s.ok('POST /exams/:id/end', { params: { id: exam }, body: { reason: 'Fire alarm' } }, 'super')
  const ended = s.clock.now().getTime()
  await s.ok('POST /exam-attempts/:id/hand-in-for', { params: { id }, body: { reason: 'Fire alarm' } }, 'super')
  s.clock.advance(60)
  const { status, ends_at } = await guide(exam)
  expect([status, Date.parse(ends_at)]).toEqual(['ended', ended])
})
