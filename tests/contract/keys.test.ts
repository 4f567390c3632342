/** Keys stay closed while anybody may still write an answer to their question, whichever screen asks for them (checks E9, B2). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { env } from '#config/env.ts'
import { api } from '#src/contract/api.ts'
import { splitKey } from '#src/contract/lib/route.ts'
import { homeworkOf, layCourse, quizOf } from '../support/course.ts'
import { unknownParams } from '../support/unknownParams.ts'
import { chosen, everybody, layExam, minute, saveOf, settleDue } from '../support/exam.ts'
import { type As, testServer, type TestServer, userId } from './support/server.ts'

let s: TestServer
let paper = ''
let question = ''
const key = 'CANARY-KEY'
const writer = 'page-number-one'

beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  const set = await s.ok('POST /theory-sets', { body: { name: 'Keys', practice: true } as never }, 'super')
  const body = {
    title: 'Keys',
    stem: 'Which of them is it?',
    type: 'single',
    set_id: set.id,
    explanation: `${key} explanation`,
    options: [
      { id: 'a', text: 'This', correct: true, feedback: `${key} feedback` },
      { id: 'b', text: 'That', feedback: `${key} feedback` },
    ],
  }
  const made = await s.ok('POST /theory-questions', { body: body as never }, 'super')
  question = made.id
  await s.ok(
    'PUT /theory-questions/:id/audience',
    { params: { id: question }, body: { ...everybody, version: made.version } as never },
    'super',
  )
  const papers = await s.ok('POST /paper-sets', { body: { name: 'Keys' } }, 'super')
  const item = { id: 'i0', bank: 'theory' as const, question_id: question, question_version: 1, score: 2 }
  const variants = [{ id: 'v', sections: [{ id: 's', title: 'One', items: [item] }] }]
  const laid = await s.ok(
    'POST /papers',
    { body: { name: 'Keys', set_id: papers.id, variants, practice: true } as never },
    'super',
  )
  paper = laid.id
  await s.ok(
    'PUT /papers/:id/audience',
    { params: { id: paper }, body: { ...everybody, version: laid.version } as never },
    'super',
  )
})
afterAll(() => s.close())

const begin = async (exam: string, as: As) =>
  (await s.ok('POST /my-exams/:id/begin', { params: { id: exam }, body: { writer } }, as)).attempt
const handIn = (id: string, as: As) =>
  s.ok('POST /exam-attempts/:id/hand-in', { params: { id }, body: { epoch: 1, writer } }, as)
/** An exam whose student answered rightly; over, and out. */
async function past(): Promise<{ exam: string; attempt: string }> {
  const exam = await layExam(s, paper, { review_depth: 'keys' })
  const attempt = await begin(exam, 'student')
  await saveOf(s, attempt, { seq: 1, answers: [chosen('i0', 'a')] })
  await handIn(attempt, 'student')
  await s.ok('POST /exams/:id/end', { params: { id: exam }, body: { reason: 'done' } as never }, 'super')
  await settleDue(s)
  await s.ok('POST /exams/:id/publish', { params: { id: exam }, body: {} }, 'super')
  return { exam, attempt }
}
const review = (id: string) => s.ok('GET /exam-attempts/:id/review', { params: { id } }, 'student')
/** What practice counts as right, wherever it does. */
async function sums(run: string) {
  const groups = await s.ok('GET /practice/record-groups', { query: {} }, 'student')
  const { days } = await s.ok('GET /practice/activity', { query: {} }, 'student')
  const one = await s.ok('GET /practice/paper-runs/:id', { params: { id: run } }, 'student')
  const { best, runs } = await s.ok('GET /practice/papers/:id', { params: { id: paper } }, 'student')
  return {
    groups: groups.items.reduce((n, g) => n + g.right + g.share, 0),
    days: days.reduce((n, d) => n + d.right, 0),
    run: [one.result?.points, one.score],
    runs: runs.map((r) => [r.points, r.score]),
    best,
  }
}
/** Of a course that asks the question in a quiz. */
const lesson = { lesson: 'l1', section: 's1' }
/** Routes that tell them the key; of a turn every third of them. */
async function leaks(ids: readonly string[], as: As, turn?: number): Promise<string[]> {
  const found: string[] = []
  const reads = Object.keys(api).filter((k) => k.startsWith('GET'))
  for (const route of reads.filter((_, n) => turn === undefined || n % 3 === turn))
    for (const id of splitKey(route)[1].includes(':id') ? ids : ['']) {
      const { raw } = await s.send(route, { params: { ...unknownParams(route), ...lesson, id }, query: {} }, as)
      if (raw.body.includes(key)) found.push(`${String(as)} ${route}`)
    }
  return found
}

