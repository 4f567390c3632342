/** Homework on a whole server with a clock that is moved by hand: written, handed in, marked, given back, counted. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '#src/contract/bank/answer.schema.ts'
import { sheetText } from '#src/contract/exam/receipt.ts'
import { sha256OfText } from '../../exam/signature.ts'
import { type As, testServer, type TestServer, userId, username } from '#tests/contract/support/server.ts'
import { homeworkOf, layCourse, layQuestion, publishCourse, quizOf, text, writeLessons } from '#tests/support/course.ts'
import { everybody, fileOf, layExam } from '#tests/support/exam.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  await s.setting('store.watermark', 0)
})
afterAll(() => s.close())

const hour = 3600
const at = (hours: number) => new Date(s.clock.now().getTime() + hours * hour * 1000).toISOString()
const writer = 'page-number-one'
const choose = (option: string): Answer => ({ type: 'single', chosen: [option] })
const short = (said: string): Answer => ({ type: 'short', text: said })
const section = 's1'
const place = (id: string) => ({ id, section })

const look = (id: string, as: As = 'student', query: object = {}) =>
  s.call('GET /learning/courses/:id/homework/:section', { params: place(id), query }, as)
const seen = async (id: string, as: As = 'student') =>
  s.ok('GET /learning/courses/:id/homework/:section', { params: place(id), query: {} }, as)
type Sent = { item: string; answer: Answer | null; marked?: boolean }[]
const whole = (answers: Sent) => answers.map((a) => ({ marked: false, ...a }))
const save = (id: string, answers: Sent, more: object = {}, as: As = 'student') =>
  s.call(
    'POST /learning/courses/:id/homework/:section/save',
    { params: place(id), body: { writer, epoch: 1, answers: whole(answers), ...more } },
    as,
  )
const hand = async (id: string, answers: Sent = [], more: object = {}, as: As = 'student') => {
  const n = ((await look(id, as)).body.hand_ins?.[0]?.n ?? 0) + 1
  return s.call(
    'POST /learning/courses/:id/homework/:section/hand-in',
    { params: place(id), query: {}, body: { writer, epoch: 1, revision: 1, n, answers: whole(answers), ...more } },
    as,
  )
}
const code = (r: { status: number; problem: { code: string } }) => [r.status, r.problem.code]

let chosen = ''
let essay = ''
const rubric = [
  { text: 'Said what', points: 3 },
  { text: 'Said why', points: 1 },
]
const layAsked = async () => {
  chosen = await layQuestion(s)
  essay = await layQuestion(s, {
    type: 'short',
    options: [],
    stem: 'CANARY-ASKED why?',
    reference: 'CANARY-KEY because',
    rubric,
    score: 4,
  })
}
beforeAll(layAsked)
/** A course with one homework, in which students learn. @returns its id */
async function lay(
  more: Parameters<typeof homeworkOf>[1] = {},
  questions: Parameters<typeof homeworkOf>[0] = [chosen, { id: essay, score: 4 }],
  rule: object = {},
): Promise<string> {
  const id = await layCourse(s, {
    course: { description: 'What it is about' },
    lessons: [{ id: 'l1', sections: [{ id: section, ...rule, content: homeworkOf(questions, more) }] }],
  })
  for (const as of ['student', 'second-student'] as const)
    await s.ok('POST /learning/courses/:id/join', { params: { id }, body: {} }, as)
  return id
}
const desk = (id: string, hand_in: string, as: As = 'super') =>
  s.call('GET /courses/:id/hand-ins/:hand_in', { params: { id, hand_in }, query: {} }, as)
const mark = async (id: string, hand_in: string, points: number, more: object = {}, as: As = 'super') => {
  const { body } = await desk(id, hand_in)
  return s.call(
    'POST /courses/:id/hand-ins/:hand_in/marks',
    { params: { id, hand_in }, body: { item: 'i1', points, version: body.version, ...more } },
    as,
  )
}

describe('a homework before it opens', () => {
  it('says when, and nothing of what it asks; nothing is taken', async () => {
    const id = await lay({ opens_at: at(1), due_at: at(2) })
    const { raw, body } = await look(id)
    expect(raw.body).not.toContain('CANARY-ASKED')
    expect([body.phase, body.parts, body.may, body.score]).toEqual(['before', [], false, 6])
    const lesson = await s.send(
      'GET /learning/courses/:id/lessons/:lesson',
      { params: { id, lesson: 'l1' }, query: {} },
      'student',
    )
    expect(lesson.raw.body).not.toContain('CANARY-ASKED')
    expect(code(await save(id, [{ item: 'i0', answer: choose('a') }]))).toEqual([409, 'homework_not_open'])
    expect(code(await hand(id, [{ item: 'i0', answer: choose('a') }]))).toEqual([409, 'homework_not_open'])
    s.clock.advance(hour)
    expect((await look(id)).raw.body).toContain('CANARY-ASKED')
    expect((await save(id, [{ item: 'i0', answer: choose('a') }])).status).toBe(200)
  })
  it('is shown to whoever writes the course, and to nobody else', async () => {
    const id = await lay({ opens_at: at(1) })
    expect((await look(id, 'super', { preview: true })).raw.body).toContain('CANARY-ASKED')
    expect((await look(id, 'student', { preview: true })).status).toBe(404)
    expect(code(await look(id, 'super'))).toEqual([409, 'join_first'])
  })
})

