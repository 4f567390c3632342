/** Learning records: written with what they are evidence of, never changed, told to their owner only and as far as it may be told now. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Answer } from '#src/contract/bank/answer.schema.ts'
import { recordLink } from '#src/contract/record/recordLink.ts'
import { type As, testServer, type TestServer } from '#tests/contract/support/server.ts'
import { homeworkOf, layCourse, layQuestion, publishCourse, quizOf, text, writeLessons } from '#tests/support/course.ts'
import { layExam, layPaper } from '#tests/support/exam.ts'
import { XapiStatement } from '#tests/support/xapi.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())

const record = async (query: object = {}, as: As = 'student') =>
  (await s.ok('GET /learning/record', { query }, as)).items
const writer = 'page-number-one'
const choose = (option: string): Answer => ({ type: 'single', chosen: [option] })

let courses = 0
async function learn(): Promise<{ course: string; question: string }> {
  const question = await layQuestion(s)
  const course = await layCourse(s, {
    course: { name: `Reading packets ${++courses}`, skills: ['tcpdump'] },
    lessons: [
      {
        id: 'l1',
        sections: [
          { id: 's1', content: text('One') },
          { id: 's2', content: quizOf([question, await layQuestion(s)]) },
        ],
      },
    ],
  })
  await s.ok('POST /learning/courses/:id/join', { params: { id: course }, body: {} }, 'student')
  const done = { params: { id: course, section: 's1' }, body: { revision: 1 } }
  await s.ok('POST /learning/courses/:id/sections/:section/done', done, 'student')
  // once more is the same thing done
  await s.ok('POST /learning/courses/:id/sections/:section/done', done, 'student')
  await s.ok(
    'POST /learning/courses/:id/sections/:section/tries',
    { params: { id: course, section: 's2' }, body: { answers: { i0: choose('a'), i1: choose('b') }, revision: 1 } },
    'student',
  )
  return { course, question }
}
const short = ({ kind, part, part_kind, result, points }: Awaited<ReturnType<typeof record>>[number]) => [
  kind,
  part,
  part_kind,
  result,
  points,
]

it('what is done in a course is a line of its learner’s record, and nobody else’s', async () => {
  const { course } = await learn()
  expect((await record({ kind: ['section', 'course'] })).filter((e) => e.subject === course).map(short)).toEqual([
    ['course', null, null, 1, ['tcpdump']],
    ['section', 's2', 'quiz', 0.5, ['tcpdump']],
    ['section', 's1', 'text', 1, ['tcpdump']],
  ])
  for (const as of ['second-student', 'teacher', 'super'] as const)
    expect((await record({}, as)).filter((e) => e.subject === course)).toEqual([])
  expect((await s.ok('GET /learning/record/summary', { query: {} }, 'student')).done).toMatchObject({
    section: 2,
    course: 1,
  })
  expect((await record({ q: `READING PACKETS ${courses}` })).length).toBe(3)
  expect(await record({ q: 'read_ng' })).toEqual([])
})

it('tries of a quiz that is done already are no more of it, and one that does not do it is none', async () => {
  const question = await layQuestion(s)
  const course = await layCourse(s, {
    lessons: [{ id: 'l1', sections: [{ id: 'q', rule: 'score', share: 1, content: quizOf([question]) }] }],
  })
  await s.ok('POST /learning/courses/:id/join', { params: { id: course }, body: {} }, 'student')
  const say = (option: string) =>
    s.ok(
      'POST /learning/courses/:id/sections/:section/tries',
      { params: { id: course, section: 'q' }, body: { answers: { i0: choose(option) }, revision: 1 } },
      'student',
    )
  const lines = async () => (await record({ kind: ['section'] })).filter((e) => e.subject === course).map(short)
  await say('b')
  expect(await lines()).toEqual([])
  await Promise.all(Array.from({ length: 20 }, () => say('a')))
  expect(await lines()).toEqual([['section', 'q', 'quiz', 1, []]])
})

it('a title that a spreadsheet would reckon with is only a text in its file', async () => {
  const course = await layCourse(s, {
    course: { name: '=HYPERLINK("x")' },
    lessons: [{ id: 'l1', sections: [{ id: 's1', content: text('One') }] }],
  })
  await s.ok('POST /learning/courses/:id/join', { params: { id: course }, body: {} }, 'student')
  const done = { params: { id: course, section: 's1' }, body: { revision: 1 } }
  await s.ok('POST /learning/courses/:id/sections/:section/done', done, 'student')
  const { raw } = await s.call('GET /learning/record/file', { query: { format: 'csv' } }, 'student')
  expect(raw.body).toContain(`"'=HYPERLINK(""x"")"`)
  expect(raw.body).not.toContain('"=HYPERLINK')
})

it('a line stays as it was written', async () => {
  await learn()
  for (const sql of ['update evidence set result = 0', 'delete from evidence', 'truncate evidence'])
    await expect(s.db.query(sql)).rejects.toThrow('append-only')
})

it('the result of a question is not told while an exam asks it', async () => {
  const { course, question } = await learn()
  const of = async () => (await record()).filter((e) => e.subject === course && e.part === 's2').map((e) => e.result)
  expect(await of()).toEqual([0.5])
  const set = await s.ok('POST /paper-sets', { body: { name: `Papers of ${course.slice(-8)}` } }, 'super')
  const items = [{ id: 'i0', bank: 'theory', question_id: question, question_version: 1, score: 2 }] as const
  const paper = await s.ok(
    'POST /papers',
    {
      body: {
        name: `Paper of ${course.slice(-8)}`,
        set_id: set.id,
        variants: [{ id: 'v', sections: [{ id: 'x', title: 'One', items: [...items] }] }],
      },
    },
    'super',
  )
  await layExam(s, paper.id, {})
  expect(await of()).toEqual([null])
  const { raw } = await s.call('GET /learning/record/file', { query: { format: 'csv' } }, 'student')
  const lines = raw.body.split('\r\n').filter((line) => line.includes(`Reading packets ${courses}`))
  expect(lines.map((line) => line.split(',').slice(5, 7))).toEqual([
    ['100', 'tcpdump'],
    ['', 'tcpdump'],
    ['100', 'tcpdump'],
  ])
})

it('an exam is in it when its results are out, and without the result when they are taken back', async () => {
  const id = await layExam(s, await layPaper(s, 1), { name: 'Networks II' })
  const { attempt } = await s.ok('POST /my-exams/:id/begin', { params: { id }, body: { writer } }, 'student')
  await s.ok('POST /exam-attempts/:id/hand-in', { params: { id: attempt }, body: { epoch: 1, writer } }, 'student')
  const of = async () => (await record({ kind: 'exam' })).filter((e) => e.subject === id).map((e) => e.result)
  expect(await of()).toEqual([])
  await s.ok('POST /exams/:id/publish', { params: { id }, body: {} }, 'super')
  expect(await of()).toEqual([0])
  await s.ok('POST /exams/:id/withdraw', { params: { id }, body: {} }, 'super')
  expect(await of()).toEqual([null])
  await s.ok('POST /exams/:id/publish', { params: { id }, body: {} }, 'super')
  expect(await of(), 'the same result is no second line').toEqual([0])
})

it('statements of xAPI name who, what and how well, and keep their ids', async () => {
  const { course } = await learn()
  const statements = async () => {
    const query = { format: 'xapi', home: 'https://range.example/' } as const
    const { raw } = await s.call('GET /learning/record/file', { query }, 'student')
    return (JSON.parse(raw.body) as { id: string; object: { id: string } }[]).filter((x) =>
      x.object.id.includes(course),
    )
  }
  const all = await statements()
  expect(all[1]).toMatchObject({
    actor: { objectType: 'Agent', account: { homePage: 'https://range.example' } },
    verb: { id: 'http://adlnet.gov/expapi/verbs/completed' },
    object: { id: `https://range.example/course/${course}/section/s2` },
    result: { score: { scaled: 0.5 }, completion: true },
    context: { contextActivities: { parent: [{ id: `https://range.example/course/${course}` }] } },
    version: '1.0.3',
  })
  expect(all.every((x) => /^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(x.id))).toBe(true)
  expect(await statements()).toEqual(all)
})

it('every statement is one of xAPI 1.0.3, in both languages', async () => {
  const { course } = await learn()
  for (const language of ['en-US', 'zh-CN'] as const) {
    const query = { format: 'xapi', home: 'https://range.example', language } as const
    const { raw } = await s.call('GET /learning/record/file', { query }, 'student')
    const all = JSON.parse(raw.body) as { id: string; verb: { id: string } }[]
    for (const one of all) expect(XapiStatement.safeParse(one).error?.issues ?? [], JSON.stringify(one)).toEqual([])
    // of what the tests above did: sections, courses, an exam, and a line whose result may not be told
    expect(new Set(all.map((x) => x.verb.id.split('/').at(-1)))).toEqual(new Set(['completed', 'scored']))
    expect(raw.body).toContain(course)
    expect(new Set(all.map((x) => x.id)).size).toBe(all.length)
  }
})

it('a line leads to its section, a homework to its hand-in, and a section that is gone to its course', async () => {
  const question = await layQuestion(s)
  const lessons = [
    {
      id: 'l1',
      sections: [
        { id: 's1', content: text('One') },
        { id: 's2', content: text('Two') },
        { id: 'h1', content: homeworkOf([question]) },
      ],
    },
  ]
  const course = await layCourse(s, { course: { name: 'Where it is' }, lessons })
  await s.ok('POST /learning/courses/:id/join', { params: { id: course }, body: {} }, 'student')
  for (const section of ['s1', 's2']) {
    const done = { params: { id: course, section }, body: { revision: 1 } }
    await s.ok('POST /learning/courses/:id/sections/:section/done', done, 'student')
  }
  const lines = async () => (await record()).filter((e) => e.subject === course && e.kind === 'section')
  expect((await lines()).map(recordLink)).toEqual([
    `/oj/course/lesson/${course}/l1?section=s2`,
    `/oj/course/lesson/${course}/l1?section=s1`,
  ])
  const [line] = await lines()
  if (!line) throw new Error('no line')
  expect(recordLink({ ...line, part: 'h1', part_kind: 'homework' })).toBe(`/oj/course/lesson/${course}/l1/h1`)
  const query = { format: 'csv', home: 'https://range.example/', base: '/range/' } as const
  const file = async () => (await s.call('GET /learning/record/file', { query }, 'student')).raw.body
  expect(await file()).toContain(`,https://range.example/range/oj/course/lesson/${course}/l1?section=s2\r\n`)
  // taken out of the course: the record stays, and leads to what is there
  await writeLessons(s, course, [{ id: 'l1', sections: lessons[0]?.sections.filter((x) => x.id !== 's2') ?? [] }])
  await publishCourse(s, course)
  expect((await lines()).map(recordLink)).toEqual([
    `/oj/course/detail/${course}`,
    `/oj/course/lesson/${course}/l1?section=s1`,
  ])
})
