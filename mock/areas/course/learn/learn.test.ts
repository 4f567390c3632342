/** Learning in courses, on a whole server with a clock that is moved by hand. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CourseCard } from '#src/contract/course/learn.schema.ts'
import type { Answer } from '#src/contract/bank/answer.schema.ts'
import { type As, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import {
  authorise,
  layCourse,
  layDirection,
  layQuestion,
  publishCourse,
  quizOf,
  showTo,
  text,
  writeLessons,
} from '#tests/support/course.ts'
import { layExam } from '#tests/support/exam.ts'

let s: TestServer
/** Asked of courses outside of transactions. */
let statements = 0
beforeAll(async () => {
  s = await testServer({
    cheapPasswords: true,
    wrap: (db) => ({
      ...db,
      query(sql, params) {
        // what the platform asks for itself, now and then, is not the list's
        if (/course/.test(sql)) statements++
        return db.query(sql, params)
      },
    }),
  })
})
afterAll(() => s.close())

const hour = 3600
const at = (hours: number) => new Date(s.clock.now().getTime() + hours * hour * 1000).toISOString()
const names = async (query: object = {}, as: As = 'student') =>
  (await s.ok('GET /learning/courses', { query: { page_size: 200, ...query } }, as)).items.map(
    (c: CourseCard) => c.name,
  )
const look = (id: string, as: As = 'student', query: object = {}) =>
  s.call('GET /learning/courses/:id', { params: { id }, query }, as)
const seen = async (id: string, as: As = 'student') => s.ok('GET /learning/courses/:id', { params: { id } }, as)
const join = (id: string, as: As = 'student') =>
  s.call('POST /learning/courses/:id/join', { params: { id }, body: {} }, as)
const leave = (id: string, as: As = 'student') =>
  s.call('POST /learning/courses/:id/leave', { params: { id }, body: {} }, as)
const open = (id: string, lesson: string, as: As = 'student', query: object = {}) =>
  s.call('GET /learning/courses/:id/lessons/:lesson', { params: { id, lesson }, query }, as)
const place = (id: string, section: string, to: number, as: As = 'student') =>
  s.call('POST /learning/courses/:id/sections/:section/place', { params: { id, section }, body: { place: to } }, as)
const done = (id: string, section: string, revision = 1, as: As = 'student') =>
  s.call('POST /learning/courses/:id/sections/:section/done', { params: { id, section }, body: { revision } }, as)
const choose = (option: string): Answer => ({ type: 'single', chosen: [option] })
const hand = (id: string, section: string, answers: Record<string, Answer | null>, as: As = 'student', revision = 1) =>
  s.call(
    'POST /learning/courses/:id/sections/:section/tries',
    { params: { id, section }, body: { answers, revision } },
    as,
  )
const quizIn = async (id: string, lesson: string, as: As = 'student') => {
  const { sections } = await s.ok('GET /learning/courses/:id/lessons/:lesson', { params: { id, lesson } }, as)
  const quiz = sections.map((x) => x.content).find((x) => x.kind === 'quiz')
  if (quiz?.kind !== 'quiz') throw new Error('there is no quiz')
  return quiz
}
const code = (reply: { status: number; problem: { code: string } }) => [reply.status, reply.problem.code]
/** Two lessons, the second after the first. */
const two = (first = 'CANARY-TEXT one') => [
  { id: 'l1', theory: 1.5, sections: [{ id: 's1', content: text(first) }] },
  { id: 'l2', after: 'l1', theory: 1, experiment: 0.5, sections: [{ id: 's2', content: text('Two') }] },
]

