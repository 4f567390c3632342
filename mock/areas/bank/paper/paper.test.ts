/** Papers on a whole server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '#tests/contract/support/server.ts'
import { paperItemsOf } from './items.ts'

let s: TestServer
let theory_set = ''
let flag_set = ''
let paper_set = ''
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  const set = async (kind: 'theory' | 'flag' | 'paper') =>
    (await s.ok(`POST /${kind}-sets`, { body: { name: 'Networks' } }, 'super')).id
  theory_set = await set('theory')
  flag_set = await set('flag')
  paper_set = await set('paper')
})
afterAll(() => s.close())

let n = 0
const secret = 'CANARY'
const question = (more: object = {}) =>
  s.ok(
    'POST /theory-questions',
    {
      body: {
        title: `Question ${++n}`,
        stem: `What is asked by number ${n}?`,
        type: 'multiple',
        set_id: theory_set,
        options: [
          { id: 'a', text: 'One', correct: true, feedback: secret },
          { id: 'b', text: 'Two' },
        ],
        explanation: secret,
        writeup: secret,
        ...more,
      },
    },
    'super',
  )
const item = (q: { id: string; version: number }, score = 2, bank: 'theory' | 'flag' = 'theory') => ({
  id: `i${++n}`,
  bank,
  question_id: q.id,
  question_version: q.version,
  score,
})
const bodyOf = (items: readonly ReturnType<typeof item>[]) => ({
  name: `Paper ${++n}`,
  set_id: paper_set,
  variants: [{ id: 'v', sections: [{ id: 's', title: 'One', items: [...items] }] }],
})

describe('the questions of a paper', () => {
  it('come in the versions it names, in the language asked for, worth what it says, and without their keys', async () => {
    const translation = { title: '题目', stem: '', options: ['一', '二'], explanation: secret }
    const a = await question({ language: 'en-US', translation })
    const flag = { kind: 'static' as const, value: `flag{${secret}-of-a-flag}` }
    const made = { title: `Flag ${++n}`, set_id: flag_set, flag, hints: [{ text: secret, cost: 5 }] }
    const f = await s.ok('POST /flag-challenges', { body: made }, 'super')
    const c = await question({ type: 'completion', options: [], blanks: [{ id: 'x', accepted: [secret] }] })
    const t = await question({ type: 'true-false', options: [], truth: false })
    const paper = await s.ok(
      'POST /papers',
      { body: bodyOf([item(a, 7), item(f, 3, 'flag'), item(c), item(t)]) },
      'super',
    )
    const again = { title: 'Edited', set_id: theory_set, type: 'short' as const, version: a.version }
    await s.ok('PUT /theory-questions/:id', { params: { id: a.id }, body: again }, 'super')

    const { asked, keys, optionsOf } = await paperItemsOf(s.db, paper, 'v', 'zh-CN')
    const [first, second, third] = paper.variants[0]?.sections[0]?.items ?? []
    expect(asked.get(first?.id ?? '')).toMatchObject({ title: '题目', type: 'multiple', score: 7, version: 1 })
    expect(asked.get(first?.id ?? '')?.options).toEqual([
      { id: 'a', text: '一' },
      { id: 'b', text: '二' },
    ])
    expect(asked.get(third?.id ?? '')?.blanks).toBe(1)
    const shown = JSON.stringify([...asked.values()])
    expect([shown.includes(secret), shown.includes('truth'), shown.includes('correct')]).toEqual([false, false, false])
    expect(keys.get(first?.id ?? '')).toMatchObject({ answer: { correct: ['a'], feedback: { a: secret } } })
    expect(keys.get(second?.id ?? '')?.flag?.sealed).toEqual(expect.any(String))
    expect(optionsOf(first ?? { id: '' })).toEqual(['a', 'b'])
    // not even the keys hold a flag in the open
    expect(JSON.stringify([...keys.values()]).includes(`${secret}-of-a-flag`)).toBe(false)
  })
})

describe('a paper by rules', () => {
  const rule = (id: string, more: object = {}) => ({ id, bank: 'theory' as const, count: 2, score: 3, ...more })
  const section = (rules: readonly ReturnType<typeof rule>[]) => ({ id: 'one', title: 'One', rules: [...rules] })
  let rules: ReturnType<typeof section>[]
  beforeAll(async () => {
    for (let k = 0; k < 4; k++) await question({ knowledge: ['Routing'], difficulty: k ? 'primary' : 'advanced' })
    rules = [
      section([
        rule('any', { knowledge: ['routing'] }),
        rule('easy', { knowledge: ['Routing'], difficulties: ['primary'] }),
      ]),
    ]
  })

  it('is told before drawing how many the bank has, alone and with the other rules', async () => {
    const full = await s.ok('POST /papers/check', { body: { rules } }, 'super')
    expect(full.rules).toEqual([
      { id: 'any', wanted: 2, has: 4, gets: 2 },
      { id: 'easy', wanted: 2, has: 3, gets: 2 },
    ])
    const more = [
      section([
        rule('any', { knowledge: ['routing'], count: 3 }),
        rule('easy', { knowledge: ['Routing'], difficulties: ['primary'] }),
      ]),
    ]
    const { rules: short } = await s.ok('POST /papers/check', { body: { rules: more } }, 'super')
    expect(
      short
        .map((r) => r.gets)
        .toSorted()
        .reduce((a, b) => a + b),
    ).toBe(4)
    const r = await s.call('POST /papers/draw', { body: { rules: more } }, 'super')
    expect(r.problem).toMatchObject({ code: 'paper_short', details: { n: 1 } })
  })

  it('is drawn in variants worth the same, saved, and one question is drawn anew', async () => {
    const { variants } = await s.ok('POST /papers/draw', { body: { rules, variants: 3 } }, 'super')
    const body = { name: `Drawn ${++n}`, set_id: paper_set, mode: 'rules' as const, rules, variants }
    const paper = await s.ok('POST /papers', { body }, 'super')
    expect([paper.score, paper.items, paper.variants.length]).toEqual([12, 4, 3])
    for (const v of paper.variants)
      expect(new Set(v.sections.flatMap((x) => x.items.map((i) => i.question_id))).size).toBe(4)
    await question({ knowledge: ['Routing'] })
    const items = paper.variants[0]?.sections[0]?.items ?? []
    const without = items.map((i) => i.question_id)
    const [wanted] = rules[0]?.rules ?? []
    const other = await s.ok('POST /papers/redraw', { body: { rule: wanted!, without } }, 'super')
    expect([other.rule, without.includes(other.question_id), other.score]).toEqual(['any', false, 3])
    const none = await s.call(
      'POST /papers/redraw',
      { body: { rule: wanted!, without: [...without, other.question_id] } },
      'super',
    )
    expect(none.problem.code).toBe('paper_short')
  })
})

describe('an item of a paper', () => {
  it('tells of a newer version, which the paper can take over', async () => {
    const a = await question()
    const paper = await s.ok('POST /papers', { body: bodyOf([item(a)]) }, 'super')
    const edit = { title: 'Newer', set_id: theory_set, type: 'true-false' as const, version: a.version }
    await s.ok('PUT /theory-questions/:id', { params: { id: a.id }, body: edit }, 'super')
    const items = [{ bank: 'theory' as const, question_id: a.id, question_version: 1 }]
    const [told] = (await s.ok('POST /papers/items', { body: { items } }, 'super')).items
    expect([told?.question.title, told?.question_version, told?.newest]).toEqual([a.title, 1, 2])
    const variants = paper.variants.map((v) => ({
      ...v,
      sections: v.sections.map((x) => ({ ...x, items: x.items.map((i) => ({ ...i, question_version: 2 })) })),
    }))
    const { name, version } = paper
    await s.ok(
      'PUT /papers/:id',
      { params: { id: paper.id }, body: { name, set_id: paper_set, variants, version } },
      'super',
    )
    const uses = await s.ok('GET /theory-questions/:id/uses', { params: { id: a.id } }, 'super')
    expect(uses.papers.map((p) => p.version)).toEqual([2])
  })

  it('is picked from any bank, and a copy of the paper has it too', async () => {
    const a = await question({ title: 'Zeta of all' })
    const found = await s.ok('GET /papers/questions', { query: { q: 'zeta of', type: ['multiple'] } }, 'super')
    expect(found.items).toMatchObject([
      { question_id: a.id, question_version: 1, type: 'multiple', set_name: 'Networks' },
    ])
    expect((await s.ok('GET /papers/questions', { query: { bank: 'flag' } }, 'super')).items[0]?.type).toBe('flag')
    const paper = await s.ok('POST /papers', { body: { ...bodyOf([item(a)]), name: 'Copied' } }, 'super')
    for (const name of ['Copied (2)', 'Copied (3)']) {
      const { id } = await s.ok('POST /papers/:id/copy', { params: { id: paper.id }, body: {} }, 'super')
      const row = await s.ok('GET /papers/:id', { params: { id } }, 'super')
      expect([row.name, row.items, row.exams]).toEqual([name, 1, 0])
    }
  })
})