describe('a question of an exam that somebody may still write', () => {
  it('has no key in a review of another exam, nor on its print, in practice and its records, nor anything that tells it', async () => {
    const { exam, attempt } = await past()
    const body = { answer: { type: 'single' as const, chosen: ['a'] }, version: 1, run_id: null }
    const tried = await s.ok('POST /practice/questions/:id/tries', { params: { id: question }, body }, 'student')
    const { run } = await s.ok(
      'POST /practice/papers/:id/begin',
      { params: { id: paper }, body: { timed: false } as never },
      'student',
    )
    await s.ok(
      'POST /practice/paper-runs/:id/hand-in',
      { params: { id: run }, body: { answers: [chosen('i0', 'a')] } } as never,
      'student',
    )
    const course = await layCourse(s, {
      lessons: [{ id: lesson.lesson, sections: [{ id: lesson.section, content: quizOf([question]) }] }],
    })
    await s.ok('POST /learning/courses/:id/join', { params: { id: course }, body: {} }, 'student')
    await s.ok(
      'POST /learning/courses/:id/sections/:section/tries',
      {
        params: { id: course, section: lesson.section },
        body: { answers: { i0: { type: 'single', chosen: ['a'] } }, revision: 1 },
      },
      'student',
    )
    const homework = await layCourse(s, {
      lessons: [
        { id: lesson.lesson, sections: [{ id: lesson.section, content: homeworkOf([question], { attempts: 1 }) }] },
      ],
    })
    await s.ok('POST /learning/courses/:id/join', { params: { id: homework }, body: {} }, 'student')
    await s.ok(
      'POST /learning/courses/:id/homework/:section/hand-in',
      {
        params: { id: homework, section: lesson.section },
        query: {},
        body: { writer: 'page-number-one', epoch: 1, revision: 1, n: 1, answers: [chosen('i0', 'a')] },
      },
      'student',
    )
    const ids = [exam, attempt, question, tried.id, run, paper, course, homework]
    expect(await sums(run)).toEqual({ groups: 4, days: 2, run: [2, 2], runs: [[2, 2]], best: 1 })
    expect((await review(attempt)).sections[0]?.items[0]).toMatchObject({ closed: false, points: 2 })
    const told = await leaks(ids, 'student')
    expect(told.length).toBeGreaterThan(3)
    expect(told).toContain('student GET /learning/courses/:id/lessons/:lesson')
    expect(told).toContain('student GET /learning/courses/:id/homework/:section')

    const objection = { params: { id: attempt }, body: { item: 'i0', text: 'It is right.' } }
    await s.ok('POST /exam-attempts/:id/objections', objection, 'student')
    await s.db.query(`update exam_objection set reply = $2, replied_at = now() where attempt_id = $1`, [
      attempt,
      'It is not: a is.',
    ])

    const running = await layExam(s, paper)
    expect(await leaks(ids, 'student')).toEqual([])
    for (const [turn, as] of (['second-student', 'normal', undefined] as const).entries())
      expect(await leaks(ids, as, env.whole ? undefined : turn)).toEqual([])
    const shut = {
      closed: true,
      points: null,
      answer: null,
      rule: '',
      comment: '',
      why: [],
      key: null,
      // one's own words stay; what was replied says what is right
      objection: { text: 'It is right.', at: expect.any(String), reply: null, replied_at: null },
    }
    expect((await review(attempt)).sections[0]?.items[0]).toMatchObject(shut)
    const { problem } = await s.call('POST /exam-attempts/:id/objections', objection, 'student')
    expect([problem.code, problem.details]).toEqual(['question_still_asked', undefined])
    const print = await s.ok('GET /exams/:id/print', { params: { id: exam } }, 'student')
    expect(print.sheets[0]?.sections[0]?.items[0]).toMatchObject({
      closed: true,
      points: null,
      answer: null,
      key: null,
    })
    const one = await s.ok('GET /practice/tries/:id', { params: { id: tried.id } }, 'student')
    expect(one).toMatchObject({ closed: true, answer: null, share: null, right: null, key: null, state: 'submitted' })
    const records = await s.ok('GET /practice/records', {}, 'student')
    expect(records.items.map((r) => [r.closed, r.share, r.right])).toEqual([
      [true, null, null],
      [true, null, null],
    ])
    expect(
      (await s.ok('GET /practice/records', { query: { verdict: ['right', 'partly', 'wrong'] } } as never, 'student'))
        .total,
    ).toBe(0)
    const paperRun = await s.ok('GET /practice/paper-runs/:id', { params: { id: run } }, 'student')
    expect(paperRun.result?.items[0]).toMatchObject({
      closed: true,
      answer: null,
      share: null,
      points: null,
      key: null,
    })
    // a sum that is less by an answer tells whether it was right
    expect(await sums(run)).toEqual({ groups: 0, days: 0, run: [0, 0], runs: [[0, 0]], best: 0 })
    const again = { params: { id: run }, body: { answers: [] } } as never
    expect(await s.ok('POST /practice/paper-runs/:id/hand-in', again, 'student')).toMatchObject({ points: 0, score: 0 })
    // who keeps the bank needs its keys
    expect(await leaks([question], 'super')).toContain('super GET /theory-questions/:id')

    await s.ok('POST /exams/:id/end', { params: { id: running }, body: { reason: 'done' } as never }, 'super')
    expect((await review(attempt)).sections[0]?.items[0]).toMatchObject({ closed: false, points: 2 })
    expect(await s.ok('GET /practice/tries/:id', { params: { id: tried.id } }, 'student')).toMatchObject({
      closed: false,
      right: true,
    })
  })

  it('stays closed past the planned end for a candidate who has more time, before he begins and while he writes', async () => {
    const { attempt } = await past()
    const exam = await layExam(s, paper)
    const more = { user_ids: [userId('second-student')], minutes: 60, reason: 'more time' }
    await s.ok('POST /exams/:id/extra', { params: { id: exam }, body: more }, 'super')
    s.clock.advance((61 * minute) / 1000)
    await settleDue(s)
    const isShut = async () => (await review(attempt)).sections[0]?.items[0]?.closed
    const asked = async () =>
      (await s.call('GET /practice/questions/:id', { params: { id: question } }, 'student')).status
    expect([await isShut(), await asked()]).toEqual([true, 404])
    const late = await begin(exam, 'second-student')
    expect([await isShut(), await asked()]).toEqual([true, 404])
    await handIn(late, 'second-student')
    s.clock.advance((61 * minute) / 1000)
    await settleDue(s)
    expect([await isShut(), await asked()]).toEqual([false, 200])
    // opened again long after its end
    await s.ok(
      'POST /exam-attempts/:id/reopen',
      { params: { id: late }, body: { minutes: 30, reason: 'lost power' } as never },
      'super',
    )
    expect([await isShut(), await asked()]).toEqual([true, 404])
    s.clock.advance((31 * minute) / 1000)
    await settleDue(s)
    expect([await isShut(), await asked()]).toEqual([false, 200])
  })

  it('shows its key at once after an exam for practice, unless a graded one asks it', async () => {
    const exam = await layExam(s, paper, { kind: 'practice', review_depth: 'keys' } as never)
    const attempt = await begin(exam, 'student')
    await saveOf(s, attempt, { seq: 1, answers: [chosen('i0', 'a')] })
    await handIn(attempt, 'student')
    await settleDue(s)
    const open = await review(attempt)
    expect([open.points, open.score, open.sections[0]?.items[0]?.closed]).toEqual([2, 2, false])
    const graded = await layExam(s, paper)
    const shut = await review(attempt)
    expect(shut.sections[0]?.items[0]).toMatchObject({ closed: true, key: null })
    // a sum that changes with one answer tells its key, as well as the key itself
    expect(shut).toMatchObject({
      points: 0,
      score: 2,
      waiting: 2,
      grade: null,
      rank: null,
      rules: { attempts: [], counted: 0 },
    })
    const { items } = await s.ok('GET /my-exams', {}, 'student')
    const told = items.find((e) => e.id === exam)
    const guide = await s.ok('GET /my-exams/:id', { params: { id: exam } }, 'student')
    expect(told).toBeDefined()
    for (const e of told ? [guide, told] : [])
      expect([e.result, e.mine.map((a) => [a.points, a.grade])]).toEqual([null, [[null, null]]])
    const { sheets } = await s.ok('GET /exams/:id/print', { params: { id: exam } }, 'student')
    expect(sheets[0]).toMatchObject({ points: 0, score: 2, waiting: 2, grade: null, rank: null })
    await s.ok('POST /exams/:id/end', { params: { id: graded }, body: { reason: 'done' } as never }, 'super')
  })

  it('of an exam for practice is told at once, with its points, though another of its questions waits for a person', async () => {
    const set = await s.ok('POST /theory-sets', { body: { name: 'Judged in part' } }, 'super')
    const made = async (title: string, more: object) =>
      (
        await s.ok(
          'POST /theory-questions',
          { body: { title, stem: title, set_id: set.id, ...more } as never },
          'super',
        )
      ).id
    const options = [
      { id: 'a', text: 'This', correct: true },
      { id: 'b', text: 'That' },
    ]
    const asked = [
      await made('By rule', { type: 'single', options }),
      await made('By a person', { type: 'short', options: [], reference: 'Anything' }),
    ]
    const items = asked.map((question_id, n) => ({
      id: `i${n}`,
      bank: 'theory',
      question_id,
      question_version: 1,
      score: 2,
    }))
    const papers = await s.ok('POST /paper-sets', { body: { name: 'Judged in part' } }, 'super')
    const variants = [{ id: 'v', sections: [{ id: 's', title: 'One', items }] }]
    const mixed = await s.ok('POST /papers', { body: { name: 'Mixed', set_id: papers.id, variants } as never }, 'super')
    const exam = await layExam(s, mixed.id, { kind: 'practice', review_depth: 'keys' } as never)
    const attempt = await begin(exam, 'student')
    const text = { item: 'i1', marked: false, answer: { type: 'short', text: 'Something' } }
    await saveOf(s, attempt, { seq: 1, answers: [chosen('i0', 'a'), text as never] })
    await handIn(attempt, 'student')
    const [judged, open] = (await review(attempt)).sections[0]?.items ?? []
    expect(judged).toMatchObject({ points: 2, key: { correct: ['a'] } })
    expect(open).toMatchObject({ points: null, key: null })
  })

  it('is told by no sum of an exam whose results are out while it may be written once more', async () => {
    const exam = await layExam(s, paper, { review_depth: 'keys', attempts: 2 })
    const attempt = await begin(exam, 'student')
    await saveOf(s, attempt, { seq: 1, answers: [chosen('i0', 'a')] })
    await handIn(attempt, 'student')
    await s.ok('POST /exams/:id/publish', { params: { id: exam }, body: {} }, 'super')
    const told = async () => {
      const { points, score, grade, rank, rules, sections } = await review(attempt)
      const { mine, result } = await s.ok('GET /my-exams/:id', { params: { id: exam } }, 'student')
      const { sheets } = await s.ok('GET /exams/:id/print', { params: { id: exam } }, 'student')
      return {
        review: { points, score, grade, rank, counted: rules.counted, item: sections[0]?.items[0]?.points },
        guide: { points: mine[0]?.points, result: result?.points },
        print: { points: sheets[0]?.points, grade: sheets[0]?.grade },
      }
    }
    expect(await told()).toEqual({
      review: { points: 0, score: 2, grade: null, rank: null, counted: 0, item: null },
      guide: { points: null, result: undefined },
      print: { points: 0, grade: null },
    })
    await s.ok('POST /exams/:id/end', { params: { id: exam }, body: { reason: 'done' } as never }, 'super')
    expect(await told()).toEqual({
      review: { points: 2, score: 2, grade: 'A', rank: 1, counted: 2, item: 2 },
      guide: { points: 2, result: 2 },
      print: { points: 2, grade: 'A' },
    })
  })

  it('is told by no sum of two attempts at an exam that is over, nor by a sum beside the rest of its sheet', async () => {
    const body = {
      title: 'Beside',
      stem: 'And this?',
      type: 'single',
      options: [
        { id: 'a', text: 'A', correct: true },
        { id: 'b', text: 'B' },
      ],
    }
    const set = await s.ok('POST /theory-sets', { body: { name: 'Beside' } as never }, 'super')
    const beside = await s.ok('POST /theory-questions', { body: { ...body, set_id: set.id } as never }, 'super')
    const papers = await s.ok('POST /paper-sets', { body: { name: 'Both' } }, 'super')
    const item = (id: string, question_id: string) => ({
      id,
      bank: 'theory',
      question_id,
      question_version: 1,
      score: 2,
    })
    const items = [item('i0', question), item('i1', beside.id)]
    const variants = [{ id: 'v', sections: [{ id: 's', title: 'One', items }] }]
    const both = await s.ok('POST /papers', { body: { name: 'Both', set_id: papers.id, variants } as never }, 'super')
    async function sat(attempts: number) {
      const exam = await layExam(s, both.id, { review_depth: 'keys', attempts })
      const sheets: string[] = []
      for (let n = 0; n < attempts; n++) {
        const attempt = await begin(exam, 'student')
        await saveOf(s, attempt, { seq: 1, answers: [chosen('i0', n ? 'b' : 'a'), chosen('i1', 'a')] })
        await handIn(attempt, 'student')
        sheets.push(attempt)
      }
      await s.ok('POST /exams/:id/end', { params: { id: exam }, body: { reason: 'done' } as never }, 'super')
      await settleDue(s)
      await s.ok('POST /exams/:id/publish', { params: { id: exam }, body: {} }, 'super')
      return { exam, sheets }
    }
    const told = async ({ exam, sheets }: Awaited<ReturnType<typeof sat>>) => {
      const { mine } = await s.ok('GET /my-exams/:id', { params: { id: exam } }, 'student')
      const prints = await s.ok(
        'GET /exams/:id/print',
        { params: { id: exam }, query: { of: sheets } as never },
        'student',
      )
      const sums = []
      for (const [n, id] of sheets.entries()) {
        const r = await review(id)
        const points = r.sections[0]?.items.map((i) => i.points)
        expect(prints.sheets.find((p) => p.attempt === id)?.points).toBe(r.points)
        sums.push([mine[n]?.points, r.points, points])
      }
      return sums
    }
    const [once, twice] = [await sat(1), await sat(2)]
    expect([await told(once), await told(twice)]).toEqual([
      [[4, 4, [2, 2]]],
      [
        [4, 4, [2, 2]],
        [2, 2, [0, 2]],
      ],
    ])
    const running = await layExam(s, paper)
    // a mark is told, and nothing it could be compared with; of two attempts, what can be told of either alone
    expect([await told(once), await told(twice)]).toEqual([
      [[4, 4, [null, null]]],
      [
        [null, 2, [null, 2]],
        [null, 2, [null, 2]],
      ],
    ])
    await s.ok('POST /exams/:id/end', { params: { id: running }, body: { reason: 'done' } as never }, 'super')
  })

  it('closes nothing beside itself that practice tells, and keeps its candidate from no answer of their own', async () => {
    const set = await s.ok('POST /theory-sets', { body: { name: 'Neighbours', practice: true } as never }, 'super')
    const closedSet = await s.ok('POST /theory-sets', { body: { name: 'For exams' } as never }, 'super')
    const made = async (title: string, set_id: string) => {
      const body = {
        title,
        stem: 'And this?',
        type: 'single',
        set_id,
        options: [
          { id: 'a', text: 'A', correct: true },
          { id: 'b', text: 'B' },
        ],
      }
      const q = await s.ok('POST /theory-questions', { body: body as never }, 'super')
      const audience = { ...everybody, version: q.version } as never
      await s.ok('PUT /theory-questions/:id/audience', { params: { id: q.id }, body: audience }, 'super')
      return q.id
    }
    const asked = [question, await made('Practised', set.id), await made('Exams alone', closedSet.id)]
    const items = asked.map((question_id, n) => ({
      id: `i${n}`,
      bank: 'theory',
      question_id,
      question_version: 1,
      score: 2,
    }))
    const papers = await s.ok('POST /paper-sets', { body: { name: 'Neighbours' } }, 'super')
    const variants = [{ id: 'v', sections: [{ id: 's', title: 'One', items }] }]
    const three = await s.ok('POST /papers', { body: { name: 'Three', set_id: papers.id, variants } as never }, 'super')
    const sat = async (own: string, more = {}) => {
      const exam = await layExam(s, three.id, { review_depth: 'keys', ...more })
      const attempt = await begin(exam, 'student')
      await saveOf(s, attempt, { seq: 1, answers: [chosen('i0', own), chosen('i1', 'a'), chosen('i2', 'a')] })
      await handIn(attempt, 'student')
      await s.ok('POST /exams/:id/end', { params: { id: exam }, body: { reason: 'done' } as never }, 'super')
      await settleDue(s)
      await s.ok('POST /exams/:id/publish', { params: { id: exam }, body: {} }, 'super')
      return attempt
    }
    const [wrong, allRight, twice] = [await sat('b'), await sat('a'), await sat('a', { attempts: 2 })]
    const running = await layExam(s, paper)
    const told = async (attempt: string) => {
      const r = await review(attempt)
      const shown = r.sections[0]?.items.map((i) => [i.closed, i.points, i.answer !== null, i.key !== null])
      return { points: r.points, score: r.score, waiting: r.waiting, shown }
    }
    expect(await told(wrong)).toEqual({
      points: 4,
      score: 6,
      waiting: 0,
      shown: [
        [true, null, true, false],
        [false, 2, true, true],
        [true, null, true, false],
      ],
    })
    // all points: the answers would be the keys
    expect((await told(allRight)).shown).toEqual([
      [true, null, false, false],
      [false, 2, true, true],
      [true, null, false, false],
    ])
    expect(await told(twice)).toEqual({
      points: 4,
      score: 6,
      waiting: 2,
      shown: [
        [true, null, true, false],
        [false, 2, true, true],
        [false, 2, true, true],
      ],
    })
    await s.ok('POST /exams/:id/end', { params: { id: running }, body: { reason: 'done' } as never }, 'super')
  })
})