describe('what the catalogue shows', () => {
  it('is what is published, shown to the caller, within its time; open or not', async () => {
    await layCourse(s, { course: { name: 'Everybody finds it' }, lessons: two() })
    await layCourse(s, {
      course: { name: 'Nobody may take it' },
      lessons: two(),
      authorised: { users: ['user-super'] },
    })
    await layCourse(s, { course: { name: 'Still a draft' }, lessons: two(), publish: false })
    const to = await layCourse(s, {
      course: { name: 'Of the teacher' },
      lessons: two(),
      found: { users: [userId('teacher')] },
    })
    const later = await layCourse(s, { course: { name: 'Next week' }, lessons: two(), from: at(1), to: at(2) })
    const found = await names()
    expect(found).toContain('Everybody finds it')
    expect(found).toContain('Nobody may take it')
    for (const name of ['Still a draft', 'Of the teacher', 'Next week']) expect(found).not.toContain(name)
    for (const id of [to, later]) expect((await look(id)).status).toBe(404)
    const { items } = await s.ok('GET /learning/courses', { query: { q: 'nobody may' } }, 'student')
    expect(items.map((c) => [c.access, c.lessons, c.theory_hours, c.experiment_hours])).toEqual([
      ['not_authorised', 2, 2.5, 0.5],
    ])
    s.clock.advance(1.5 * hour)
    expect(await names()).toContain('Next week')
    s.clock.advance(hour)
    expect(await names()).not.toContain('Next week')
  })

  it('is narrowed by words, direction with those below it, difficulty, kind and what the caller is in it', async () => {
    const top = await layDirection(s, 'Offence')
    const below = await layDirection(s, 'Web offence', top)
    const deep = await layDirection(s, 'Injection', below)
    const id = await layCourse(s, {
      course: {
        name: 'Injecting things',
        direction_id: deep,
        difficulty: 'advanced',
        kind: 'compulsory',
        skills: ['sqlmap'],
      },
      lessons: two(),
    })
    await layCourse(s, { course: { name: 'Browsers', direction_id: top }, lessons: two() })
    expect(await names({ direction_id: top })).toEqual(['Browsers', 'Injecting things'])
    expect(await names({ direction_id: [below] })).toEqual(['Injecting things'])
    expect(await names({ direction_id: top, difficulty: 'primary' })).toEqual(['Browsers'])
    expect(await names({ direction_id: top, kind: 'compulsory' })).toEqual(['Injecting things'])
    expect(await names({ q: 'SQLMAP' })).toEqual(['Injecting things'])
    // three class hours by the edition that is shown
    expect(await names({ direction_id: top, hours: 'short' })).toEqual(['Browsers', 'Injecting things'])
    expect(await names({ direction_id: top, hours: ['middle', 'long'] })).toEqual([])
    expect((await join(id)).status).toBe(200)
    expect(await names({ direction_id: top, state: 'learning' })).toEqual(['Injecting things'])
    expect(await names({ direction_id: top, state: 'none' })).toEqual(['Browsers'])
    expect(await names({ direction_id: top }), 'what one learns in comes first').toEqual([
      'Injecting things',
      'Browsers',
    ])
    const { items } = await s.ok('GET /learning/directions', {}, 'student')
    expect(items.filter((d) => [top, below, deep].includes(d.id)).map((d) => [d.name, d.n])).toEqual([
      ['Offence', 2],
      ['Web offence', 1],
      ['Injection', 1],
    ])
  })

  it('costs as many statements with many courses as with one', async () => {
    const asked = async (page_size: number) => {
      statements = 0
      await s.ok('GET /learning/courses', { query: { page_size } }, 'student')
      return statements
    }
    await asked(1)
    const [one, many] = [await asked(1), await asked(50)]
    expect(one).toBeGreaterThan(2)
    // those they do not learn in are asked for apart, where the page has room for them
    expect(many).toBeLessThanOrEqual(one + 1)
  })
})

