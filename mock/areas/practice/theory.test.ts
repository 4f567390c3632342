/** Practising questions, on a whole server with a clock that is moved by hand. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TheoryBody } from '#src/contract/bank/question.schema.ts'
import type { Answer } from '#src/contract/bank/answer.schema.ts'
import { practiceLimits } from '#src/contract/practice/practice.ts'
import { type As, testServer, type TestServer } from '#tests/contract/support/server.ts'
import { everybody } from '#tests/support/exam.ts'

let s: TestServer
let set_id = ''
let closed_id = ''
const minute = 60_000
let n = 0

async function question(more: Partial<TheoryBody> = {}, audience: object | null = {}) {
  const body: TheoryBody = {
    title: `Question ${++n}`,
    stem: `Which protocol translates names, case ${n}?`,
    type: 'single',
    set_id,
    options: [
      { id: 'a', text: 'DNS', correct: true },
      { id: 'b', text: 'ARP' },
    ],
    explanation: 'KEY-explained',
    ...more,
  }
  const made = await s.ok('POST /theory-questions', { body }, 'super')
  if (audience)
    await s.ok(
      'PUT /theory-questions/:id/audience',
      { params: { id: made.id }, body: { ...everybody, ...audience, version: 1 } as never },
      'super',
    )
  return made.id
}
const short = { type: 'short' as const, options: [], reference: 'KEY-because' }
const single = (chosen: string): Answer => ({ type: 'single', chosen: [chosen] })

beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  set_id = (await s.ok('POST /theory-sets', { body: { name: 'Networks', practice: true } }, 'super')).id
  closed_id = (await s.ok('POST /theory-sets', { body: { name: 'Closed' } }, 'super')).id
})
afterAll(() => s.close())

const read = (id: string, as: As = 'student') => s.call('GET /practice/questions/:id', { params: { id } }, as)
const ask = async (id: string, as: As = 'student') => s.ok('GET /practice/questions/:id', { params: { id } }, as)
const answer = async (id: string, given: Answer, as: As = 'student', run_id: string | null = null) =>
  s.call(
    'POST /practice/questions/:id/tries',
    { params: { id }, body: { answer: given, version: (await ask(id, as)).question.version, run_id } },
    as,
  )
const listed = async (query: object = {}, as: As = 'student') =>
  (await s.ok('GET /practice/sets/:id/questions', { params: { id: set_id }, query: { page_size: 200, ...query } }, as))
    .items
/** An exam on a paper with the questions, for an hour from now. */
async function examOn(ids: readonly string[]) {
  const set = await s.ok('POST /paper-sets', { body: { name: `Papers ${++n}` } }, 'super')
  const paper = await s.ok(
    'POST /papers',
    {
      body: {
        name: `Paper ${n}`,
        set_id: set.id,
        variants: [
          {
            id: 'v',
            sections: [
              {
                id: 's',
                title: 'One',
                items: ids.map((question_id, i) => ({
                  id: `i${i}`,
                  bank: 'theory' as const,
                  question_id,
                  question_version: 1,
                  score: 2,
                })),
              },
            ],
          },
        ],
      },
    },
    'super',
  )
  const at = (minutes: number) => new Date(s.clock.now().getTime() + minutes * minute).toISOString()
  const { id } = await s.ok(
    'POST /exams',
    { body: { name: `Exam ${n}`, paper_id: paper.id, starts_at: at(10), ends_at: at(70) } },
    'super',
  )
  return id
}