describe('what is written', () => {
  it('is kept, by one page at a time; whoever takes over writes on, and the page before is refused', async () => {
    const id = await lay()
    expect((await save(id, [{ item: 'i1', answer: short('half'), marked: true }])).status).toBe(200)
    const had = await seen(id)
    expect(had.answers).toEqual([{ item: 'i1', answer: short('half'), marked: true }])
    expect([had.writer, had.epoch, had.state]).toEqual([writer, 1, 'draft'])
    const other = 'page-number-two'
    expect(code(await save(id, [{ item: 'i1', answer: short('lost') }], { writer: other }))).toEqual([
      409,
      'homework_elsewhere',
    ])
    const take = (name: string) =>
      s.ok(
        'POST /learning/courses/:id/homework/:section/take-over',
        { params: place(id), body: { writer: name } },
        'student',
      )
    expect(await take(other)).toEqual({ epoch: 2 })
    expect(await take(other), 'again').toEqual({ epoch: 2 })
    expect(code(await save(id, [{ item: 'i1', answer: short('late') }]))).toEqual([409, 'homework_elsewhere'])
    expect(code(await hand(id, [{ item: 'i1', answer: short('late') }]))).toEqual([409, 'homework_elsewhere'])
    expect((await save(id, [{ item: 'i1', answer: short('whole') }], { writer: other, epoch: 2 })).status).toBe(200)
    expect((await seen(id)).answers).toEqual([{ item: 'i1', answer: short('whole'), marked: false }])
  })
  it('answers what is asked, in its kind, and is nobody else’s', async () => {
    const id = await lay()
    for (const wrong of [
      { item: 'i9', answer: choose('a') },
      { item: 'i1', answer: choose('a') },
      { item: 'i0', answer: choose('z') },
    ])
      expect(code(await save(id, [wrong])), JSON.stringify(wrong)).toEqual([422, 'validation'])
    await save(id, [{ item: 'i1', answer: short('CANARY-MINE') }])
    for (const as of ['second-student', 'teacher', 'super'] as const)
      expect((await look(id, as)).raw.body).not.toContain('CANARY-MINE')
  })
})

describe('a hand-in', () => {
  it('is judged by rule at once, waits for a person with the rest, and gives a receipt that holds', async () => {
    const id = await lay()
    expect(code(await hand(id))).toEqual([422, 'answer_blank'])
    await save(id, [{ item: 'i0', answer: choose('a') }])
    const { body, raw } = await hand(id, [{ item: 'i1', answer: short('because') }])
    const { receipt, ...one } = body.hand_in
    expect(one).toMatchObject({ n: 1, state: 'submitted', waits: 1, told: false, points: null, late_days: 0 })
    expect(raw.body).not.toContain('CANARY-KEY')
    expect(one.answers.map((a) => a.points)).toEqual([null, null])
    expect(receipt).toMatchObject({ hand_in: one.id, items: 2, answered: 2, saves: 2, n: 1 })
    const stored = [
      { item: 'i0', answer: choose('a') },
      { item: 'i1', answer: short('because') },
    ]
    expect(receipt.digest).toBe(sha256OfText(sheetText(one.id, stored)))
    const verify = (r: object) => s.ok('POST /learning/receipts/verify', { body: { ...receipt, ...r } }, 'student')
    expect(await verify({})).toEqual({ genuine: true, unchanged: true })
    expect(await verify({ n: 2 })).toEqual({ genuine: false, unchanged: false })
    await s.db.query(`update course_hand_in set answers = '{}' where id = $1`, [one.id])
    expect(await verify({})).toEqual({ genuine: true, unchanged: false })
    // rule `answered`: handed in is done
    expect((await seen(id)).done_at).not.toBeNull()
    expect(body.completed).toBe(true)
  })
  it('again takes the place of the one before; of the best, the best counts', async () => {
    for (const [counts, points] of [
      ['last', 0],
      ['best', 2],
    ] as const) {
      const id = await lay({ counts, attempts: 2, tells: 'marked' }, [chosen])
      expect((await hand(id, [{ item: 'i0', answer: choose('a') }])).body.hand_in).toMatchObject({
        state: 'marked',
        points: 2,
      })
      expect((await seen(id)).left).toBe(1)
      expect((await hand(id, [{ item: 'i0', answer: choose('b') }])).status).toBe(200)
      const now = await seen(id)
      expect([now.points, now.hand_ins.map((h) => h.counts)]).toEqual([
        points,
        counts === 'last' ? [true, false] : [false, true],
      ])
      expect(code(await hand(id, [{ item: 'i0', answer: choose('a') }]))).toEqual([409, 'attempts_used_up'])
    }
  })
  it('late costs its days, and after the end nothing is taken, by the server’s clock', async () => {
    const id = await lay({ due_at: at(1), late_until: at(49), late_permille: 100, attempts: 3 }, [chosen])
    const answers = [{ item: 'i0', answer: choose('a') }]
    s.clock.advance(hour)
    expect((await hand(id, answers)).body.hand_in, 'at the due time itself').toMatchObject({ late_days: 0, points: 2 })
    s.clock.advance(hour * 25)
    expect((await hand(id, answers)).body.hand_in).toMatchObject({
      late_days: 2,
      late_permille: 200,
      raw: 2,
      points: 1.6,
    })
    s.clock.advance(hour * 23)
    expect((await seen(id)).phase).toBe('late')
    s.clock.advance(1)
    expect(code(await save(id, answers))).toEqual([409, 'homework_over'])
    expect(code(await hand(id, answers))).toEqual([409, 'homework_over'])
  })
  it('to an edition that was written anew meanwhile is refused, and what was written stays', async () => {
    const id = await lay({}, [chosen])
    await save(id, [{ item: 'i0', answer: choose('b') }])
    await writeLessons(s, id, [{ id: 'l1', sections: [{ id: section, content: homeworkOf([chosen, essay]) }] }])
    await publishCourse(s, id)
    expect(code(await hand(id, [{ item: 'i0', answer: choose('b') }]))).toEqual([409, 'stale_version'])
    const now = await seen(id)
    expect([now.revision, now.answers.length]).toEqual([2, 1])
    expect((await hand(id, [{ item: 'i0', answer: choose('b') }], { revision: now.revision })).status).toBe(200)
  })
})