describe('joining', () => {
  it('is for whoever is authorised, once, and is undone by leaving; what was done is kept', async () => {
    const id = await layCourse(s, { lessons: two(), authorised: { users: [userId('student')] } })
    expect(code(await join(id, 'second-student'))).toEqual([403, 'not_authorized_yet'])
    expect(code(await leave(id))).toEqual([409, 'not_allowed_in_state'])
    expect(code(await open(id, 'l1'))).toEqual([409, 'join_first'])
    expect((await seen(id)).chapters[0]?.lessons[0]?.lock?.why).toBe('not_member')
    expect((await join(id)).body.member).toMatchObject({
      state: 'learning',
      way: 'joined',
      next: { lesson: 'l1', section: 's1' },
    })
    expect((await join(id)).status, 'a second device finds it done').toBe(200)
    expect((await done(id, 's1')).body).toEqual({ completed: false })
    expect((await leave(id)).body.member).toMatchObject({ state: 'withdrawn', next: null })
    for (const reply of [await open(id, 'l1'), await place(id, 's1', 0.5), await done(id, 's2')])
      expect(code(reply)).toEqual([409, 'join_first'])
    expect((await s.ok('GET /learning/mine', {}, 'student')).items.map((c) => c.id)).not.toContain(id)
    expect((await join(id)).body.member).toMatchObject({ state: 'learning', progress: { done: 1, sections: 2 } })
    const rows = await s.db.query<{ action: string; n: number }>(
      `select action, count(*)::integer as n from audit where entity_id = $1 and action like 'course.%' and result = 'done'
         and action in ('course.join', 'course.leave', 'course.learn', 'course.complete') group by 1 order by 1`,
      [id],
    )
    expect(rows.rows).toEqual([
      { action: 'course.join', n: 2 },
      { action: 'course.leave', n: 1 },
    ])
  })

  it('is over once the course is hidden; who learns in it goes on, who left it does not come back', async () => {
    const id = await layCourse(s, { lessons: two() })
    for (const as of ['student', 'second-student'] as const) expect((await join(id, as)).status).toBe(200)
    expect((await leave(id, 'second-student')).status).toBe(200)
    const act = async (action: 'hide' | 'archive') => {
      const { version } = await s.ok('GET /courses/:id', { params: { id } }, 'super')
      await s.ok(`POST /courses/:id/${action}`, { params: { id }, body: { version } }, 'super')
    }
    await act('hide')
    expect((await look(id, 'normal')).status).toBe(404)
    expect((await open(id, 'l1')).status).toBe(200)
    expect(code(await join(id, 'second-student'))).toEqual([409, 'not_allowed_in_state'])
    await act('archive')
    expect((await seen(id)).access).toBe('over')
    expect(code(await open(id, 'l1'))).toEqual([409, 'lesson_closed'])
    expect(code(await done(id, 's1'))).toEqual([409, 'lesson_closed'])
    expect(
      (await s.ok('GET /learning/mine', {}, 'student')).items.map((c) => c.id),
      'its record stays',
    ).toContain(id)
  })

  it('ends with the authorization: lessons close, what was done stays', async () => {
    const id = await layCourse(s, { lessons: two() })
    await join(id)
    await done(id, 's1')
    await authorise(s, id, { users: [userId('teacher')] })
    for (const reply of [await open(id, 'l1'), await place(id, 's1', 0.2), await done(id, 's2')])
      expect(code(reply)).toEqual([403, 'not_authorized_yet'])
    expect(await seen(id)).toMatchObject({ access: 'not_authorised', member: { progress: { done: 1 }, next: null } })
  })
})

