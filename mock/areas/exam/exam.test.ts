/** Sitting an exam, on a whole server with a clock that is moved by hand. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sheetText } from '#src/contract/exam/receipt.ts'
import type { ExamBody } from '#src/contract/exam/exam.schema.ts'
import { type As, testServer, type TestServer } from '#tests/contract/support/server.ts'
import { nobodyWrites, settleDue } from '#tests/support/exam.ts'

let s: TestServer
let paper_id = ''
let short_id = ''
const minute = 60_000
const writer = 'page-number-one'
const other = 'page-number-two'

beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  const set_id = (await s.ok('POST /theory-sets', { body: { name: 'Networks' } }, 'super')).id
  const made: { id: string; version: number }[] = []
  for (let n = 0; n < 3; n++)
    made.push(
      await s.ok(
        'POST /theory-questions',
        {
          body: {
            title: `Names ${n}`,
            stem: `Which protocol translates names, case ${n}?`,
            type: 'single',
            set_id,
            options: [
              { id: 'a', text: 'DNS', correct: true },
              { id: 'b', text: 'ARP' },
            ],
          },
        },
        'super',
      ),
    )
  const short = await s.ok(
    'POST /theory-questions',
    { body: { title: 'Why', stem: 'Why is it so?', type: 'short', set_id, reference: 'KEY-because' } },
    'super',
  )
  const set = await s.ok('POST /paper-sets', { body: { name: 'Papers' } }, 'super')
  const item = ({ id, version }: { id: string; version: number }, n: number) => ({
    id: `i${n}`,
    bank: 'theory' as const,
    question_id: id,
    question_version: version,
    score: 2,
  })
  const paper = (name: string, questions: typeof made) => ({
    name,
    set_id: set.id,
    variants: [{ id: 'v', sections: [{ id: 's', title: 'One', items: questions.map(item) }] }],
  })
  paper_id = (await s.ok('POST /papers', { body: paper('Choices', made) }, 'super')).id
  short_id = (await s.ok('POST /papers', { body: paper('Choices and words', [...made, short]) }, 'super')).id
})
afterAll(() => s.close())

let n = 0
const at = (minutes: number) => new Date(s.clock.now().getTime() + minutes * minute).toISOString()
const everybody = { all: true, orgs: [], roles: [], users: [] }
/** An exam that runs for an hour from now, for everybody. */
async function examOf(more: Partial<ExamBody> = {}, audience: object = everybody) {
  const body = { name: `Exam ${++n}`, paper_id, starts_at: at(0), ends_at: at(60), ...more }
  const made = await s.ok('POST /exams', { body }, 'super')
  await s.ok(
    'PUT /exams/:id/audience',
    { params: { id: made.id }, body: { ...everybody, ...audience, version: 1 } as never },
    'super',
  )
  return made.id
}
const begin = async (id: string, as: As = 'student', page = writer) =>
  (await s.ok('POST /my-exams/:id/begin', { params: { id }, body: { writer: page } }, as)).attempt
const single = (item: string, chosen: string | null) => ({
  item,
  answer: chosen === null ? null : { type: 'single' as const, chosen: [chosen] },
  marked: false,
})
const save = (id: string, seq: number, answers: ReturnType<typeof single>[], more: object = {}, as: As = 'student') =>
  s.call('POST /exam-attempts/:id/save', { params: { id }, body: { epoch: 1, seq, writer, answers, ...more } }, as)
const sheet = (id: string, as: As = 'student') =>
  s.ok('GET /exam-attempts/:id', { params: { id }, query: { writer } }, as)
const handIn = (id: string, epoch = 1) =>
  s.call('POST /exam-attempts/:id/hand-in', { params: { id }, body: { epoch, writer } }, 'student')
const chosen = async (id: string) =>
  Object.fromEntries(
    (
      await s.db.query<{ item: string; answer: { chosen: string[] } | null }>(
        'select item, answer from exam_answer where attempt_id = $1 order by item',
        [id],
      )
    ).rows.map((r) => [r.item, r.answer?.chosen[0] ?? null]),
  )
const rowOf = async (id: string) =>
  (
    await s.db.query<{ status: string; points: number; handed_by: string; handed_at: string; open: number }>(
      'select status, points, handed_by, handed_at, open from exam_attempt where id = $1',
      [id],
    )
  ).rows[0]
const settle = () => settleDue(s)

