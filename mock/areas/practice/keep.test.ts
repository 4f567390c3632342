/** What learners keep of questions and say about them, on a whole server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Bank } from '#src/contract/bank/question.ts'
import { type As, testServer, type TestServer } from '#tests/contract/support/server.ts'
import { everybody, layExam } from '#tests/support/exam.ts'

let s: TestServer
let theory = ''
let hidden = ''
let challenge = ''

beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  const set = async (name: 'theory' | 'flag', practice: boolean) =>
    (await s.ok(`POST /${name}-sets`, { body: { name: `${name} ${practice}`, practice } }, 'super')).id
  const open = (route: 'PUT /theory-questions/:id/audience' | 'PUT /flag-challenges/:id/audience', id: string) =>
    s.ok(route, { params: { id }, body: { ...everybody, version: 1 } as never }, 'super')
  const question = async (title: string, set_id: string) => {
    const { id } = await s.ok(
      'POST /theory-questions',
      {
        body: {
          title,
          stem: 'Because.',
          type: 'true-false',
          set_id,
          score: 5,
          hints: [
            { text: 'HINT-one', cost: 2 },
            { text: 'HINT-two', cost: 9 },
          ],
        },
      },
      'super',
    )
    await open('PUT /theory-questions/:id/audience', id)
    return id
  }
  theory = await question('Open one', await set('theory', true))
  hidden = await question('Closed one', await set('theory', false))
  const flag = await s.ok(
    'POST /flag-challenges',
    { body: { title: 'Box', set_id: await set('flag', true), score: 10, flag: { kind: 'static', value: 'flag{x}' } } },
    'super',
  )
  challenge = flag.id
  await open('PUT /flag-challenges/:id/audience', challenge)
})
afterAll(() => s.close())

const tools = (id: string, as: As = 'student') => s.call('GET /question-tools/:id', { params: { id } }, as)
const collect = (id: string, folder = '', as: As = 'student', collected = true) =>
  s.call('PUT /question-tools/:id/collected', { params: { id }, body: { collected, folder } }, as)
const write = (id: string, text: string, version: number, as: As = 'student') =>
  s.call('PUT /question-tools/:id/note', { params: { id }, body: { text, version } }, as)
const hint = (n: number, cost: number, as: As = 'student') =>
  s.call('POST /question-tools/:id/hints', { params: { id: theory }, body: { hint: n, cost } }, as)

describe('the tools around a question', () => {
  it('are there for who may practise it and for its keepers, and not for others', async () => {
    expect((await tools(theory)).status).toBe(200)
    expect((await tools(hidden)).problem.code).toBe('not_found')
    expect((await tools(hidden, 'super')).status).toBe(200)
    expect((await tools('nothing')).status).toBe(404)
    for (const call of [collect(hidden), write(hidden, 'x', 0)]) expect((await call).problem.code).toBe('not_found')
  })

  it('close while an exam that asks the question has not ended', async () => {
    const paper_set = await s.ok('POST /paper-sets', { body: { name: 'Papers' } }, 'super')
    const item = { id: 'i', bank: 'theory' as Bank, question_id: theory, question_version: 1, score: 1 }
    const paper = await s.ok(
      'POST /papers',
      {
        body: {
          name: 'Exam paper',
          set_id: paper_set.id,
          variants: [{ id: 'v', sections: [{ id: 's', title: 'One', items: [item] }] }],
        },
      },
      'super',
    )
    const at = (hours: number) => new Date(s.clock.now().getTime() + hours * 3_600_000).toISOString()
    await layExam(s, paper.id, { starts_at: at(1), ends_at: at(2) })
    expect((await tools(theory)).problem.code).toBe('not_found')
    s.clock.advance(2 * 3600 + 1)
    expect((await tools(theory)).status).toBe(200)
  })
})

describe('a collected question', () => {
  it('stands in its folder, moves with it, and is let go', async () => {
    await collect(theory, 'Later')
    await collect(challenge)
    const mine = async (query: object = {}, as: As = 'student') => s.ok('GET /collections', { query }, as)
    expect((await mine()).folders).toEqual([
      { name: '', n: 1 },
      { name: 'Later', n: 1 },
    ])
    expect((await mine({ folder: 'Later' })).items.map((c) => [c.title, c.open])).toEqual([['Open one', true]])
    expect((await mine({ bank: 'flag' })).items.map((c) => c.title)).toEqual(['Box'])
    expect((await mine({ q: 'OPEN' })).total).toBe(1)
    expect((await mine({}, 'second-student')).total).toBe(0)
    expect((await s.ok('POST /collections/rename', { body: { from: 'Later', to: 'Soon' } }, 'student')).done).toBe(1)
    expect((await tools(theory)).body.collected).toEqual({ folder: 'Soon' })
    await collect(theory, '', 'student', false)
    expect((await tools(theory)).body.collected).toBeNull()
  })
})

describe('a note', () => {
  it('is its writer’s alone, is never lost to an older page, and an empty one is none', async () => {
    expect((await write(theory, 'mine **own**', 0)).body.note).toMatchObject({ text: 'mine **own**', version: 1 })
    expect((await write(theory, 'older page', 0)).problem).toMatchObject({
      code: 'stale_version',
      details: { current: { text: 'mine **own**', version: 1 } },
    })
    expect((await tools(theory, 'second-student')).body.note).toBeNull()
    expect((await s.ok('GET /notes', { query: {} }, 'second-student')).total).toBe(0)
    expect((await s.ok('GET /notes', { query: { q: 'OWN' } }, 'student')).items).toMatchObject([
      { id: theory, title: 'Open one', text: 'mine **own**' },
    ])
    expect((await write(theory, 'second', 1)).body.note?.version).toBe(2)
    expect((await write(theory, ' ', 2)).body.note).toBeNull()
    expect((await tools(theory)).body.note).toBeNull()
  })

  it('is not told by the audit trail', async () => {
    await write(challenge, 'CANARY-note', 0)
    const { rows } = await s.db.query(`select 1 from audit a where strpos(a::text, 'CANARY-note') > 0`)
    expect(rows).toEqual([])
  })
})

describe('a hint', () => {
  it('is told for the cost that was shown, once, and makes the answer worth less, never less than nothing', async () => {
    const before = (await tools(theory)).body
    expect([before.hints, before.worth]).toEqual([
      [
        { cost: 2, text: null },
        { cost: 9, text: null },
      ],
      5,
    ])
    expect((await hint(0, 1)).problem).toMatchObject({ code: 'hint_changed', details: { cost: 2 } })
    expect((await hint(0, 2)).body).toEqual({ hint: { cost: 2, text: 'HINT-one' }, spent: 2, worth: 3 })
    expect((await hint(0, 2)).body.spent).toBe(2)
    expect((await hint(1, 9)).body).toMatchObject({ spent: 11, worth: 0 })
    expect((await hint(7, 0)).problem.code).toBe('hint_changed')
    expect((await tools(theory, 'second-student')).body.hints[0]).toEqual({ cost: 2, text: null })
  })

  it('that was paid for stays readable where it stands later', async () => {
    const row = await s.ok('GET /theory-questions/:id', { params: { id: theory } }, 'super')
    const { title, stem, type, set_id, score } = row
    const hints = [{ text: 'HINT-new', cost: 1 }, ...row.hints]
    await s.ok(
      'PUT /theory-questions/:id',
      { params: { id: theory }, body: { title, stem, type, set_id, score, hints, version: row.version } },
      'super',
    )
    expect((await tools(theory)).body.hints.map((h) => h.text)).toEqual([null, 'HINT-one', 'HINT-two'])
  })
})

describe('a report', () => {
  it('reaches the keepers, is answered once, and its maker hears of it', async () => {
    const body = { kind: 'wrong_key' as const, text: 'It is the other one.' }
    const report = (b: object = body) =>
      s.call('POST /question-tools/:id/reports', { params: { id: theory }, body: { ...body, ...b } }, 'student')
    const made = (await report()).body
    expect((await report()).problem.code).toBe('duplicate_data')
    const told = (as: As) => s.ok('GET /messages', {}, as)
    expect((await told('super')).items[0]).toMatchObject({
      kind: 'question_reported',
      params: { title: 'Open one', kind: 'wrong_key' },
      link: { screen: 'theory-bank' },
    })
    const list = await s.ok('GET /question-reports', { query: { bank: 'theory' } }, 'super')
    expect(list).toMatchObject({
      open: 1,
      items: [{ id: made.id, author: { name: expect.any(String), username: expect.any(String) }, can: ['answer'] }],
    })
    expect((await s.call('GET /question-reports', { query: { bank: 'theory' } }, 'student')).status).toBe(403)
    const answer = (as: As) =>
      s.call(
        'POST /question-reports/:id/answer',
        { params: { id: made.id }, body: { outcome: 'fixed', text: 'Thank you.' } },
        as,
      )
    expect((await answer('student')).status).toBe(403)
    expect((await answer('super')).body.state).toBe('fixed')
    expect((await answer('super')).problem.code).toBe('not_allowed_in_state')
    expect((await told('student')).items[0]).toMatchObject({ kind: 'report_fixed', params: { text: 'Thank you.' } })
    expect((await tools(theory)).body.reports).toMatchObject([{ state: 'fixed', reply: 'Thank you.' }])
    expect((await tools(theory, 'second-student')).body.reports).toEqual([])
  })
})

describe('a discussion', () => {
  const say = (entity: 'theory-question' | 'flag-challenge', entity_id: string, as: As = 'student') =>
    s.call('POST /comments', { body: { entity, entity_id, text: '同意 agreed' } }, as)
  const read = (entity: 'theory-question' | 'flag-challenge', entity_id: string, as: As = 'student') =>
    s.call('GET /comments/thread', { query: { entity, entity_id } }, as)

  it('of a question is for who may practise it', async () => {
    expect((await say('theory-question', theory)).status).toBe(200)
    expect((await say('theory-question', hidden)).problem.code).toBe('not_found')
    expect((await say('flag-challenge', theory)).status).toBe(404)
    expect((await tools(theory, 'second-student')).body).toMatchObject({ comments: 1, discuss: true })
  })

  it('of a flag challenge is for who solved it and for its keepers; others see how much is said', async () => {
    expect((await say('flag-challenge', challenge, 'super')).status).toBe(200)
    expect((await say('flag-challenge', challenge)).problem.code).toBe('solve_first')
    expect((await read('flag-challenge', challenge)).problem.code).toBe('solve_first')
    expect((await tools(challenge)).body).toMatchObject({ comments: 1, discuss: false })
  })
})