describe('lessons', () => {
  it('open one after the other, or at their time; what was begun stays open', async () => {
    const id = await layCourse(s, {
      lessons: [...two(), { id: 'l3', opens_at: at(2), sections: [{ id: 's3', content: text('Three') }] }],
    })
    await join(id)
    expect(code(await open(id, 'l2'))).toEqual([409, 'lesson_closed'])
    expect(code(await done(id, 's2'))).toEqual([409, 'lesson_closed'])
    expect((await open(id, 'l3')).problem).toMatchObject({ code: 'lesson_closed', details: { at: expect.any(String) } })
    expect((await seen(id)).chapters[0]?.lessons.map((l) => l.lock)).toEqual([
      null,
      { why: 'after', lesson: 'l1', at: null },
      { why: 'date', lesson: null, at: expect.any(String) },
    ])
    await done(id, 's1')
    expect((await open(id, 'l2')).status).toBe(200)
    expect((await place(id, 's2', 0.4)).status).toBe(200)
    s.clock.advance(3 * hour)
    expect((await open(id, 'l3')).status).toBe(200)
    await writeLessons(s, id, [
      {
        id: 'l1',
        sections: [
          { id: 's1', content: text('CANARY-TEXT one') },
          { id: 's9', content: text('New') },
        ],
      },
      { id: 'l2', after: 'l1', sections: [{ id: 's2', content: text('Two') }] },
    ])
    await publishCourse(s, id)
    expect((await open(id, 'l2')).status, 'it was begun').toBe(200)
    for (const [lesson, section] of [
      ['l3', 's3'],
      ['nothing', 'nothing'],
    ] as const) {
      expect((await open(id, lesson)).status).toBe(404)
      expect((await place(id, section, 0)).status).toBe(404)
      expect((await done(id, section)).status).toBe(404)
    }
  })

  it('come back where one was, on any device', async () => {
    const id = await layCourse(s, {
      lessons: [
        {
          id: 'l1',
          sections: [
            { id: 's1', content: text('One') },
            { id: 's2', content: { kind: 'slides', body: 'A\n---\nB\n---\nC' } },
          ],
        },
      ],
    })
    await join(id)
    expect((await place(id, 's1', 7)).body, 'of a text a share').toEqual({ place: 1 })
    expect((await place(id, 's2', 2)).body).toEqual({ place: 2 })
    const lesson = await s.ok('GET /learning/courses/:id/lessons/:lesson', { params: { id, lesson: 'l1' } }, 'student')
    expect([lesson.at, ...lesson.sections.map((x) => x.place)]).toEqual(['s2', 1, 2])
    expect((await seen(id)).member?.next).toMatchObject({ lesson: 'l1', section: 's2' })
  })

  it('are read in the revision that is shown; what is written meanwhile is nobody’s business', async () => {
    const id = await layCourse(s, { lessons: two() })
    await join(id)
    await writeLessons(s, id, two('CANARY-DRAFT'))
    const shown = JSON.stringify((await open(id, 'l1')).body)
    expect(shown).toContain('CANARY-TEXT')
    expect(shown).not.toContain('CANARY-DRAFT')
    expect(code(await done(id, 's1', 2))).toEqual([409, 'stale_version'])
    await publishCourse(s, id)
    expect(JSON.stringify((await open(id, 'l1')).body)).toContain('CANARY-DRAFT')
    expect(code(await done(id, 's1', 1)), 'it was to the words before').toEqual([409, 'stale_version'])
    expect((await done(id, 's1', 2)).status).toBe(200)
  })

  it('are looked at by whoever may change the course, before it is published, and nothing is kept of that', async () => {
    const id = await layCourse(s, { lessons: two('CANARY-DRAFT'), publish: false })
    for (const as of ['student', 'referee'] as const) {
      expect((await look(id, as, { preview: true })).status).toBeGreaterThanOrEqual(403)
      expect((await open(id, 'l1', as, { preview: true })).status).toBeGreaterThanOrEqual(403)
    }
    const read = await open(id, 'l2', 'admin', { preview: true })
    expect([read.status, read.body.preview]).toEqual([200, true])
    expect((await look(id, 'admin', { preview: true })).body).toMatchObject({
      preview: true,
      member: null,
      access: 'open',
    })
    expect((await look(id, 'admin')).status).toBe(404)
    expect((await done(id, 's1', 1, 'admin')).status).toBe(404)
    const { rows } = await s.db.query('select 1 from course_member where course_id = $1', [id])
    expect(rows).toEqual([])
  })
})

