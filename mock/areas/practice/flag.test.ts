/** Solving flag challenges in practice, on a whole server with a clock that is moved by hand (checks F1, F2, F7). */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FlagBody } from '#src/contract/bank/question.schema.ts'
import { flagLimits } from '#src/contract/bank/question.ts'
import type { ChallengeFilter } from '#src/contract/practice/flag.ts'
import { type As, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { flagKeys } from '../bank/flag/seal.ts'
import { madeFlag } from '../bank/flag/make.ts'
import { some } from '../../../tests/support/some.ts'

let s: TestServer
let set_id = ''
const everybody = { all: true, orgs: [], roles: [], users: [] }
const dynamic = { kind: 'dynamic', template: 'flag{{random}}', length: 32, per: 'user' } as const
let n = 0

async function challenge(more: Partial<FlagBody> = {}): Promise<string> {
  const flag = { kind: 'static', value: 'flag{RIGHT}', ignore_case: false } as const
  const { id } = await s.ok(
    'POST /flag-challenges',
    { body: { title: `Challenge ${++n}`, set_id, score: 100, flag, ...more } },
    'super',
  )
  await s.ok(
    'PUT /flag-challenges/:id/audience',
    { params: { id }, body: { ...everybody, version: 1 } as never },
    'super',
  )
  return id
}
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  set_id = (await s.ok('POST /flag-sets', { body: { name: 'Boxes', practice: true } }, 'super')).id
})
afterAll(() => s.close())

const submit = (id: string, text: string, as: As = 'student') =>
  s.call('POST /practice-flags/:id/submit', { params: { id }, body: { text } }, as)
const look = (id: string, as: As = 'student') => s.ok('GET /practice-flags/:id', { params: { id } }, as)
/** The minute of the limit is over. */
const rest = () => s.clock.advance(flagLimits.per + 1)
const trail = async (id: string) =>
  (
    await s.db.query<{ action: string; result: string; details: Record<string, unknown> | null }>(
      `select action, result, details from audit where action in ('flag-challenge.submit', 'flag-challenge.right', 'flag-challenge.wrong') and entity_id = $1 order by seq`,
      [id],
    )
  ).rows