describe('keys and marks', () => {
  const key = 'CANARY-KEY'
  // what another homework asks tells no key either
  beforeEach(layAsked)
  it('are told once it is marked, and keys only where nothing more is to be won by them', async () => {
    const id = await lay({ tells: 'marked', attempts: 2, due_at: at(10) })
    const { body } = await hand(id, [
      { item: 'i0', answer: choose('a') },
      { item: 'i1', answer: short('x') },
    ])
    expect((await look(id)).raw.body).not.toContain(key)
    await mark(id, body.hand_in.id, 3, { comment: 'Nearly.', lines: [0] })
    const told = await look(id)
    expect(told.body.hand_ins[0]).toMatchObject({ told: true, points: 5, raw: 5 })
    expect(told.body.hand_ins[0]?.answers[1]).toMatchObject({
      points: 3,
      comment: 'Nearly.',
      lines: [{ text: 'Said what', points: 3 }],
    })
    expect(told.raw.body, 'it can be handed in again').not.toContain(key)
    s.clock.advance(hour * 11)
    expect((await look(id)).raw.body).toContain(key)
    expect((await look(id, 'second-student')).raw.body, 'who answered nothing').not.toContain(key)
  })
  it('are told to whoever has all points, though they could hand in again', async () => {
    const id = await lay({}, [chosen])
    expect((await hand(id, [{ item: 'i0', answer: choose('b') }])).status).toBe(200)
    expect((await look(id)).raw.body).not.toContain(key)
    expect((await hand(id, [{ item: 'i0', answer: choose('a') }])).status).toBe(200)
    expect((await look(id)).raw.body).toContain(key)
  })
  it('are told after the end where the homework says so, in its score neither', async () => {
    const id = await lay({ tells: 'due', due_at: at(10), attempts: 1 }, [chosen])
    await hand(id, [{ item: 'i0', answer: choose('a') }])
    const now = await look(id)
    expect(now.raw.body).not.toContain(key)
    expect([now.body.points, now.body.hand_ins[0]?.points, now.body.hand_ins[0]?.answers[0]?.points]).toEqual([
      null,
      null,
      null,
    ])
    const score = () => s.ok('GET /learning/courses/:id/score', { params: { id } }, 'student')
    expect((await score()).parts).toMatchObject([{ share: null, waits: true, state: 'waiting' }])
    s.clock.advance(hour * 11)
    expect((await look(id)).raw.body).toContain(key)
    expect((await score()).parts).toMatchObject([{ share: 1, state: 'graded' }])
  })
  it('of a question that an exam asks are told to nobody who learns, nor what was right of it', async () => {
    const id = await lay({ attempts: 1 }, [chosen, essay])
    const { body } = await hand(id, [
      { item: 'i0', answer: choose('a') },
      { item: 'i1', answer: short('x') },
    ])
    await mark(id, body.hand_in.id, 1)
    expect((await look(id)).raw.body).toContain('CANARY-KEY feedback')
    const set = await s.ok('POST /paper-sets', { body: { name: 'Asked in an exam' } }, 'super')
    const items = [{ id: 'x', bank: 'theory' as const, question_id: chosen, question_version: 1, score: 2 }]
    const variants = [{ id: 'v', sections: [{ id: 'q', title: 'One', items }] }]
    const paper = await s.ok('POST /papers', { body: { name: 'Asks it', set_id: set.id, variants } }, 'super')
    const exam = await layExam(s, paper.id)
    const now = await look(id)
    expect(now.raw.body).not.toContain('CANARY-KEY feedback')
    expect(now.body.hand_ins[0]).toMatchObject({ raw: 1, score: 2 })
    expect(now.body.hand_ins[0]?.answers.map((a) => a.item)).toEqual(['i1'])
    expect(now.body).toMatchObject({ withheld: 1, points: 1, score: 2 })
    // a page that was open before knows nothing of it: what it sends is kept, and the rest is handed in
    const other = await hand(
      id,
      [
        { item: 'i0', answer: choose('a') },
        { item: 'i1', answer: short('y') },
      ],
      {},
      'second-student',
    )
    expect(other.body.hand_in.receipt).toMatchObject({ items: 1, answered: 1 })
    await s.ok('POST /exams/:id/end', { params: { id: exam }, body: { reason: 'over' } as never }, 'super')
  })
})

describe('a question that is in an exam', () => {
  beforeEach(layAsked)
  const asksBoth = async () => {
    const set = await s.ok('POST /paper-sets', { body: { name: 'In an exam' } }, 'super')
    const items = [chosen, essay].map((question_id, n) => ({
      id: `x${n}`,
      bank: 'theory' as const,
      question_id,
      question_version: 1,
      score: 2,
    }))
    const variants = [{ id: 'v', sections: [{ id: 'q', title: 'One', items }] }]
    return (await s.ok('POST /papers', { body: { name: 'Asks both', set_id: set.id, variants } }, 'super')).id
  }
  const picked = async () => {
    const { items } = await s.ok('GET /papers/questions', { query: { bank: 'theory', page_size: 200 } }, 'super')
    return [chosen, essay].map((id) => items.find((i) => i.question_id === id)?.in_exam)
  }
  const lines = async (course: string) =>
    (await s.ok('GET /courses/:id/publication', { params: { id: course } }, 'super')).checklist.map((l) => l.line)
  const elsewhere = async (exam: string) =>
    (await s.ok('GET /exams/:id/checklist', { params: { id: exam } }, 'super')).items.find(
      (l) => l.what === 'elsewhere',
    )

  it('is said to whoever picks it, while the exam may be written and until it is marked', async () => {
    const course = await lay({ attempts: 1 }, [chosen, essay])
    expect([await picked(), await lines(course)]).toEqual([[null, null], []])
    const paper = await asksBoth()
    const exam = await layExam(s, paper)
    expect([await picked(), await lines(course)]).toEqual([['asked', 'asked'], ['exam_asks']])
    const facts = await s.ok(
      'POST /papers/items',
      { body: { items: [{ bank: 'theory', question_id: essay, question_version: 1 }] } },
      'super',
    )
    expect(facts.items.map((i) => i.in_exam)).toEqual(['asked'])
    const practice = await s.ok('GET /courses/:id/practice', { params: { id: course } }, 'super')
    expect(practice.sets.reduce((n, one) => n + one.in_exam, 0)).toBe(2)
    expect(await elsewhere(exam), 'its own questions are no matter').toMatchObject({ ok: true })
    const later = await layExam(s, paper)
    expect(await elsewhere(later)).toMatchObject({ ok: false, params: { n: 2 } })
    await s.ok('POST /exams/:id/end', { params: { id: later }, body: { reason: 'over' } as never }, 'super')
    // somebody sits it, and what they wrote waits for a mark
    const attempt = await s.ok('POST /my-exams/:id/begin', { params: { id: exam }, body: { writer } }, 'student')
    await s.ok(
      'POST /exam-attempts/:id/hand-in',
      { params: { id: attempt.attempt }, body: { epoch: 1, writer } as never },
      'student',
    )
    await s.ok('POST /exams/:id/end', { params: { id: exam }, body: { reason: 'over' } as never }, 'super')
    await s.db.query(`update exam_attempt set status = 'to-be-scored' where exam_id = $1`, [exam])
    expect([await picked(), await lines(course)]).toEqual([['marked', 'marked'], ['exam_marks']])
    await s.db.query(`update exam_attempt set status = 'scored' where exam_id = $1`, [exam])
    expect([await picked(), await lines(course)]).toEqual([[null, null], []])
  })
})