describe('quizzes', () => {
  const laid = async (more: object = {}, rule: object = {}) => {
    const [q1, q2] = [await layQuestion(s), await layQuestion(s)]
    const id = await layCourse(s, {
      lessons: [{ id: 'l1', sections: [{ id: 's1', content: quizOf([q1, q2], more), ...rule }] }],
    })
    await join(id)
    return { id, q1, q2 }
  }

  it('are judged at once; keys are told of what was right, and of the rest when nothing more is to be won', async () => {
    const { id } = await laid({ attempts: 2 }, { rule: 'score', share: 1 })
    const asked = JSON.stringify((await open(id, 'l1')).body)
    expect(asked).toContain('Which of them?')
    expect(asked).not.toContain('CANARY-KEY')
    const first = (await hand(id, 's1', { i0: choose('a'), i1: choose('b') })).body
    expect(first).toMatchObject({ completed: false, try: { points: 2, score: 4, share: 0.5 } })
    expect(first.try.answers.map((a) => [a.right, a.points, a.key?.correct])).toEqual([
      [true, 2, ['a']],
      [false, 0, undefined],
    ])
    expect(await quizIn(id, 'l1')).toMatchObject({ attempts: 2, left: 1, tries: [{ share: 0.5 }] })
    const last = (await hand(id, 's1', { i0: choose('b'), i1: null })).body
    expect(
      last.try.answers.map((a) => a.key?.correct),
      'of what was left empty nothing is told',
    ).toEqual([['a'], undefined])
    expect(code(await hand(id, 's1', { i0: choose('a') }))).toEqual([409, 'attempts_used_up'])
    const section = (await seen(id)).chapters[0]?.lessons[0]?.sections[0]
    expect(section, 'the best counts').toMatchObject({ best: 0.5, done_at: null })
  })

  it('judge blanks by what their key accepts, and nothing that only a person could: what is written there is worth no more than nothing', async () => {
    const blank = await layQuestion(s, {
      type: 'completion',
      stem: 'It listens on {{1}} and {{2}}.',
      options: undefined,
      blanks: [
        { id: 'x', accepted: ['80'] },
        { id: 'y', accepted: ['443', 'https'] },
      ],
    })
    const short = await layQuestion(s, { type: 'short', options: undefined, reference: 'Why' })
    const id = await layCourse(s, {
      lessons: [{ id: 'l1', sections: [{ id: 's1', content: quizOf([blank, short]) }] }],
    })
    await join(id)
    const fill = async (...blanks: string[]) =>
      (await hand(id, 's1', { i0: { type: 'completion', blanks }, i1: { type: 'short', text: 'zzz' } })).body.try
    expect(await fill('80', 'zzz')).toMatchObject({ points: 1, score: 2, share: 0.5 })
    expect(await fill('zzz', '')).toMatchObject({ points: 0, score: 2, share: 0 })
    expect(await fill(' 80 ', 'HTTPS')).toMatchObject({ points: 2, score: 2, share: 1 })
  })

  it('never take more tries than they have, however many come at once', async () => {
    const { id } = await laid({ attempts: 2 })
    const replies = await Promise.all(Array.from({ length: 8 }, () => hand(id, 's1', { i0: choose('b') })))
    expect(replies.filter((r) => r.status === 200).length).toBe(2)
    expect(new Set(replies.filter((r) => r.status !== 200).map((r) => r.problem.code))).toEqual(
      new Set(['attempts_used_up']),
    )
    const { rows } = await s.db.query('select 1 from course_try where course_id = $1', [id])
    expect(rows.length).toBe(2)
  })

  it('keep what is typed, of what is asked and as it is asked', async () => {
    const { id } = await laid()
    const draft = (item: string, answer: Answer | null) =>
      s.call(
        'POST /learning/courses/:id/sections/:section/draft',
        { params: { id, section: 's1' }, body: { answers: [{ item, answer }] } },
        'student',
      )
    expect((await draft('i0', choose('b'))).body).toEqual({ saved: 1 })
    await draft('i1', choose('c'))
    await draft('i1', null)
    expect((await quizIn(id, 'l1')).draft).toEqual({ i0: choose('b') })
    expect(code(await draft('i9', choose('a')))).toEqual([422, 'validation'])
    expect(code(await draft('i0', { type: 'short', text: 'a' }))).toEqual([422, 'validation'])
    expect(code(await hand(id, 's1', { i9: choose('a') }))).toEqual([422, 'validation'])
    expect(code(await hand(id, 's1', {}))).toEqual([422, 'answer_blank'])
    expect(code(await done(id, 's1')), 'a quiz is done by its answers').toEqual([409, 'not_allowed_in_state'])
    expect((await hand(id, 's1', { i0: choose('b') })).body.completed).toBe(true)
    expect((await quizIn(id, 'l1')).draft).toEqual({})
  })

  it('leave out what an exam asks, and tell nothing of it that was told before', async () => {
    const { id, q1 } = await laid()
    await hand(id, 's1', { i0: choose('a'), i1: choose('a') })
    expect(JSON.stringify(await quizIn(id, 'l1'))).toContain('CANARY-KEY')
    const paper = await s.ok(
      'POST /papers',
      {
        body: {
          name: `Paper on ${id}`,
          set_id: (await s.ok('POST /paper-sets', { body: { name: `Papers of ${id.slice(-8)}` } }, 'super')).id,
          variants: [
            {
              id: 'v',
              sections: [
                {
                  id: 'x',
                  title: 'One',
                  items: [{ id: 'i0', bank: 'theory', question_id: q1, question_version: 1, score: 2 }],
                },
              ],
            },
          ],
        },
      },
      'super',
    )
    await layExam(s, paper.id)
    const quiz = await quizIn(id, 'l1')
    expect([quiz.withheld, quiz.items.map((i) => i.id)]).toEqual([1, ['i1']])
    expect(quiz.tries[0]).toMatchObject({ points: 2, score: 2, answers: [{ item: 'i1' }] })
    expect(code(await hand(id, 's1', { i0: choose('a') }))).toEqual([422, 'validation'])
    const again = (await hand(id, 's1', { i1: choose('a') })).body.try
    expect([again.points, again.score]).toEqual([2, 2])
  })
})