describe('what may be practised', () => {
  it('is what the audience allows, in sets that are open', async () => {
    const open = await question()
    const nobody = await question({}, null)
    const closed = await question({ set_id: closed_id })
    expect((await listed()).map((q) => q.id)).toContain(open)
    expect((await listed()).map((q) => q.id)).not.toContain(nobody)
    for (const id of [nobody, closed, 'nothing']) expect((await read(id)).status).toBe(404)
    const sets = await s.ok('GET /practice/sets', {}, 'student')
    expect(sets.items.map((one) => one.name)).toEqual(['Networks'])
    expect((await s.call('GET /practice/sets/:id', { params: { id: closed_id } }, 'student')).status).toBe(404)
  })

  it('is found by what its questions say, in either language, where they may be practised', async () => {
    const translation = {
      title: '三次握手',
      stem: '三次握手中第二个报文段带有哪些标志？',
      explanation: '',
      options: [],
    }
    await question({
      title: 'Handshake',
      stem: 'Which flags has the second segment?',
      language: 'en-US',
      translation,
    } as never)
    await question({ title: 'Quokka', stem: 'Nobody’s quokka' }, null)
    const found = async (q: string) =>
      (await s.ok('GET /practice/sets', { query: { q } }, 'student')).items.map((one) => one.name)
    expect(await found('second SEGMENT')).toEqual(['Networks'])
    expect(await found('第二个报文段')).toEqual(['Networks'])
    expect(await found('quokka')).toEqual([])
  })

  it('is not what an exam asks that has not ended, for nobody and by no way', async () => {
    const id = await question()
    await answer(id, single('b'))
    const { items } = await s.ok('GET /practice/sets', {}, 'student')
    const run = await s.ok('POST /practice/runs', { body: { set_id, mode: 'all' } }, 'student')
    const kept = (await ask(id)).tries[0]?.id ?? ''
    const exam = await examOn([id])
    expect((await read(id)).status, 'nobody may sit it yet').toBe(200)
    expect((await listed()).map((q) => q.id)).toContain(id)
    await s.ok(
      'PUT /exams/:id/audience',
      { params: { id: exam }, body: { ...everybody, version: 1 } as never },
      'super',
    )
    expect((await read(id)).status).toBe(404)
    expect((await read(id, 'super')).status).toBe(404)
    expect((await listed()).map((q) => q.id)).not.toContain(id)
    expect((await s.ok('GET /practice/sets', {}, 'student')).items[0]?.questions).toBe((items[0]?.questions ?? 0) - 1)
    const after = await s.ok('GET /practice/runs/:id', { params: { id: run.id } }, 'student')
    expect(after.questions.map((q) => q.id)).not.toContain(id)
    const told = await s.ok('GET /practice/tries/:id', { params: { id: kept } }, 'student')
    expect(told.key).toBeNull()
    s.clock.advance(3 * 3600)
    expect((await read(id)).status).toBe(200)
    expect((await s.ok('GET /practice/tries/:id', { params: { id: kept } }, 'student')).key?.correct).toEqual(['a'])
  })
})