describe('what is sent twice', () => {
  it('is one hand-in, whatever keys it is sent with', async () => {
    const id = await lay({ attempts: 3 }, [chosen])
    const sent = await Promise.all(
      Array.from({ length: 20 }, () => hand(id, [{ item: 'i0', answer: choose('a') }], { n: 1 })),
    )
    expect(sent.map((r) => r.status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(new Set(sent.map((r) => r.body.hand_in.id)).size).toBe(1)
    expect([(await seen(id)).hand_ins.length, (await seen(id)).left]).toEqual([1, 2])
    expect(code(await hand(id, [], { n: 5 }))).toEqual([409, 'stale_version'])
    expect((await hand(id, [{ item: 'i0', answer: choose('b') }])).body.hand_in.n).toBe(2)
  })
})

describe('a key that an open homework keeps', () => {
  const key = 'CANARY-KEY'
  beforeEach(layAsked)
  /** The question can be practised by everybody. */
  const practised = async (question: string) => {
    const { set_id } = await s.ok('GET /theory-questions/:id', { params: { id: question } }, 'super')
    const { name, parent_id, description, order, version } = await s.ok(
      'GET /theory-sets/:id',
      { params: { id: set_id } },
      'super',
    )
    const open = { name, parent_id, description, order, version, practice: true }
    await s.ok('PUT /theory-sets/:id', { params: { id: set_id }, body: open as never }, 'super')
    await s.ok(
      'PUT /theory-questions/:id/audience',
      { params: { id: question }, body: { ...everybody, version: 1 } as never },
      'super',
    )
  }
  const practise = (question: string, as: As = 'student') =>
    s.call('GET /practice/questions/:id', { params: { id: question }, query: {} }, as)
  const tryIt = (question: string, option: string) =>
    s.call(
      'POST /practice/questions/:id/tries',
      { params: { id: question }, query: {}, body: { answer: choose(option), version: 1, run_id: null } },
      'student',
    )

  it('comes out of no practice of its learners, and of what they practised before neither', async () => {
    await practised(chosen)
    const before = await tryIt(chosen, 'b')
    const id = await lay({ attempts: 1, opens_at: at(1), due_at: at(10), tells: 'due' }, [chosen])
    expect((await practise(chosen)).status, 'before it opens').toBe(200)
    s.clock.advance(hour * 2)
    expect(code(await practise(chosen))).toEqual([404, 'not_found'])
    expect(code(await tryIt(chosen, 'a'))).toEqual([404, 'not_found'])
    const kept = async () => {
      const one = await s.call('GET /practice/tries/:id', { params: { id: before.body.id }, query: {} }, 'student')
      const mistakes = await s.ok('GET /practice/mistakes', { query: {} }, 'student')
      const records = await s.ok('GET /practice/records', { query: {} }, 'student')
      return [
        one.raw.body.includes(key),
        one.body.right,
        mistakes.items.find((m) => m.id === chosen)?.answer ?? null,
        records.items.find((r) => r.question_id === chosen)?.right ?? null,
      ]
    }
    expect(await kept()).toEqual([false, null, null, null])
    await hand(id, [{ item: 'i0', answer: choose('a') }])
    expect((await practise(chosen)).status, 'it is not told yet').toBe(404)
    s.clock.advance(hour * 11)
    expect((await practise(chosen)).status).toBe(200)
    expect(await kept()).toEqual([true, false, choose('b'), false])
  })
  it('comes out of no quiz and no other homework, and a quiz asks on', async () => {
    const quiz = await layCourse(s, {
      lessons: [{ id: 'l1', sections: [{ id: 'q1', content: quizOf([chosen, essay]) }] }],
    })
    await s.ok('POST /learning/courses/:id/join', { params: { id: quiz }, body: {} }, 'student')
    const other = await lay({ attempts: 1 }, [chosen])
    const id = await lay({ attempts: 1, due_at: at(10) }, [chosen])
    const said = await s.call(
      'POST /learning/courses/:id/sections/:section/tries',
      { params: { id: quiz, section: 'q1' }, query: {}, body: { answers: { i0: choose('a') }, revision: 1 } },
      'student',
    )
    expect(said.raw.body).not.toContain(key)
    expect(said.body.try).toMatchObject({
      points: 0,
      score: 0,
      answers: [{ item: 'i0', points: null, right: null, key: null, held: true }, { item: 'i1' }],
    })
    const { body } = await hand(other, [{ item: 'i0', answer: choose('a') }])
    expect(body.hand_in.answers[0]).toMatchObject({ points: 2, key: null })
    expect((await look(other)).raw.body).not.toContain(key)
    s.clock.advance(hour * 11)
    expect((await look(other)).raw.body).toContain(key)
    expect((await look(id)).status).toBe(200)
  })
  it('is kept from everybody while others may still hand in by a date: whoever may join, has left, or could tell a friend', async () => {
    await practised(chosen)
    const id = await lay({ due_at: at(10) }, [chosen])
    await s.ok('POST /learning/courses/:id/leave', { params: { id }, body: {} }, 'student')
    expect((await practise(chosen)).status, 'who left').toBe(404)
    s.clock.advance(hour * 11)
    expect((await practise(chosen)).status).toBe(200)
  })
  it('is kept no longer from whoever leaves the course before they begin it', async () => {
    await practised(chosen)
    const id = await lay({}, [chosen])
    expect((await practise(chosen)).status).toBe(404)
    await s.ok('POST /learning/courses/:id/leave', { params: { id }, body: {} }, 'student')
    expect((await practise(chosen)).status).toBe(200)
    expect((await practise(chosen, 'second-student')).status, 'others are in it').toBe(404)
    await save(id, [{ item: 'i0', answer: choose('a') }], {}, 'second-student')
    await s.ok('POST /learning/courses/:id/leave', { params: { id }, body: {} }, 'second-student')
    expect((await practise(chosen, 'second-student')).status, 'who has begun may come back').toBe(404)
  })
})

describe('marking', () => {
  it('is for whoever may change the course', async () => {
    const id = await lay()
    const { body } = await hand(id, [{ item: 'i1', answer: short('CANARY-MINE') }])
    for (const as of ['student', 'second-student', 'teacher'] as const) {
      for (const route of [
        'GET /courses/:id/practice',
        'GET /courses/:id/practice/questions',
        'GET /courses/:id/scores',
        'GET /courses/:id/homework/:section/learners',
        'GET /courses/:id/homework/:section/marking',
        'GET /courses/:id/hand-ins/:hand_in',
      ] as const) {
        const r = await s.send(route, { params: { ...place(id), hand_in: body.hand_in.id }, query: {} }, as)
        expect([403, 404], `${as} ${route}`).toContain(r.status)
      }
      expect([403, 404]).toContain((await mark(id, body.hand_in.id, 1, {}, as)).status)
    }
    expect((await desk(id, body.hand_in.id)).raw.body).toContain('CANARY-MINE')
  })
  it('gives what waits by question, keeps what was given, and tells the learner when all is marked', async () => {
    const id = await lay()
    for (const as of ['student', 'second-student'] as const)
      await hand(
        id,
        [
          { item: 'i0', answer: choose('b') },
          { item: 'i1', answer: short(`of ${as}`) },
        ],
        {},
        as,
      )
    const marking = () => s.ok('GET /courses/:id/homework/:section/marking', { params: place(id) }, 'super')
    expect((await marking()).items).toMatchObject([{ id: 'i1', n: 2, answers: 2, open: 2 }])
    const next = (not: string[] = []) =>
      s.ok(
        'GET /courses/:id/homework/:section/marking/next',
        { params: place(id), query: { item: 'i1', ...(not.length ? { not } : {}) } },
        'super',
      )
    const { items, left } = await next()
    expect([left, items.map((i) => i.item.answer)]).toEqual([2, [short('of student'), short('of second-student')]])
    expect(items[0]?.item.rubric.map((l) => l.points)).toEqual([3, 1])
    const [first, second] = items
    if (!first || !second) throw new Error('two wait')
    expect((await next([first.attempt])).items.map((i) => i.attempt)).toEqual([second.attempt])
    const body = { item: 'i1', points: 3.5, comment: 'Good.', lines: [0], version: first.version }
    const give = (more: object = {}) =>
      s.call(
        'POST /courses/:id/hand-ins/:hand_in/marks',
        { params: { id, hand_in: first.attempt }, body: { ...body, ...more } },
        'super',
      )
    expect(code(await give({ points: 4.5 }))).toEqual([422, 'validation'])
    expect(code(await give({ item: 'i0' })), 'a rule judged it').toEqual([409, 'not_allowed_in_state'])
    expect((await give()).body).toMatchObject({ points: 3.5, open: 0 })
    expect(code(await give()), 'somebody marked meanwhile').toEqual([409, 'stale_version'])
    expect((await next()).items.map((i) => i.attempt)).toEqual([second.attempt])
    expect((await next()).comments).toEqual([{ text: 'Good.' }])
    const mine = await s.ok(
      'GET /courses/:id/homework/:section/marking/mine',
      { params: place(id), query: { item: 'i1' } },
      'super',
    )
    expect(mine.items.map((i) => [i.attempt, i.item.points])).toEqual([[first.attempt, 3.5]])
    const { rows } = await s.db.query<{ user_id: string }>(
      `select user_id from message where kind = 'homework_marked' and params->>'homework' = 'Section s1' and user_id = $1`,
      [userId('student')],
    )
    expect(rows.length).toBeGreaterThan(0)
  })
  it('of several that count by the last asks for the newest alone', async () => {
    const id = await lay({ counts: 'last' })
    const { body } = await hand(id, [{ item: 'i1', answer: short('first') }])
    await hand(id, [{ item: 'i1', answer: short('second') }])
    const next = await s.ok(
      'GET /courses/:id/homework/:section/marking/next',
      { params: place(id), query: { item: 'i1' } },
      'super',
    )
    expect(next.items.map((i) => i.item.answer)).toEqual([short('second')])
    expect(code(await mark(id, body.hand_in.id, 2))).toEqual([409, 'not_allowed_in_state'])
  })
  it('gives back with a comment, to be done again as late as it was; opens again with a reason', async () => {
    const id = await lay({ due_at: at(1), late_until: at(30), late_permille: 100, attempts: 1 })
    s.clock.advance(hour * 2)
    const first = (await hand(id, [{ item: 'i1', answer: short('thin') }])).body.hand_in
    const back = async (more: object = {}) => {
      const { body } = await desk(id, first.id)
      return s.call(
        'POST /courses/:id/hand-ins/:hand_in/return',
        { params: { id, hand_in: first.id }, body: { comment: 'Say why.', version: body.version, ...more } },
        'super',
      )
    }
    s.clock.advance(hour * 40)
    expect(code(await back())).toEqual([409, 'homework_return_until'])
    expect(code(await back({ until: at(-1) }))).toEqual([409, 'homework_return_until'])
    expect(code(await back({ until: at(5), comment: '  ' }))).toEqual([422, 'validation'])
    expect((await back({ until: at(5) })).body).toMatchObject({ state: 'returned', can: [] })
    const now = await seen(id)
    expect([now.may, now.state, now.points, now.phase]).toEqual([true, 'returned', null, 'over'])
    expect(now.hand_ins[0]?.words).toMatchObject([{ what: 'return', text: 'Say why.' }])
    const second = (await hand(id, [{ item: 'i1', answer: short('because') }])).body.hand_in
    expect(second).toMatchObject({ n: 2, late_days: 1, late_permille: 100, state: 'submitted' })
    expect(code(await hand(id, [{ item: 'i1', answer: short('again') }])), 'once').toEqual([409, 'homework_over'])
    await mark(id, second.id, 4)
    expect((await seen(id)).points).toBe(3.6)
    const opened = await s.call(
      'POST /courses/:id/hand-ins/:hand_in/reopen',
      {
        params: { id, hand_in: second.id },
        body: { reason: 'Read too fast', version: (await desk(id, second.id)).body.version },
      },
      'super',
    )
    expect(opened.body).toMatchObject({ state: 'submitted', open: 1, points: 0 })
    expect(opened.body.items[1]?.past).toMatchObject([{ points: 4 }])
    expect((await seen(id)).points).toBeNull()
    await mark(id, second.id, 2)
    expect((await seen(id)).points).toBe(1.8)
    const { rows } = await s.db.query<{ kind: string }>(
      `select distinct kind from message where user_id = $1 and kind like 'homework_%' and kind <> 'homework_soon'`,
      [userId('student')],
    )
    expect(rows.map((r) => r.kind).toSorted()).toEqual(['homework_marked', 'homework_reopened', 'homework_returned'])
  })
  it('completes the section and the course once the score is reached, whoever brought it about', async () => {
    const id = await lay({}, [{ id: essay, score: 4 }], { rule: 'score', share: 0.5 })
    const one = (await hand(id, [{ item: 'i0', answer: short('x') }])).body
    expect([one.completed, (await seen(id)).done_at]).toEqual([false, null])
    await mark(id, one.hand_in.id, 1, { item: 'i0' })
    expect((await seen(id)).done_at).toBeNull()
    const two = (await hand(id, [{ item: 'i0', answer: short('y') }])).body
    await mark(id, two.hand_in.id, 2, { item: 'i0' })
    expect((await seen(id)).done_at).not.toBeNull()
    const course = await s.ok('GET /learning/courses/:id', { params: { id } }, 'student')
    expect(course.member?.state).toBe('completed')
  })
})

describe('files of an answer', () => {
  it('are such as are asked for, and read by nobody but their writer and whoever marks', async () => {
    const set = await s.ok('POST /exercise-sets', { body: { name: 'Hands on homework' } }, 'super')
    const task = await fileOf(s, 'task.txt', 'super')
    const { id: question } = await s.ok(
      'POST /exercises',
      {
        body: {
          title: 'Capture it',
          set_id: set.id,
          upload: { wanted: true, files: 1, ends: ['.pcap'] },
          attachments: [task],
        } as never,
      },
      'super',
    )
    const id = await lay({ opens_at: at(1) }, [{ id: question, bank: 'exercise', score: 5 }])
    const read = async (file: string, as: As) =>
      (await s.send('GET /attachments/:id', { params: { id: file } }, as)).status
    expect(await read(task.file, 'student'), 'before it opens').toBe(404)
    s.clock.advance(hour)
    expect(await read(task.file, 'student')).toBe(200)
    expect(await read(task.file, 'normal'), 'who does not learn there').not.toBe(200)
    const own = await fileOf(s, 'mine.pcap', 'student')
    const refused = await s.call('POST /attachments', { body: { name: 'mine.exe', size: 4 } }, 'student')
    expect(refused.status).toBe(422)
    const answer = (files: object[]) => [{ item: 'i0', answer: { type: 'operation', text: '', files } as Answer }]
    const others = await fileOf(s, 'theirs.pcap', 'second-student')
    expect((await save(id, answer([others]))).status).toBe(422)
    expect((await save(id, answer([own]))).status).toBe(200)
    for (const [as, status] of [
      ['student', 200],
      ['super', 200],
      ['second-student', 404],
    ] as const)
      expect(await read(own.file, as), as).toBe(status)
    const { body } = await hand(id)
    expect((await desk(id, body.hand_in.id)).body.items[0]).toMatchObject({ answer: { files: [own] }, may: 1 })
  })
  it('a PDF has notes of its marker, which its writer reads once it came back or is marked, and nobody else', async () => {
    const set = await s.ok('POST /exercise-sets', { body: { name: 'Written homework' } }, 'super')
    const body = { title: 'Write it up', set_id: set.id, upload: { wanted: true, files: 2, ends: ['.pdf', '.txt'] } }
    const { id: question } = await s.ok('POST /exercises', { body: body as never }, 'super')
    const id = await lay({}, [{ id: question, bank: 'exercise', score: 5 }])
    const [pdf, other] = [await fileOf(s, 'Mine.PDF', 'student'), await fileOf(s, 'plain.txt', 'student')]
    const files = [{ item: 'i0', answer: { type: 'operation', text: '', files: [pdf, other] } as Answer }]
    const { hand_in } = (await hand(id, files)).body
    const margin = (text: string) => ({
      id: 'n1',
      page: 1,
      kind: 'area',
      rects: [{ x: 0.1, y: 0.1, w: 0.2, h: 0.1 }],
      text,
    })
    const annotate = (file: string, notes: object[], version: number, as: As = 'super') =>
      s.call(
        'PUT /courses/:id/hand-ins/:hand_in/documents/:file/notes',
        { params: { id, hand_in: hand_in.id, file }, body: { version, notes } as never },
        as,
      )
    expect((await desk(id, hand_in.id)).body.documents).toEqual([
      { item: 'i0', file: pdf.file, name: 'Mine.PDF', size: pdf.size, version: 0, notes: [] },
    ])
    expect((await annotate(other.file, [], 0)).status, 'no PDF').toBe(404)
    expect((await annotate(pdf.file, [margin('x')], 0, 'teacher')).status, 'not theirs').toBe(404)
    const said = (await annotate(pdf.file, [margin('CANARY-IN-PDF')], 0)).body
    expect([said.version, said.notes[0]?.by_id]).toEqual([1, userId('super')])
    const late = await annotate(pdf.file, [], 0)
    expect([code(late), late.problem.details?.['current']]).toEqual([
      [409, 'stale_version'],
      expect.objectContaining({ version: 1 }),
    ])
    const told = async () => {
      const raw = await s.send(
        'GET /learning/courses/:id/homework/:section',
        { params: place(id), query: {} },
        'student',
      )
      return raw.raw.body.includes('CANARY-IN-PDF')
    }
    expect(await told(), 'while it waits').toBe(false)
    const back = await s.call(
      'POST /courses/:id/hand-ins/:hand_in/return',
      { params: { id, hand_in: hand_in.id }, body: { comment: 'Once more', until: null, version: hand_in.n } as never },
      'super',
    )
    expect(back.status).toBe(200)
    expect(await told()).toBe(true)
    expect((await seen(id)).hand_ins[0]?.words).toMatchObject([
      { text: 'Once more', author: { username: username('super') } },
    ])
    expect(code(await annotate(pdf.file, [], 1))).toEqual([409, 'not_allowed_in_state'])
    // what is handed in anew has notes of its own
    const again = (await hand(id, files)).body.hand_in
    expect((await desk(id, again.id)).body.documents[0]).toMatchObject({ version: 0, notes: [] })
  })
})

describe('a paper', () => {
  it('is taken as it stands, and what is edited afterwards changes nothing', async () => {
    const set = await s.ok('POST /paper-sets', { body: { name: 'Papers for homework' } }, 'super')
    const item = (n: number, question_id: string) => ({
      id: `q${n}`,
      bank: 'theory' as const,
      question_id,
      question_version: 1,
      score: n,
    })
    const body = {
      name: 'For homework',
      set_id: set.id,
      variants: [
        {
          id: 'v',
          sections: [
            { id: 'one', title: 'First part', items: [item(3, chosen)] },
            { id: 'two', title: 'Second part', items: [item(5, essay)] },
          ],
        },
      ],
    }
    const paper = await s.ok('POST /papers', { body }, 'super')
    const id = await lay({ paper: { paper_id: paper.id, paper_version: 0 } }, [])
    const { parts, score } = await seen(id)
    expect([score, parts.map((p) => [p.title, p.items.map((i) => [i.n, i.score])])]).toEqual([
      8,
      [
        ['First part', [[1, 3]]],
        ['Second part', [[2, 5]]],
      ],
    ])
    const stored = await s.ok('GET /courses/:id/sections/:section', { params: place(id) }, 'super')
    expect(stored.content).toMatchObject({ paper: { paper_version: paper.version, name: 'For homework' } })
    await s.ok(
      'PUT /papers/:id',
      {
        params: { id: paper.id },
        body: {
          ...body,
          variants: [{ id: 'v', sections: [{ id: 'one', title: 'Other', items: [item(9, chosen)] }] }],
          version: paper.version,
        } as never,
      },
      'super',
    )
    const put = (content: object, version: number) =>
      s.call('PUT /courses/:id/sections/:section', { params: place(id), body: { content, version } as never }, 'super')
    const again = await put(stored.content, stored.version)
    expect(again.body.content).toMatchObject({ items: [{ score: 3 }, { score: 5 }] })
    if (stored.content.kind !== 'homework' || !stored.content.paper) throw new Error('it is of a paper')
    const renewed = await put(
      { ...stored.content, paper: { ...stored.content.paper, paper_version: 0 } },
      again.body.version,
    )
    expect(renewed.body.content).toMatchObject({ items: [{ score: 9, part: 'Other' }] })
    const practice = await s.ok('GET /courses/:id/practice', { params: { id } }, 'super')
    expect(practice.papers).toMatchObject([{ id: paper.id, used: [{ id: section }] }])
  })
})

describe('publishing', () => {
  it('refuses a quiz with a score of what only a person can judge, and homework whose dates contradict', async () => {
    const make = (content: Parameters<typeof homeworkOf>[1] | 'quiz') =>
      layCourse(s, {
        lessons: [
          {
            id: 'l1',
            sections: [
              content === 'quiz'
                ? { id: section, rule: 'score', content: quizOf([chosen, essay]) }
                : { id: section, content: homeworkOf([chosen], content) },
            ],
          },
        ],
        publish: false,
      })
    for (const [id, line] of [
      [await make('quiz'), 'score_by_person'],
      [await make({ opens_at: at(2), due_at: at(1) }), 'homework_dates'],
      [await make({ late_until: at(2) }), 'homework_dates'],
    ] as const) {
      const { checklist } = await s.ok('GET /courses/:id/publication', { params: { id } }, 'super')
      expect(checklist).toContainEqual({ line, blocks: true, sections: [{ id: section, title: 'Section s1' }] })
      const { version } = await s.ok('GET /courses/:id', { params: { id } }, 'super')
      const r = await s.call('POST /courses/:id/publish', { params: { id }, body: { version } }, 'super')
      expect([...code(r), r.problem.details]).toEqual([409, 'course_contradicts', { n: 1 }])
    }
    await publishCourse(s, await make({ opens_at: at(1), due_at: at(2), late_until: at(3) }))
  })
})

describe('what a course practises with', () => {
  it('names sets, questions with how they were answered, and who is missing', async () => {
    const id = await lay({ due_at: at(1), attempts: 1 }, [chosen])
    await hand(id, [{ item: 'i0', answer: choose('b') }])
    const practice = () => s.ok('GET /courses/:id/practice', { params: { id } }, 'super')
    expect((await practice()).homework).toMatchObject([{ learners: 2, handed: 1, marked: 1, waiting: 0, missing: 0 }])
    s.clock.advance(hour * 2)
    expect((await practice()).homework).toMatchObject([{ missing: 1 }])
    const learners = async (query: object = {}) =>
      (await s.ok('GET /courses/:id/homework/:section/learners', { params: place(id), query }, 'super')).items.map(
        (l) => [l.user_id, l.state, l.missing, l.points],
      )
    expect((await learners()).toSorted()).toEqual(
      [
        [userId('student'), 'marked', false, 0],
        [userId('second-student'), 'none', true, null],
      ].toSorted(),
    )
    expect(await learners({ state: 'missing' })).toEqual([[userId('second-student'), 'none', true, null]])
    const file = await s.call(
      'GET /courses/:id/homework/:section/learners/file',
      { params: place(id), query: { format: 'csv', language: 'zh-CN' } },
      'super',
    )
    expect(file.raw.body).toContain('缺交')
    const questions = await s.ok('GET /courses/:id/practice/questions', { params: { id }, query: {} }, 'super')
    expect(questions.items).toMatchObject([{ id: chosen, answered: 1, share: 0, used: [{ id: section }] }])
  })
  it('offers sets beside it to whoever may practise them', async () => {
    await layAsked()
    const id = await lay({ opens_at: at(1) }, [chosen])
    const { sets } = await s.ok('GET /courses/:id/practice', { params: { id } }, 'super')
    const [set] = sets
    if (!set) throw new Error('the question is of a set')
    expect([set.beside, set.questions]).toEqual([false, 1])
    const put = (of: object[]) =>
      s.call('PUT /courses/:id/practice/sets', { params: { id }, body: { sets: of as never } }, 'super')
    expect(code(await put([{ bank: 'theory', id: 'nowhere' }]))).toEqual([422, 'validation'])
    expect((await put([{ bank: 'theory', id: set.id }])).status).toBe(200)
    const offered = async (as: As = 'student') =>
      (await s.ok('GET /learning/courses/:id/practice', { params: { id } }, as)).items.map((i) => i.id)
    expect(await offered(), 'a set that is closed for practice').toEqual([])
    const { name, parent_id, description, order, version } = await s.ok(
      'GET /theory-sets/:id',
      { params: { id: set.id } },
      'super',
    )
    const open = { name, parent_id, description, order, version, practice: true }
    await s.ok('PUT /theory-sets/:id', { params: { id: set.id }, body: open as never }, 'super')
    await s.ok(
      'PUT /theory-questions/:id/audience',
      {
        params: { id: chosen },
        body: {
          all: true,
          orgs: [],
          roles: [],
          users: [],
          teams: [],
          version: (await s.ok('GET /theory-questions/:id', { params: { id: chosen } }, 'super')).version,
        } as never,
      },
      'super',
    )
    expect(await offered()).toEqual([set.id])
    expect((await put([])).status).toBe(200)
    expect(await offered()).toEqual([])
  })
})

describe('the score', () => {
  it('weighs quiz and homework, and says of each part how it counts', async () => {
    const id = await layCourse(s, {
      lessons: [
        {
          id: 'l1',
          sections: [
            { id: 'q1', content: quizOf([chosen]) },
            { id: section, content: homeworkOf([chosen], { due_at: at(1), attempts: 1 }) },
            { id: 't1', content: text('Nothing to score') },
            { id: 'o1', optional: true, content: quizOf([chosen]) },
          ],
        },
      ],
    })
    for (const as of ['student', 'second-student'] as const)
      await s.ok('POST /learning/courses/:id/join', { params: { id }, body: {} }, as)
    const score = (as: As = 'student') => s.ok('GET /learning/courses/:id/score', { params: { id } }, as)
    expect(await score()).toMatchObject({ share: null, grade: null })
    expect((await score()).parts.map((p) => [p.id, p.state])).toEqual([
      ['q1', 'open'],
      [section, 'open'],
    ])
    await s.ok(
      'POST /learning/courses/:id/sections/:section/tries',
      { params: { id, section: 'q1' }, body: { answers: { i0: choose('a') }, revision: 1 }, query: {} },
      'student',
    )
    expect(await score()).toMatchObject({ share: 1, grade: 'A' })
    const put = (weights: object, version: number) =>
      s.call('PUT /courses/:id/scores/weights', { params: { id }, body: { weights, version } as never }, 'super')
    expect(code(await put({ quiz: 0, homework: 0, report: 0, package: 0, attendance: 0 }, 1))).toEqual([
      422,
      'validation',
    ])
    const weights = { quiz: 25, homework: 75, report: 0, package: 0, attendance: 0 }
    expect((await put(weights, 1)).body).toEqual({ weights, version: 2 })
    expect(code(await put({ ...weights, quiz: 50 }, 1))).toEqual([409, 'stale_version'])
    s.clock.advance(hour * 2)
    expect(await score(), 'nothing handed in by its due time').toMatchObject({ share: 0.25, grade: 'D' })
    const all = await s.ok('GET /courses/:id/scores', { params: { id }, query: {} }, 'super')
    expect(all.items.map((r) => [r.user_id, r.share, r.missing]).toSorted()).toEqual(
      [
        [userId('student'), 0.25, 1],
        [userId('second-student'), 0, 1],
      ].toSorted(),
    )
  })
})

describe('what is due', () => {
  it('is what can be handed in and was not, the next first, of courses one learns in', async () => {
    const later = await lay({ due_at: at(5) }, [chosen])
    const sooner = await lay({ due_at: at(3) }, [chosen])
    const closed = await lay({ opens_at: at(1), due_at: at(2) }, [chosen])
    const mine = [later, sooner, closed]
    const due = async () =>
      (await s.ok('GET /learning/due', { query: { page_size: 200 } }, 'student')).items
        .map((d) => d.course.id)
        .filter((id) => mine.includes(id))
    expect(await due()).toEqual([sooner, later])
    await hand(sooner, [{ item: 'i0', answer: choose('a') }])
    expect(await due()).toEqual([later])
    s.clock.advance(hour * 6)
    expect(await due()).toEqual([])
    expect((await s.ok('GET /learning/due', { query: {} }, 'referee')).items).toEqual([])
  })
})
