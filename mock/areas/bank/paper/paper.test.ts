/** Papers on a whole server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '#tests/contract/support/server.ts'
import { itemsOf } from './items.ts'

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

    const { asked, keys, optionsOf } = await itemsOf(s.db, paper, 'v', 'zh-CN')
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