describe('an exercise', () => {
  it('tells nothing of its key before an answer is judged, and after a wrong one only when it is asked for', async () => {
    const id = await question()
    expect(JSON.stringify(await ask(id))).not.toContain('KEY-')
    const wrong = (await answer(id, single('b'))).body
    expect([wrong.right, wrong.share, wrong.key]).toEqual([false, 0, null])
    expect(JSON.stringify(await ask(id))).not.toContain('KEY-')
    const told = await s.ok('GET /practice/tries/:id', { params: { id: wrong.id } }, 'student')
    expect([told.key?.correct, told.key?.explanation]).toEqual([['a'], 'KEY-explained'])
    const right = (await answer(id, single('a'))).body
    expect([right.right, right.key?.explanation]).toEqual([true, 'KEY-explained'])
  })

  it('stands as its last answer does, and is solved once it was right', async () => {
    const id = await question()
    const stands = async () => (await listed()).find((q) => q.id === id)
    expect(await stands()).toMatchObject({ state: 'not-submitted', solved: false, tries: 0 })
    await answer(id, single('b'))
    expect(await stands()).toMatchObject({ state: 'submitted-wrong', solved: false, tries: 1, mistake: true })
    await answer(id, single('a'))
    expect(await stands()).toMatchObject({ state: 'submitted-right', solved: true, mistake: true })
    await answer(id, single('a'))
    expect(await stands(), 'right twice after it').toMatchObject({ mistake: false })
    await answer(id, single('b'))
    expect(await stands()).toMatchObject({ state: 'submitted-wrong', solved: true, mistake: true, tries: 4 })
    const by = async (state: string) => (await listed({ state: [state] })).some((q) => q.id === id)
    expect([await by('solved'), await by('unsolved'), await by('submitted-wrong'), await by('not-submitted')]).toEqual([
      true,
      false,
      true,
      false,
    ])
    expect((await s.ok('GET /theory-questions/:id/statistics', { params: { id } }, 'super')).answers).toBe(4)
  })

  it('is marked in its set where the learner collected it', async () => {
    const id = await question()
    const marked = async (as: As) => (await listed({}, as)).find((q) => q.id === id)?.collected
    const body = { collected: true, folder: '' }
    await s.ok('PUT /question-tools/:id/collected', { params: { id }, body }, 'student')
    expect([await marked('student'), await marked('teacher')]).toEqual([true, false])
  })

  it('that no rule judges is judged by its learner, marked as his own, and no statistics know of it', async () => {
    const id = await question(short)
    const handed = (await answer(id, { type: 'short', text: 'because' })).body
    expect([handed.right, handed.share, handed.state, handed.key?.reference]).toEqual([
      null,
      null,
      'submitted',
      'KEY-because',
    ])
    const assess = (share: 0 | 0.5 | 1, as: As = 'student') =>
      s.call('POST /practice/tries/:id/assess', { params: { id: handed.id }, body: { share } }, as)
    expect((await assess(1, 'teacher')).status).toBe(404)
    expect((await assess(0.5)).body).toMatchObject({ share: 0.5, right: false, own: true, state: 'submitted-partly' })
    expect((await assess(1)).body).toMatchObject({ share: 1, right: true, own: true, state: 'submitted-right' })
    expect((await s.ok('GET /theory-questions/:id/statistics', { params: { id } }, 'super')).answers).toBe(0)
    const ruled = (await answer(await question(), single('b'))).body
    const cheat = { params: { id: ruled.id }, body: { share: 1 as const } }
    expect((await s.call('POST /practice/tries/:id/assess', cheat, 'student')).status).toBe(409)
  })

  it('that is partly right is neither right nor wrong, in the mistakes, the records and the figures', async () => {
    const as = 'second-student'
    const four = ['a', 'b', 'c', 'd'].map((id) => ({ id, text: id, correct: id < 'c' }))
    const id = await question({ type: 'multiple', options: four, partial: 'share' })
    const figures = async () => {
      const { days } = await s.ok('GET /practice/activity', {}, as)
      const { items } = await s.ok('GET /practice/record-groups', {}, as)
      const sum = (of: readonly { right: number; partly: number }[]) =>
        of.reduce((n, one) => [(n[0] ?? 0) + one.right, (n[1] ?? 0) + one.partly], [0, 0])
      return { days: sum(days), groups: sum(items), share: items.find((g) => g.set_id === set_id)?.share }
    }
    const by = async (verdict: 'right' | 'partly' | 'wrong') =>
      (await s.ok('GET /practice/records', { query: { verdict: [verdict] } }, as)).items.map((r) => r.question_id)
    const mistake = async () => (await s.ok('GET /practice/mistakes', {}, as)).items.find((m) => m.id === id)

    const half = (await answer(id, { type: 'multiple', chosen: ['a'] }, as)).body
    expect([half.share, half.state]).toEqual([0.5, 'submitted-partly'])
    expect([await by('right'), await by('partly'), await by('wrong')]).toEqual([[], [id], []])
    expect(await figures()).toEqual({ days: [0, 1], groups: [0, 1], share: 0.5 })
    expect(await mistake()).toMatchObject({ wrong: 0, partly: 1, rights: 0, verdict: 'partly' })

    await answer(id, { type: 'multiple', chosen: ['a', 'b'] }, as)
    await answer(id, { type: 'multiple', chosen: ['c'] }, as)
    expect(await mistake()).toMatchObject({ wrong: 1, partly: 1, rights: 0, verdict: 'wrong' })
    expect(await figures()).toEqual({ days: [1, 1], groups: [1, 1], share: 0.5 })
  })

  it('keeps what was typed until it is handed in, for its learner alone', async () => {
    const id = await question(short)
    const draft = (text: string) =>
      s.call(
        'POST /practice/questions/:id/draft',
        { params: { id }, body: { answer: { type: 'short', text } } },
        'student',
      )
    await draft('half a th')
    expect((await ask(id)).draft).toEqual({ type: 'short', text: 'half a th' })
    expect((await ask(id, 'teacher')).draft).toBeNull()
    await draft('  ')
    expect((await ask(id)).draft).toBeNull()
    // what is typed is no deed
    expect((await s.db.query(`select 1 from audit where action = 'practice.draft'`)).rows).toEqual([])
    await draft('half a thought')
    await answer(id, { type: 'short', text: 'half a thought' })
    expect((await ask(id)).draft).toBeNull()
  })

  it('takes no answer that is blank, of another kind, too long, or to words that were changed', async () => {
    const id = await question(short)
    const refused = async (given: Answer) => (await answer(id, given)).problem?.code
    expect(await refused({ type: 'short', text: ' ' })).toBe('answer_blank')
    expect(await refused(single('a'))).toBe('validation')
    expect(await refused({ type: 'short', text: '汉'.repeat(1025) })).toBe('validation')
    expect((await answer(id, { type: 'short', text: '汉'.repeat(1024) })).status).toBe(200)
    const { version } = (await ask(id)).question
    const body = { title: 'Other words', stem: 'Why not?', set_id, ...short, version }
    await s.ok('PUT /theory-questions/:id', { params: { id }, body }, 'super')
    const late = { params: { id }, body: { answer: { type: 'short' as const, text: 'x' }, version } }
    expect((await s.call('POST /practice/questions/:id/tries', late, 'student')).problem.code).toBe('stale_version')
  })
})