describe('saving', () => {
  it('keeps the newest of each answer, whatever order saves come in, and counts the same save once', async () => {
    const id = await begin(await examOf())
    expect((await save(id, 2, [single('i0', 'a')])).status).toBe(200)
    // an older save that was overtaken: its first answer is old, its second is news
    expect((await save(id, 1, [single('i0', 'b'), single('i1', 'b')])).status).toBe(200)
    const first = await save(id, 3, [single('i2', 'a')])
    expect((await save(id, 3, [single('i2', 'a')])).body).toMatchObject({ chain: first.body.chain })
    expect((await save(id, 3, [single('i2', 'b')])).problem.code).toBe('idempotency_conflict')
    expect(await chosen(id)).toEqual({ i0: 'a', i1: 'b', i2: 'a' })
    const { rows } = await s.db.query<{ n: number }>(
      'select count(*)::integer as n from exam_save where attempt_id = $1',
      [id],
    )
    expect(rows[0]?.n).toBe(3)
  })

  it('takes no answer at the deadline or after it, and takes one just before', async () => {
    const id = await begin(await examOf({ duration: 10 }))
    s.clock.advance(10 * 60 - 0.001)
    expect((await save(id, 1, [single('i0', 'a')])).status).toBe(200)
    s.clock.advance(0.001)
    expect((await save(id, 2, [single('i0', 'b')])).problem).toMatchObject({
      code: expect.stringMatching(/exam_over|handed_in/),
    })
    expect(await chosen(id)).toEqual({ i0: 'a' })
  })

  it('takes nothing from a page that another took over from, and tells it', async () => {
    const id = await begin(await examOf())
    await save(id, 1, [single('i0', 'a')])
    const over = { params: { id }, body: { writer: other } }
    expect(await s.ok('POST /exam-attempts/:id/take-over', over, 'student')).toMatchObject({ epoch: 2 })
    // asked twice, taken once
    expect(await s.ok('POST /exam-attempts/:id/take-over', over, 'student')).toMatchObject({ epoch: 2 })
    expect((await save(id, 2, [single('i0', 'b')])).problem.code).toBe('attempt_taken_over')
    // what it saved before is answered all the same
    expect((await save(id, 1, [single('i0', 'a')])).status).toBe(200)
    expect((await save(id, 1, [single('i0', 'b')], { epoch: 2, writer: other })).status).toBe(200)
    expect(await chosen(id)).toEqual({ i0: 'b' })
    expect((await handIn(id, 1)).problem.code).toBe('attempt_taken_over')
  })

  it('takes nothing from a second sign-in that did not take over, and tells it no writer’s name', async () => {
    const id = await begin(await examOf())
    await save(id, 1, [single('i0', 'a')])
    const aside = await s.ok('GET /exam-attempts/:id', { params: { id }, query: { writer: other } }, 'student')
    expect(JSON.stringify(aside)).not.toContain(writer)
    expect((await s.ok('GET /exam-attempts/:id', { params: { id } }, 'student')).writer).toBe('')
    expect((await save(id, 9, [single('i0', 'b')], { writer: other })).problem.code).toBe('attempt_taken_over')
    expect(await chosen(id)).toEqual({ i0: 'a' })
    expect((await sheet(id)).writer).toBe(writer)
  })

  it('refuses items of other sheets, options that are not asked and answers of another type', async () => {
    const id = await begin(await examOf())
    expect((await save(id, 1, [single('other', 'a')])).status).toBe(422)
    expect((await save(id, 1, [single('i0', 'zz')])).status).toBe(422)
    const wrong = { item: 'i0', answer: { type: 'short', text: 'x' }, marked: false }
    expect((await save(id, 1, [wrong as never])).status).toBe(422)
    expect(await chosen(id)).toEqual({})
  })

  it('records that a page was left and says so, and nothing else comes of it', async () => {
    const exam = await examOf({ full_screen: true })
    const id = await begin(exam)
    const seen = async (seq: number, ...what: string[]) =>
      s.ok(
        'POST /exam-attempts/:id/save',
        {
          params: { id },
          body: { epoch: 1, seq, writer, answers: [], sightings: what.map((w) => ({ what: w, ago: 10 })) } as never,
        },
        'student',
      )
    const before = await seen(1)
    expect(before.focus_lost).toBe(0)
    expect((await seen(2, 'focus_lost', 'focus_back', 'focus_lost', 'screen_left')).focus_lost).toBe(2)
    const after = await seen(3, 'focus_back', 'screen_back')
    expect(after).toMatchObject({ focus_lost: 2, status: 'ongoing', deadline_at: before.deadline_at })
    const { items } = await s.ok('GET /exams/:id/candidates', { params: { id: exam }, query: {} as never }, 'super')
    expect(items[0]?.attempt).toMatchObject({ id, focus_lost: 2, addresses: ['127.0.0.1'] })
    const events = await s.ok('GET /exams/:id/events', { params: { id: exam }, query: {} as never }, 'super')
    expect(events.items.map((e) => e.kind).sort()).toEqual([
      'focus_back',
      'focus_back',
      'focus_lost',
      'focus_lost',
      'screen_back',
      'screen_left',
    ])
  })

  it('records a page that was opened anew once, where the exam wants to know', async () => {
    const goOn = (id: string, returned: boolean, page: string, key: string) =>
      s.call(
        'POST /my-exams/:id/begin',
        { params: { id }, body: { writer: page, accepted: false, returned } },
        'student',
        { headers: { 'idempotency-key': key } },
      )
    const counted = async (exam: string) =>
      (await s.ok('GET /exams/:id/candidates', { params: { id: exam }, query: {} as never }, 'super')).items[0]?.attempt
        ?.focus_lost
    const exam = await examOf()
    await begin(exam)
    await goOn(exam, false, writer, 'the-language-changed')
    await goOn(exam, true, 'some-other-page-of-hers', 'another-page')
    expect(await counted(exam)).toBe(0)
    // the answer was lost, and it is asked again
    for (let tries = 0; tries < 2; tries++) await goOn(exam, true, writer, 'one-reload')
    expect(await counted(exam)).toBe(1)
    const events = await s.ok('GET /exams/:id/events', { params: { id: exam }, query: {} as never }, 'super')
    expect(events.items.map((e) => e.kind)).toEqual(['returned'])
    // the trail knows one beginning
    const { rows: trail } = await s.db.query<{ action: string }>(
      `select action from audit where entity_id = $1 and action in ('exam.begin', 'exam.return') order by seq`,
      [exam],
    )
    expect(trail.map((r) => r.action)).toEqual(['exam.begin', ...trail.slice(1).map(() => 'exam.return')])
    expect(trail.length).toBeGreaterThan(1)
    const trusting = await examOf({ focus: false })
    await begin(trusting)
    await goOn(trusting, true, writer, 'a-reload-of-no-interest')
    expect(await counted(trusting)).toBe(0)
  })
})