describe('a course that is done', () => {
  it('is completed once, with an entry of the trail and a message, and stays so whatever comes', async () => {
    const id = await layCourse(s, {
      course: { name: 'Done in two' },
      lessons: [
        {
          id: 'l1',
          sections: [
            { id: 's1', content: text('One') },
            { id: 's2', content: text('Two') },
            { id: 's3', content: text('More'), optional: true },
          ],
        },
      ],
    })
    await join(id)
    const replies = await Promise.all([done(id, 's1'), done(id, 's2'), done(id, 's1'), done(id, 's2')])
    expect(replies.filter((r) => r.body.completed).length).toBe(1)
    expect((await seen(id)).member).toMatchObject({ state: 'completed', completed_at: expect.any(String), next: null })
    expect(code(await leave(id)), 'what is completed is not left').toEqual([409, 'not_allowed_in_state'])
    const trail = await s.db.query(`select 1 from audit where entity_id = $1 and action = 'course.complete'`, [id])
    expect(trail.rows.length).toBe(1)
    const told = await s.db.query<{ params: object }>(
      `select params from message where user_id = $1 and kind = 'course_completed' and params->>'course' = 'Done in two'`,
      [userId('student')],
    )
    expect(told.rows).toEqual([{ params: { course: 'Done in two' } }])
    await writeLessons(s, id, [
      {
        id: 'l1',
        sections: [
          { id: 's1', content: text('Anew') },
          { id: 's9', content: text('Nine') },
        ],
      },
    ])
    await publishCourse(s, id)
    const after = await seen(id)
    expect(after.member).toMatchObject({
      state: 'completed',
      progress: { done: 1, sections: 2 },
      next: { section: 's9' },
    })
    expect((await done(id, 's9')).body.completed, 'it was told').toBe(false)
  })
})

describe('of others', () => {
  it('nothing is seen: neither what they did nor where they are', async () => {
    const q = await layQuestion(s)
    const id = await layCourse(s, {
      lessons: [
        {
          id: 'l1',
          sections: [
            { id: 's1', content: quizOf([q]) },
            { id: 's2', content: text('Two') },
          ],
        },
      ],
    })
    for (const as of ['student', 'second-student'] as const) await join(id, as)
    await hand(id, 's1', { i0: choose('a') })
    await place(id, 's2', 0.9)
    const other = await s.ok(
      'GET /learning/courses/:id/lessons/:lesson',
      { params: { id, lesson: 'l1' } },
      'second-student',
    )
    expect(other.at).toBeNull()
    expect(other.sections.map((x) => [x.done_at, x.best, x.place])).toEqual([
      [null, null, 0],
      [null, null, 0],
    ])
    expect(JSON.stringify(other)).not.toContain('CANARY-KEY')
    expect((await quizIn(id, 'l1', 'second-student')).tries).toEqual([])
    expect((await seen(id, 'second-student')).members).toBe(2)
  })
})

it('who finds a course may be other people than who may take it', async () => {
  const id = await layCourse(s, { lessons: two() })
  await showTo(s, id, { found: { users: [userId('teacher')] } })
  expect((await look(id)).status).toBe(404)
  expect((await join(id)).status).toBe(404)
  expect((await look(id, 'teacher')).status).toBe(200)
})