describe('a run', () => {
  it('keeps its order over a reload and knows what was answered in it', async () => {
    const run = await s.ok('POST /practice/runs', { body: { set_id, mode: 'random' } }, 'student')
    const again = () => s.ok('GET /practice/runs/:id', { params: { id: run.id } }, 'student')
    expect((await again()).questions).toEqual(run.questions)
    // the order is by chance, and not every type is answered by a letter or by a word
    const types = await Promise.all(run.questions.map(async (q) => ({ ...q, type: (await ask(q.id)).question.type })))
    const first = types.find((q) => q.type === 'single' || q.type === 'short') ?? { id: '', type: '' }
    await answer(first.id, first.type === 'short' ? { type: 'short', text: 'x' } : single('a'), 'student', run.id)
    expect((await again()).questions.find((q) => q.id === first.id)?.state).not.toBe('not-submitted')
    expect((await s.call('GET /practice/runs/:id', { params: { id: run.id } }, 'teacher')).status).toBe(404)
    const { run: open } = await s.ok('GET /practice/next', {}, 'student')
    expect(open).toMatchObject({ id: run.id, done: 1, all: run.questions.length })
  })

  it('of mistakes has mistakes only, and says so where there are none', async () => {
    const none = await s.call('POST /practice/runs', { body: { set_id, mode: 'mistakes' } }, 'teacher')
    expect(none.problem.code).toBe('nothing_to_practise')
    const id = await question()
    await answer(id, single('b'), 'teacher')
    const run = await s.ok('POST /practice/runs', { body: { set_id, mode: 'mistakes' } }, 'teacher')
    expect(run.questions.map((q) => q.id)).toEqual([id])
    const { suggested } = await s.ok('GET /practice/next', {}, 'teacher')
    expect(suggested[0]).toMatchObject({ id, why: 'mistake' })
  })

  it('of mistakes is a round of a few, whose result says what has left them, and the next has others', async () => {
    const own = await s.ok('POST /theory-sets', { body: { name: 'Rounds', practice: true } }, 'super')
    const ids: string[] = []
    for (let n = 0; n < practiceLimits.few + 2; n++) {
      const id = await question({ set_id: own.id })
      await answer(id, single('b'), 'teacher')
      ids.push(id)
      s.clock.advance(1)
    }
    const begin = () => s.ok('POST /practice/runs', { body: { set_id: own.id, mode: 'mistakes' } }, 'teacher')
    const run = await begin()
    expect(run.questions.map((q) => q.id)).toEqual(ids.slice(0, practiceLimits.few))
    expect(run.mistakes).toBe(practiceLimits.few)
    const [first = '', second = ''] = ids
    for (const id of [first, first, second]) await answer(id, single('a'), 'teacher', run.id)
    const now = await s.ok('GET /practice/runs/:id', { params: { id: run.id } }, 'teacher')
    expect(now.mistakes).toBe(practiceLimits.few - 1)
    const next = (await begin()).questions.map((q) => q.id)
    expect(next).not.toContain(first)
    expect(next).toEqual(expect.arrayContaining(ids.slice(practiceLimits.few)))
  })

  it('is suggested for what it says: nothing is long ago that was answered today, nor right that nobody judged', async () => {
    let as: As = 'admin'
    const own = await s.ok('POST /theory-sets', { body: { name: 'Suggested', practice: true } }, 'super')
    const [wrong, right, waits, fresh] = [
      await question({ set_id: own.id }),
      await question({ set_id: own.id }),
      await question({ set_id: own.id, ...short }),
      await question({ set_id: own.id }),
    ]
    await answer(wrong, single('b'), as)
    await answer(right, single('a'), as)
    await answer(waits, { type: 'short', text: 'because' }, as)
    const why = async () => {
      const { suggested } = await s.ok('GET /practice/next', {}, as)
      return new Map(suggested.map((one) => [one.id, one.why]))
    }
    const order = async () =>
      (await s.ok('POST /practice/runs', { body: { set_id: own.id, mode: 'suggested' } }, as)).questions.map(
        (q) => q.id,
      )
    expect((await why()).get(wrong)).toBe('mistake')
    // there are enough others that are new
    expect([...(await why()).values()].slice(1)).toEqual(Array.from({ length: 4 }, () => 'new'))
    expect(await order()).toEqual([wrong, fresh, waits, right])
    s.clock.advance(practiceLimits.longAgo * 86_400)
    as = { token: (await s.signIn('admin')).body.token }
    expect((await why()).get(right)).toBe('long_ago')
    expect([...(await why()).values()]).not.toContain('waits')
    expect(await order()).toEqual([wrong, right, fresh, waits])
  })

  it('is not suggested again on the day it was answered rightly, though it is a mistake still', async () => {
    const own = await s.ok('POST /theory-sets', { body: { name: 'Just done', practice: true } }, 'super')
    const [done, fresh] = [await question({ set_id: own.id }), await question({ set_id: own.id })]
    const signedIn = async (): Promise<As> => ({ token: (await s.signIn('admin')).body.token })
    let as = await signedIn()
    const order = async () =>
      (await s.ok('POST /practice/runs', { body: { set_id: own.id, mode: 'suggested' } }, as)).questions.map(
        (q) => q.id,
      )
    await answer(done, single('b'), as)
    expect(await order()).toEqual([done, fresh])
    s.clock.advance(1)
    await answer(done, single('a'), as)
    expect(await order()).toEqual([fresh, done])
    const { suggested } = await s.ok('GET /practice/next', {}, as)
    expect(suggested.find((one) => one.id === done)?.why).not.toBe('mistake')
    s.clock.advance(practiceLimits.rest * 86_400)
    as = await signedIn()
    expect(await order()).toEqual([done, fresh])
  })
})