describe('a challenge', () => {
  it('goes from unsolved over wrong to solved, with points, place and rate', async () => {
    rest()
    const id = await challenge({ hints: [{ text: 'Look', cost: 30 }] })
    expect(await look(id)).toMatchObject({
      state: 'not-submitted',
      tries: 0,
      rate: null,
      first: null,
      after: null,
      left: 10,
    })
    expect((await submit(id, 'flag{wrong}')).body).toMatchObject({ result: 'wrong', left: 9, points: 0 })
    await s.ok('POST /question-tools/:id/hints', { params: { id }, body: { hint: 0, cost: 30 } }, 'student')
    expect((await submit(id, ' flag{RIGHT}\n')).body).toMatchObject({ result: 'right', points: 70, place: 1, left: 9 })
    expect(await look(id)).toMatchObject({
      state: 'solved',
      tries: 2,
      points: 70,
      rate: 0.5,
      solve: { place: 1, points: 70 },
      after: { explanation: '', writeup: '' },
      submissions: [{ right: true }, { right: false, masked: 'fl••••••••}' }],
    })
    // a second time it is not judged, and neither counted
    expect((await submit(id, 'nonsense')).body).toMatchObject({ result: 'before', points: 70, left: 9 })
    expect((await submit(id, 'flag{RIGHT}', 'second-student')).body).toMatchObject({ place: 2, points: 100 })
    expect((await trail(id)).map((t) => t.details?.['result'])).toEqual(['wrong', 'right', 'before', 'right'])
    expect((await trail(id)).map((t) => t.action)).toEqual(
      ['wrong', 'right', 'submit', 'right'].map((word) => `flag-challenge.${word}`),
    )
  })

  it('is called in lists as its reader reads, and found by what it is called in either language', async () => {
    rest()
    const translation = { title: '丢失的日志', stem: '', options: [], explanation: '', hints: [] }
    const id = await challenge({ title: 'The lost journal', language: 'en-US', translation })
    const list = async (q: string, language: string) => {
      const headers = { 'accept-language': language }
      const desk = await s.call('GET /practice-flags', { query: { q } as never }, 'student', { headers })
      return desk.body.items.map((i) => [i.id, i.title])
    }
    for (const q of ['lost journal', '丢失']) {
      expect(await list(q, 'en-US')).toEqual([[id, 'The lost journal']])
      expect(await list(q, 'zh-CN')).toEqual([[id, '丢失的日志']])
    }
    await submit(id, 'nothing of it')
    const { items } = (
      await s.call('GET /practice/records', { query: { q: '丢失' } as never }, 'student', {
        headers: { 'accept-language': 'zh-CN' },
      })
    ).body
    expect(items.map((i) => i.title)).toEqual(['丢失的日志'])
  })

  it('tells its write-up to who solved it, where its keeper opened it', async () => {
    rest()
    const open = await challenge({ writeup: 'HOW', writeup_open: true })
    const closed = await challenge({ writeup: 'HOW' })
    for (const id of [open, closed]) {
      expect(JSON.stringify(await look(id))).not.toContain('HOW')
      await submit(id, 'flag{RIGHT}')
    }
    expect([(await look(open)).after?.writeup, (await look(closed)).after?.writeup]).toEqual(['HOW', ''])
  })

  it('never keeps a flag in clear, right or wrong', async () => {
    rest()
    const id = await challenge({ flag: { kind: 'static', value: 'flag{CANARY-of-gold}' } })
    await submit(id, 'flag{CANARY-of-silver}')
    await submit(id, 'flag{CANARY-of-gold}')
    for (const table of ['practice_try', 'audit', 'idempotency', 'flag_solve', 'question_version']) {
      const { rows } = await s.db.query(`select 1 from ${table} x where strpos(x::text, 'CANARY') > 0`)
      expect(rows, table).toEqual([])
    }
  })

  it('handed in with what was made for another is wrong, and its keepers learn whose it is', async () => {
    rest()
    const id = await challenge({ flag: dynamic })
    const keys = await flagKeys(s.platform)
    const own = madeFlag(dynamic, id, userId('student'), keys)
    const other = madeFlag(dynamic, id, userId('second-student'), keys)
    expect((await submit(id, other)).body.result).toBe('wrong')
    expect((await submit(id, own)).body.result).toBe('right')
    expect((await s.ok('GET /flag-sharing', { query: { question_id: id } }, 'super')).items).toMatchObject([
      { by_id: userId('student'), owner_id: userId('second-student') },
    ])
    expect((await s.call('GET /flag-sharing', { query: {} }, 'student')).status).toBe(403)
  })

  it('of a set is not there for whom its audience leaves out', async () => {
    const { id } = await s.ok(
      'POST /flag-challenges',
      { body: { title: 'Hidden', set_id, flag: { kind: 'static', value: 'x' } } },
      'super',
    )
    for (const call of [
      s.call('GET /practice-flags/:id', { params: { id } }, 'student'),
      submit(id, 'x'),
      s.call('POST /practice-flags/:id/scene', { params: { id }, body: {} }, 'student'),
    ])
      expect((await call).problem.code).toBe('not_found')
    const { items } = await s.ok('GET /practice-flags', { query: { page_size: 200 } }, 'student')
    expect(items.map((i) => i.title)).not.toContain('Hidden')
  })
})