describe('a sheet', () => {
  it('is the same after a reload, holds no key, and is nobody else’s', async () => {
    const id = await begin(await examOf({ paper_id: short_id }))
    await save(id, 1, [single('i1', 'b')])
    const one = await sheet(id)
    const two = await sheet(id)
    expect({ ...one, now: '' }).toEqual({ ...two, now: '' })
    expect(one).toMatchObject({ seq: 1, answers: [{ item: 'i1', answer: { chosen: ['b'] } }], heard: null })
    expect(JSON.stringify(one)).not.toMatch(/correct|KEY-|truth|reference|accepted|rubric/)
    expect((await s.call('GET /exam-attempts/:id', { params: { id } }, 'second-student')).status).toBe(404)
  })

  it('of an exam one by one tells the question that is on, and goes on once however often it is asked', async () => {
    const id = await begin(await examOf({ navigation: 'sequential' }))
    const told = (a: Awaited<ReturnType<typeof sheet>>) =>
      a.sections.flatMap((x) => x.items).map((i) => i.question !== null)
    expect(told(await sheet(id))).toEqual([true, false, false])
    const go = () =>
      s.ok('POST /exam-attempts/:id/next', { params: { id }, body: { epoch: 1, from: 1, writer } }, 'student')
    expect(told(await go())).toEqual([false, true, false])
    expect(told(await go())).toEqual([false, true, false])
    expect((await save(id, 1, [single('i0', 'a')])).status).toBe(422)
    expect((await save(id, 1, [single('i1', 'a')])).status).toBe(200)
  })

  it('is begun within the time only, by candidates only, as often as allowed', async () => {
    const refused = async (id: string, as: As = 'student') =>
      (await s.call('POST /my-exams/:id/begin', { params: { id }, body: { writer } }, as)).problem.code
    expect(await refused(await examOf({ starts_at: at(5) }))).toBe('exam_early')
    const over = await examOf({ starts_at: at(-60), ends_at: at(1) })
    s.clock.advance(60)
    expect(await refused(over)).toBe('exam_over')
    const late = await examOf({ starts_at: at(-30), ends_at: at(30), late: 10 })
    expect(await refused(late)).toBe('exam_late')
    const told = await s.ok('GET /my-exams/:id', { params: { id: late } }, 'student')
    expect([told.may, told.begin_until]).toEqual(['late', at(-20)])
    expect(await refused(await examOf({}, { all: false }))).toBe('not_authorized_yet')
    const id = await examOf({ attempts: 2 })
    const first = await begin(id)
    expect(await begin(id)).toBe(first)
    await handIn(first)
    const second = await begin(id)
    expect(second).not.toBe(first)
    await handIn(second)
    expect(await refused(id)).toBe('attempts_used_up')
  })
})