describe('the limit of ten wrong flags a minute', () => {
  it('F1: of a hundred tries at once ten are looked at', async () => {
    rest()
    const id = await challenge()
    const all = await Promise.all(Array.from({ length: 100 }, (_, i) => submit(id, `wrong ${i}`, 'second-student')))
    const codes = all.map((r) => (r.status === 200 ? r.body.result : r.problem.code))
    expect([codes.filter((c) => c === 'wrong').length, codes.filter((c) => c === 'too_many').length]).toEqual([10, 90])
    expect((await look(id, 'second-student')).tries).toBe(10)
    const refused = await submit(id, 'flag{RIGHT}', 'second-student')
    expect([refused.status, refused.problem.details?.['seconds']]).toEqual([429, 60])
    expect(await look(id, 'second-student')).toMatchObject({ left: 0, wait: 60 })
    // every one of them is in the trail
    expect((await trail(id)).length).toBe(101)
    rest()
    expect((await submit(id, 'flag{RIGHT}', 'second-student')).body.result).toBe('right')
  })

  it('F2: of fifty right ones at once one is the solve, and nobody is told anything else', async () => {
    rest()
    const id = await challenge()
    const people = ['student', 'second-student'] as const
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, i) => submit(id, 'flag{RIGHT}', people[i % 2] ?? 'student')),
    )
    const told = all.map((r) => (r.status === 200 ? r.body.result : r.problem.code))
    expect([told.filter((t) => t === 'right').length, told.filter((t) => t === 'before').length]).toEqual([2, 48])
    const { rows } = await s.db.query<{ user_id: string }>('select user_id from flag_solve where question_id = $1', [
      id,
    ])
    expect(rows.map((r) => r.user_id).toSorted()).toEqual(people.map(userId).toSorted())
  })

  it('F2: a right one that is judged for a while is one answer, however often it is handed in meanwhile', async () => {
    rest()
    const id = await challenge({ flag: { kind: 'regex', pattern: 'flag\\{R+IGHT\\}' } as never })
    const all = await Promise.all(Array.from({ length: 10 }, () => submit(id, 'flag{RIGHT}')))
    const told = all.map((r) => (r.status === 200 ? r.body.result : r.problem.code))
    expect(told.toSorted()).toEqual([...Array.from({ length: 9 }, () => 'before'), 'right'])
    const { rows } = await s.db.query('select 1 from practice_try where question_id = $1', [id])
    expect(rows).toHaveLength(1)
    const { answers, correct } = await s.ok('GET /flag-challenges/:id/statistics', { params: { id } }, 'super')
    expect([answers, correct]).toEqual([1, 1])
  })

  it('a right one takes no place', async () => {
    rest()
    for (let i = 0; i < 12; i++) expect((await submit(await challenge(), 'flag{RIGHT}')).body.left).toBe(10)
  })

  it('F7: is passed by neither restart, another challenge, an edit, nor another way to write the same', async () => {
    const id = await challenge()
    const second = await challenge()
    const variants = ['no', ' no', 'NO', 'nо', 'no\t', 'ｎｏ', 'No ']
    type Deed =
      | { do: 'try'; on: number; text: string }
      | { do: 'wait'; seconds: number }
      | { do: 'edit' }
      | { do: 'right' }
    const deed = fc.oneof(
      {
        weight: 8,
        arbitrary: fc.record({ do: fc.constant('try' as const), on: fc.nat(1), text: fc.constantFrom(...variants) }),
      },
      {
        weight: 2,
        arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 40 }) }),
      },
      { weight: 1, arbitrary: fc.constant({ do: 'edit' as const }) },
      { weight: 1, arbitrary: fc.constant({ do: 'right' as const }) },
    )
    await fc.assert(
      fc.asyncProperty(fc.array<Deed>(deed, { minLength: 14, maxLength: 30 }), async (deeds) => {
        rest()
        let wrong: number[] = []
        for (const d of deeds) {
          const now = s.clock.now().getTime()
          wrong = wrong.filter((at) => at > now - flagLimits.per * 1000)
          if (d.do === 'wait') s.clock.advance(d.seconds)
          else if (d.do === 'edit') {
            const row = await s.ok('GET /flag-challenges/:id', { params: { id } }, 'super')
            const { title, flag, version, score } = row
            await s.ok(
              'PUT /flag-challenges/:id',
              { params: { id }, body: { title, flag, set_id, score: score + 1, version } },
              'super',
            )
          } else if (d.do === 'right') {
            const r = await submit(await challenge(), 'flag{RIGHT}')
            expect(r.status).toBe(wrong.length < flagLimits.wrong ? 200 : 429)
          } else {
            const r = await submit(d.on ? second : id, d.text)
            expect(r.status).toBe(wrong.length < flagLimits.wrong ? 200 : 429)
            if (r.status === 200) wrong.push(now)
            else expect(r.problem.details?.['seconds']).toBe(Math.ceil(((wrong[0] ?? 0) + 60_000 - now) / 1000))
          }
        }
        // nothing of it is in the memory of a server: the next one reads the same rows
        const { rows } = await s.db.query('select 1 from flag_attempt where user_id = $1 and at > $2', [
          userId('student'),
          new Date(s.clock.now().getTime() - flagLimits.per * 1000).toISOString(),
        ])
        expect(rows.length).toBe(wrong.filter((at) => at > s.clock.now().getTime() - flagLimits.per * 1000).length)
      }),
      { numRuns: Number(process.env.RUNS ?? some(6)) },
    )
  })
})