describe('handing in', () => {
  it('is done once by ten at once, with one receipt that proves what is stored', async () => {
    const id = await begin(await examOf())
    await save(id, 1, [single('i0', 'a'), single('i1', 'b')])
    const all = await Promise.all(Array.from({ length: 10 }, () => handIn(id)))
    expect(new Set(all.map((r) => r.status))).toEqual(new Set([200]))
    expect(new Set(all.map((r) => JSON.stringify(r.body))).size).toBe(1)
    const receipt = all[0]?.body
    if (!receipt) throw new Error('no receipt')
    expect(receipt).toMatchObject({ answered: 2, items: 3, saves: 1, handed_by: 'candidate' })
    const stored = [single('i0', 'a'), single('i1', 'b')].map(({ item, answer }) => ({ item, answer }))
    expect(receipt.digest).toBe(createHash('sha256').update(sheetText(id, stored)).digest('hex'))
    const verify = (body: typeof receipt) => s.ok('POST /exam-receipts/verify', { body }, 'student')
    expect(await verify(receipt)).toEqual({ genuine: true, unchanged: true })
    expect(await verify({ ...receipt, answered: 3 })).toEqual({ genuine: false, unchanged: false })
    await s.db.query(
      `update exam_answer set answer = '{"type":"single","chosen":["b"]}' where attempt_id = $1 and item = 'i0'`,
      [id],
    )
    expect(await verify(receipt)).toEqual({ genuine: true, unchanged: false })
    expect(await rowOf(id)).toMatchObject({ status: 'scored', points: 2, open: 0 })
    expect((await save(id, 2, [single('i0', 'b')])).problem.code).toBe('attempt_handed_in')
  })

  it('is not before its time, and waits for a marker where one is needed', async () => {
    const id = await begin(await examOf({ paper_id: short_id, early: 20 }))
    expect((await handIn(id)).problem).toMatchObject({ code: 'too_early_to_hand_in', details: { at: at(20) } })
    await save(id, 1, [{ item: 'i3', answer: { type: 'short', text: 'so' }, marked: true } as never, single('i0', 'a')])
    s.clock.advance(20 * 60)
    expect((await handIn(id)).status).toBe(200)
    expect(await rowOf(id)).toMatchObject({ status: 'to-be-scored', points: 2, open: 1 })
  })

  it('happens by the clock with what was saved, though nobody is there', async () => {
    const id = await begin(await examOf({ duration: 5 }))
    await save(id, 1, [single('i0', 'a')])
    s.clock.advance(5 * 60 + 1)
    await settle()
    expect(await rowOf(id)).toMatchObject({ status: 'scored', points: 2, handed_by: 'time' })
    // who comes a moment later gets his receipt, no refusal
    expect((await handIn(id)).body).toMatchObject({ handed_by: 'time', answered: 1 })
  })
})

describe('time', () => {
  it('moves for who is writing when the plan moves', async () => {
    const id = await examOf({ duration: 10 })
    const attempt = await begin(id)
    const was = (await sheet(attempt)).deadline_at
    const row = await s.ok('GET /exams/:id', { params: { id } }, 'super')
    const { name, starts_at, ends_at, version } = row
    await s.ok(
      'PUT /exams/:id',
      { params: { id }, body: { name, paper_id, starts_at, ends_at, version, duration: 15 } },
      'super',
    )
    const now = await s.ok('GET /exam-attempts/:id/state', { params: { id: attempt } }, 'student')
    expect(Date.parse(now.deadline_at) - Date.parse(was)).toBe(5 * minute)
    expect(now.revision).toBeGreaterThan(1)
    const moved = await s.call(
      'PUT /exams/:id',
      { params: { id }, body: { name, paper_id: short_id, starts_at, ends_at, version: version + 1 } },
      'super',
    )
    expect(moved.problem).toMatchObject({
      code: 'validation',
      details: { fields: [{ path: 'paper_id', rule: 'begun_already' }] },
    })
  })
})

describe('afterwards', () => {
  it('a candidate sees as much as the exam shows, when it shows it', async () => {
    const id = await examOf({ review_depth: 'keys' })
    const attempt = await begin(id)
    await save(attempt, 1, [single('i0', 'a'), single('i1', 'b')])
    await handIn(attempt)
    const look = () => s.call('GET /exam-attempts/:id/review', { params: { id: attempt } }, 'student')
    const mine = async () => await s.ok('GET /my-exams/:id', { params: { id } }, 'student')
    expect((await look()).problem.code).toBe('not_allowed_in_state')
    expect(await mine()).toMatchObject({ result: null, mine: [{ points: null, grade: null }], review: 'nothing' })
    await s.db.query('update exam_run set published_at = $2 where exam_id = $1', [id, s.clock.now().toISOString()])
    expect(await mine()).toMatchObject({ result: { points: 2, grade: 'D', rank: 1, candidates: 1 }, review: 'keys' })
    const early = (await look()).body.sections[0]?.items.map((i) => [i.closed, i.points, i.key])
    expect(early?.[0]).toEqual([true, null, null])
    await nobodyWrites(s)
    const seen = (await look()).body
    expect(seen).toMatchObject({ points: 2, score: 6, grade: 'D' })
    expect(seen.sections[0]?.items.map((i) => [i.points, i.rule, i.key?.correct])).toEqual([
      [2, 'key', ['a']],
      [0, 'key', ['a']],
      [0, 'empty', ['a']],
    ])
  })
})

describe('an invigilator', () => {
  const send = (path: string, id: string, body: object = {}, as: As = 'super') =>
    s.send(`POST ${path}`, { params: { id }, body }, as)

  it('says go; pauses stop the clock of everybody; ending hands in', async () => {
    const exam = await examOf({ start_mode: 'go', duration: 30 })
    expect(
      (await s.call('POST /my-exams/:id/begin', { params: { id: exam }, body: { writer } }, 'student')).problem.code,
    ).toBe('exam_early')
    expect((await send('/exams/:id/pause', exam)).status).toBe(409)
    expect((await send('/exams/:id/start', exam, {}, 'student')).status).toBe(403)
    expect((await send('/exams/:id/start', exam)).body).toMatchObject({ status: 'ongoing' })
    expect((await send('/exams/:id/start', exam)).status).toBe(409)
    const id = await begin(exam)
    const was = Date.parse((await sheet(id)).deadline_at)
    await send('/exams/:id/pause', exam)
    expect(await sheet(id)).toMatchObject({ status: 'pause', sections: [{ items: [{ question: null }, {}, {}] }] })
    s.clock.advance(9)
    expect((await save(id, 1, [single('i0', 'a')])).status).toBe(200)
    s.clock.advance(51 * 60)
    expect((await save(id, 2, [single('i0', 'b')])).problem.code).toBe('exam_paused')
    await settle()
    expect(await rowOf(id)).toMatchObject({ status: 'ongoing' })
    await send('/exams/:id/recover', exam)
    expect(Date.parse((await sheet(id)).deadline_at) - was).toBe(51 * minute + 9000)
    expect((await save(id, 2, [single('i1', 'a')])).status).toBe(200)
    await send('/exams/:id/end', exam, { reason: 'Fire alarm' })
    s.clock.advance(2)
    await settle()
    expect(await rowOf(id)).toMatchObject({ status: 'scored', points: 4, handed_by: 'invigilator' })
    const { items } = await s.ok('GET /exams/:id/events', { params: { id: exam } }, 'super')
    expect(items.map((e) => e.kind)).toEqual(['ended', 'recovered', 'paused', 'started'])
  })

  it('gives one candidate more time, talks to him, hands in for him and lets him write on', async () => {
    const exam = await examOf({ duration: 10 }, { all: false, users: ['user-student', 'user-second-student'] })
    const [id, second] = [await begin(exam), await begin(exam, 'second-student')]
    const more = { user_ids: ['user-student'], minutes: 20, reason: 'Reads slowly' }
    expect((await send('/exams/:id/extra', exam, more)).status).toBe(200)
    await send('/exams/:id/message', exam, { text: 'Question 2: read “name server”' })
    await send('/exams/:id/message', exam, { user_ids: ['user-second-student'], text: 'Take your time' })
    const state = await s.ok('GET /exam-attempts/:id/state', { params: { id } }, 'student')
    expect(state.messages.map((m) => [m.text, m.minutes])).toEqual([
      ['', 20],
      ['Question 2: read “name server”', null],
    ])
    // wherever else he is in the product, he is told the same
    const told = async (as: As) => (await s.ok('GET /messages/unread', {}, as)).exam
    expect(await told('student')).toMatchObject({
      id: exam,
      deadline_at: state.deadline_at,
      paused: false,
      message: { text: 'Question 2: read “name server”' },
    })
    expect(await told('second-student')).toMatchObject({ message: { text: 'Take your time' } })
    expect(await told('super')).toBeNull()
    await send('/exams/:id/pause', exam)
    expect(await told('student')).toMatchObject({ paused: true })
    await send('/exams/:id/recover', exam)
    // the record of those who watch has the minutes once, with the reason
    const { items: noted } = await s.ok('GET /exams/:id/events', { params: { id: exam } }, 'super')
    expect(noted.filter((e) => e.kind === 'extra')).toMatchObject([{ params: { minutes: 20, reason: 'Reads slowly' } }])
    expect(noted.filter((e) => e.kind === 'message')).toHaveLength(2)
    s.clock.advance(11 * 60)
    await settle()
    expect(await rowOf(second)).toMatchObject({ handed_by: 'time' })
    expect(await told('second-student')).toBeNull()
    expect((await save(id, 1, [single('i0', 'a')])).status).toBe(200)
    expect((await send('/exam-attempts/:id/hand-in-for', id, { reason: 'Left the room' })).status).toBe(200)
    expect(await rowOf(id)).toMatchObject({ status: 'scored', handed_by: 'invigilator', points: 2 })
    expect((await send('/exam-attempts/:id/reopen', id, { minutes: 5, reason: 'Came back' })).status).toBe(200)
    expect((await save(id, 2, [single('i1', 'a')])).problem.code).toBe('attempt_taken_over')
    const epoch = (
      await s.ok('POST /exam-attempts/:id/take-over', { params: { id }, body: { writer: other } }, 'student')
    ).epoch
    expect((await save(id, 1, [single('i1', 'a')], { epoch, writer: other })).status).toBe(200)
    const list = await s.ok('GET /exams/:id/candidates', { params: { id: exam } }, 'super')
    expect(list.counts).toEqual({ 'not-begun': 0, absent: 0, writing: 1, 'to-be-scored': 0, scored: 1 })
    expect(list.items.find((c) => c.user_id === 'user-student')).toMatchObject({
      extra: 20,
      attempt: { answered: 2, writers: 3 },
    })
    const counted = async () =>
      (await s.db.query<{ n: number }>('select sum(answers)::integer as n from question_answers')).rows[0]?.n
    const before = await counted()
    s.clock.advance(30 * 60)
    await settle()
    expect(await rowOf(id)).toMatchObject({ status: 'scored', handed_by: 'time', points: 4 })
    // what the bank knows of its questions counts a sheet once
    expect(await counted()).toBe(before)
  })

  it('sees what is missing before it begins', async () => {
    const id = await examOf(
      { double: true, markers: ['user-teacher'], starts_at: at(10), ends_at: at(70) },
      { all: false },
    )
    const { items } = await s.ok('GET /exams/:id/checklist', { params: { id } }, 'super')
    expect(items.filter((c) => !c.ok).map((c) => c.what)).toEqual([
      'candidates',
      'two_markers',
      'objections',
      'unseen',
      // others of these tests ask the same questions
      'elsewhere',
    ])
  })

  it('says of one thing that it is in order or that it is not', async () => {
    const lines = async (id: string) => {
      const { items } = await s.ok('GET /exams/:id/checklist', { params: { id } }, 'super')
      return items.flatMap((c) =>
        ['starts_later', 'over', 'markers', 'two_markers'].includes(c.what) ? [`${c.what} ${c.ok}`] : [],
      )
    }
    // of an exam that names no marker nobody says that there are enough
    const id = await examOf({ starts_at: at(-60), ends_at: at(1) })
    expect(await lines(id)).toEqual(['starts_later false', 'markers false'])
    // nor of one whose time is over that it is still to come
    s.clock.advance(120)
    expect(await lines(id)).toEqual(['over false', 'markers false'])
  })

  it('says what the clock and an empty list of candidates leave of a plan', async () => {
    const lines = async (id: string) =>
      (await s.ok('GET /exams/:id/checklist', { params: { id } }, 'super')).items.filter((c) => !c.ok)
    const days = await examOf({ starts_at: at(-3 * 24 * 60), ends_at: at(24 * 60) })
    expect(await lines(days)).toContainEqual(
      expect.objectContaining({ what: 'starts_later', grave: false, params: { minutes: 3 * 24 * 60 } }),
    )
    // nobody comes any more
    const late = await examOf({ starts_at: at(-60), ends_at: at(60), late: 30 })
    expect(await lines(late)).toContainEqual(expect.objectContaining({ what: 'starts_later', grave: true }))
    const short = await examOf({ starts_at: at(10), ends_at: at(70), duration: 60 })
    expect((await lines(short)).map((c) => c.what)).not.toContain('time_left')
    s.clock.advance(40 * 60)
    expect(await lines(short)).toContainEqual({
      what: 'time_left',
      ok: false,
      grave: true,
      params: { minutes: 60, left: 30 },
      names: [],
    })
    const body = { name: 'Too long', paper_id, starts_at: at(-60), ends_at: at(30), duration: 60 }
    expect((await s.call('POST /exams', { body }, 'super')).problem.details?.['fields']).toEqual([
      { path: 'duration', rule: 'within_left', params: { minutes: 60, left: 30 } },
    ])
    // of those who were chosen none can sit it
    const nobody = await examOf({}, { all: false, users: ['user-admin'] })
    const found = await lines(nobody)
    expect(found.map((c) => c.what)).toEqual(expect.arrayContaining(['candidates', 'key_readers']))
    expect(found.find((c) => c.what === 'candidates')).toMatchObject({ grave: true, params: { n: 0 } })
  })

  it('is not planned for a time that is over, and keeps its other words when it is', async () => {
    const over = { starts_at: at(-60), ends_at: at(-1) }
    const body = { name: 'Too late', paper_id, ...over }
    const rule = async (answer: Promise<{ problem: { details?: { fields?: unknown } } }>) =>
      (await answer).problem.details?.fields
    expect(await rule(s.call('POST /exams', { body }, 'super'))).toEqual([{ path: 'ends_at', rule: 'exam_over' }])
    const id = await examOf({ starts_at: at(-60), ends_at: at(1) })
    const put = async (more: object) => {
      const { name, starts_at, ends_at, version } = await s.ok('GET /exams/:id', { params: { id } }, 'super')
      const had = { name, paper_id, starts_at, ends_at, version }
      return s.call('PUT /exams/:id' as never, { params: { id }, body: { ...had, ...more } } as never, 'super')
    }
    expect(await rule(put(over))).toEqual([{ path: 'ends_at', rule: 'exam_over' }])
    s.clock.advance(120)
    expect((await put({ notice: 'Over.' })).status).toBe(200)
    // whoever starts it by hand decides when it runs
    expect((await s.call('POST /exams', { body: { ...body, start_mode: 'go' } }, 'super')).status).toBe(200)
  })
})