describe('the desk and the record', () => {
  it('count what is open, solved and earned, and name what to try next', async () => {
    const desk = await s.ok('GET /practice-flags/desk', {}, 'student')
    const [set] = desk.sets
    expect(set).toMatchObject({ id: set_id, challenges: desk.mine.challenges, solved: desk.mine.solved })
    expect(desk.mine.streak).toBe(1)
    expect(desk.suggested?.state).not.toBe('solved')
    expect(desk.most_solved[0]?.solves).toBeGreaterThan(0)
    const of = async (...state: ChallengeFilter[]) =>
      (await s.ok('GET /practice-flags', { query: { set_id, state, page_size: 200 } }, 'student')).total
    const [solved, tried, all] = [set?.solved ?? 0, set?.tried ?? 0, set?.challenges ?? 0]
    expect(await of('solved')).toBe(solved)
    expect(await of('submitted-wrong')).toBe(tried - solved)
    expect(tried - solved).toBeGreaterThan(0)
    expect(await of('not-submitted')).toBe(all - tried)
    // those tried in vain and those never tried
    expect(await of('unsolved')).toBe(all - solved)
    expect(await of('solved', 'unsolved')).toBe(all)
    const record = await s.ok('GET /practice-flags/sets/:id/record', { params: { id: set_id }, query: {} }, 'student')
    expect(record.set.id).toBe(set_id)
    expect(record.days.reduce((sum, d) => sum + d.tries, 0)).toBe(record.total)
    expect(record.days.reduce((sum, d) => sum + d.points, 0)).toBe(desk.mine.points)
    expect(record.hints).toMatchObject([{ cost: 30 }])
    expect((await s.call('GET /practice-flags/sets/:id', { params: { id: 'none' } }, 'student')).status).toBe(404)
  })
})

describe('what stands beside a challenge', () => {
  it('follows the list and the order it was opened from, also when it was solved there', async () => {
    rest()
    const box = (await s.ok('POST /flag-sets', { body: { name: 'Beside', practice: true } }, 'super')).id
    const [a, b, c, d] = [
      await challenge({ set_id: box, title: 'A', score: 100 }),
      await challenge({ set_id: box, title: 'B', score: 200 }),
      await challenge({ set_id: box, title: 'C', score: 300 }),
      await challenge({ set_id: box, title: 'D', score: 400, keywords: ['web'] }),
    ]
    const beside = async (id: string, query: object = {}) => {
      const { previous, next } = await s.ok('GET /practice-flags/:id', { params: { id }, query }, 'student')
      return [previous, next]
    }
    expect(await beside(b)).toEqual([a, c])
    await submit(b, 'flag{RIGHT}')
    const open = { set_id: box, state: ['unsolved'] as const }
    expect([await beside(a), await beside(a, open)]).toEqual([
      [null, b],
      [null, c],
    ])
    expect(await beside(b, open)).toEqual([a, c])
    expect(await beside(c, { ...open, sort: '-score' })).toEqual([d, a])
    expect(await beside(d, { keywords: ['web'] })).toEqual([null, null])
  })
})