describe('marking', () => {
  const mark = (id: string, points: number, round: number, as: As) =>
    s.call('POST /exam-sheets/:id/marks', { params: { id }, body: { item: 'i3', points, round } }, as)
  const answered = async (more: Partial<ExamBody>) => {
    const exam = await examOf({ paper_id: short_id, ...more })
    const id = await begin(exam)
    await save(id, 1, [{ item: 'i3', answer: { type: 'short', text: 'so' }, marked: false } as never])
    await handIn(id)
    return { exam, id }
  }

  it('by one counts; by two within the threshold their mean; beyond it a third settles', async () => {
    const one = await answered({})
    expect((await mark(one.id, 3, 1, 'super')).status).toBe(422)
    expect((await mark(one.id, 1, 1, 'student')).status).toBe(403)
    expect((await mark(one.id, 1.5, 1, 'super')).body).toEqual({ points: 1.5, total: 1.5, open: 0 })
    // a marker changes his mind
    expect((await mark(one.id, 1, 1, 'super')).body).toEqual({ points: 1, total: 1, open: 0 })

    const two = await answered({ double: true, threshold: 0.25 })
    expect((await mark(two.id, 1, 1, 'super')).body).toMatchObject({ points: null, open: 1 })
    // nobody is both markers
    expect((await mark(two.id, 2, 2, 'super')).status).toBe(409)
    const seen = await s.ok('GET /exam-sheets/:id', { params: { id: two.id } }, 'admin')
    expect(seen.sections[0]?.items[3]).toMatchObject({ may: 2, marks: [] })
    expect((await mark(two.id, 1.5, 2, 'admin')).body).toMatchObject({ points: 1.25, open: 0 })

    // what waits at home is what one can do
    const home = async (as: As) => (await s.ok('GET /dashboard/work', {}, as)).marking?.total ?? 0
    const before = [await home('super'), await home('admin')] as const
    const half = await answered({ double: true, threshold: 0.25 })
    expect([await home('super'), await home('admin')]).toEqual(before.map((n) => n + 1))
    await mark(half.id, 1, 1, 'super')
    // and the list says how much of what is open that is
    const listed = async (as: As) => {
      const { to_be_scored, for_me } = await s.ok('GET /exams/:id', { params: { id: half.exam } }, as)
      return [to_be_scored, for_me]
    }
    expect([await listed('super'), await listed('admin')]).toEqual([
      [1, 0],
      [1, 1],
    ])
    expect([await home('super'), await home('admin')]).toEqual([before[0], before[1] + 1])
    await mark(half.id, 1, 2, 'admin')
    expect(await home('admin')).toBe(before[1])

    const three = await answered({ double: true, threshold: 0.2 })
    await mark(three.id, 0, 1, 'super')
    expect((await mark(three.id, 2, 2, 'admin')).body).toMatchObject({ points: null, open: 1 })
    const pairs = async () => (await s.ok('GET /exams/:id/marking', { params: { id: three.exam } }, 'admin')).pairs
    expect(await pairs()).toEqual({ n: 1, difference: 1, third: 0, waiting: 1 })
    expect((await mark(three.id, 2, 3, 'super')).status).toBe(409)
    expect((await mark(three.id, 1.5, 3, 'second-super')).body).toMatchObject({ points: 1.5, open: 0 })
    expect(await pairs()).toMatchObject({ third: 1, waiting: 0 })
  })

  it('is blind by two: nothing that one gave is told to the other before both have judged', async () => {
    const { exam, id } = await answered({ double: true })
    const body = { item: 'i3', points: 1.5, round: 1, comment: 'Says why, not how.' }
    await s.ok('POST /exam-sheets/:id/marks', { params: { id }, body }, 'super')
    const told = async (as: As) => {
      const state = await s.ok('GET /exams/:id/marking', { params: { id: exam } }, as)
      const next = await s.ok('GET /exams/:id/marking/next', { params: { id: exam }, query: { item: 'i3' } }, as)
      return {
        shares: state.markers.map((m) => [m.id, m.done, m.share]),
        comments: next.comments.map((c) => c.text),
        mean: state.items[0]?.mean,
      }
    }
    expect(await told('admin')).toEqual({ shares: [['user-super', 1, null]], comments: [], mean: null })
    expect(await told('super')).toMatchObject({ shares: [['user-super', 1, 0.75]], comments: [body.comment] })
    await mark(id, 1.5, 2, 'admin')
    expect(await told('admin')).toMatchObject({
      shares: [
        ['user-admin', 1, 0.75],
        ['user-super', 1, 0.75],
      ],
      mean: 1.5,
    })
  })

  it('hands the next answer that waits, and is done when none does; results then have ranks', async () => {
    const { exam, id } = await answered({})
    const next = () => s.ok('GET /exams/:id/marking/next', { params: { id: exam }, query: { item: 'i3' } }, 'super')
    expect(await next()).toMatchObject({ left: 1, items: [{ attempt: id, item: { answer: { text: 'so' }, may: 1 } }] })
    expect((await s.call('POST /exams/:id/publish', { params: { id: exam }, body: {} }, 'super')).status).toBe(409)
    await mark(id, 2, 1, 'super')
    expect(await next()).toMatchObject({ left: 0, items: [] })
    expect(await s.ok('GET /exams/:id/marking', { params: { id: exam } }, 'super')).toMatchObject({
      attempts: 1,
      scored: 1,
      items: [{ id: 'i3', answers: 1, done: 1, mine: 0, mean: 2 }],
    })
    const running = async () => (await s.ok('GET /exams/:id', { params: { id: exam } }, 'super')).running
    // others may begin it yet
    expect(await running()).toBe(true)
    await s.ok('POST /exams/:id/publish', { params: { id: exam }, body: {} }, 'super')
    const { items } = await s.ok('GET /exams/:id/results', { params: { id: exam } }, 'super')
    expect(items).toMatchObject([{ rank: 1, points: 2, share: 0.25, grade: 'D' }])
    s.clock.advance(3600)
    expect(await running()).toBe(false)
  })

  it('is answered for to a candidate who objects, by another marker', async () => {
    const { exam, id } = await answered({})
    await mark(id, 0, 1, 'super')
    await s.ok('POST /exams/:id/publish', { params: { id: exam }, body: {} }, 'super')
    // while the question is closed there is nothing to object to
    await nobodyWrites(s)
    const object = () =>
      s.call(
        'POST /exam-attempts/:id/objections',
        { params: { id }, body: { item: 'i3', text: 'It says why.' } },
        'student',
      )
    expect((await object()).status).toBe(200)
    expect((await object()).problem.code).toBe('duplicate_data')
    const listed = await s.ok('GET /exams/:id/objections', { params: { id: exam }, query: {} }, 'super')
    expect(listed.items).toMatchObject([
      { item: 'i3', text: 'It says why.', question: expect.stringMatching(/./) as string },
    ])
    // who gave the points is not told that an answer waits for him
    const waits = async (as: As) =>
      (await s.ok('GET /dashboard/work', {}, as)).objections?.items.some((e) => e.id === exam)
    expect([await waits('super'), await waits('admin')]).toEqual([false, true])
    const reply = (as: As) =>
      s.call('POST /exam-sheets/:id/reply', { params: { id }, body: { item: 'i3', points: 2, reply: 'It does.' } }, as)
    expect((await reply('super')).problem.code).toBe('no_operation_permission')
    expect((await reply('admin')).body).toEqual({ points: 2, total: 2 })
    await nobodyWrites(s)
    const seen = await s.ok('GET /exam-attempts/:id/review', { params: { id } }, 'student')
    expect(seen.sections[0]?.items[3]).toMatchObject({ points: 2, objection: { reply: 'It does.' } })
  })
})
