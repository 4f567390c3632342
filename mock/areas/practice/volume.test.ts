/** Papers for practice, records and mistakes, on a whole server with a clock that is moved by hand. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '#src/contract/bank/answer.schema.ts'
import { type As, testServer, type TestServer } from '#tests/contract/support/server.ts'
import { everybody, layExam } from '#tests/support/exam.ts'

let s: TestServer
let set_id = ''
let paper_set = ''
const ids: string[] = []
const single = (chosen: string): Answer => ({ type: 'single', chosen: [chosen] })
const short = (text: string): Answer => ({ type: 'short', text })
const written = (item: string, answer: Answer | null, marked = false) => ({ item, answer, marked })

beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  set_id = (await s.ok('POST /theory-sets', { body: { name: 'Networks', practice: true } }, 'super')).id
  paper_set = (await s.ok('POST /paper-sets', { body: { name: 'Papers' } }, 'super')).id
  for (const n of [0, 1, 2]) {
    const made = await s.ok(
      'POST /theory-questions',
      {
        body: {
          title: `Names ${n}`,
          stem: `Which protocol translates names, case ${n}?`,
          set_id,
          ...(n === 2
            ? { type: 'short', reference: 'KEY-because' }
            : {
                type: 'single',
                explanation: 'KEY-explained',
                options: [
                  { id: 'a', text: 'DNS', correct: true },
                  { id: 'b', text: 'ARP' },
                ],
              }),
        },
      },
      'super',
    )
    await s.ok(
      'PUT /theory-questions/:id/audience',
      { params: { id: made.id }, body: { ...everybody, version: 1 } as never },
      'super',
    )
    ids.push(made.id)
  }
})
afterAll(() => s.close())

let n = 0
async function paperOf(more: object = {}, open = true) {
  const items = ids.map((question_id, i) => ({
    id: `i${i}`,
    bank: 'theory' as const,
    question_id,
    question_version: 1,
    score: 2,
  }))
  const body = {
    name: `Paper ${++n}`,
    set_id: paper_set,
    duration: 600,
    practice: true,
    shuffle_items: true,
    variants: [{ id: 'v', sections: [{ id: 's', title: 'One', items }] }],
    ...more,
  }
  const made = await s.ok('POST /papers', { body }, 'super')
  if (open)
    await s.ok(
      'PUT /papers/:id/audience',
      { params: { id: made.id }, body: { ...everybody, version: 1 } as never },
      'super',
    )
  return made.id
}
const begin = (id: string, timed = false, as: As = 'student') =>
  s.call('POST /practice/papers/:id/begin', { params: { id }, body: { timed } }, as)
const sheet = (id: string, as: As = 'student') => s.call('GET /practice/paper-runs/:id', { params: { id } }, as)
const save = (id: string, answers: ReturnType<typeof written>[]) =>
  s.call('POST /practice/paper-runs/:id/save', { params: { id }, body: { answers } }, 'student')
const handIn = (id: string, answers: ReturnType<typeof written>[] = []) =>
  s.call('POST /practice/paper-runs/:id/hand-in', { params: { id }, body: { answers } }, 'student')

describe('a paper for practice', () => {
  it('is one that is open for it and for the caller, and that no exam is to ask', async () => {
    const open = await paperOf()
    const closed = [await paperOf({ practice: false }), await paperOf({}, false)]
    const listed = await s.ok('GET /practice/papers', {}, 'student')
    expect(listed.items.map((p) => p.id)).toEqual([open])
    for (const id of closed) {
      expect((await begin(id)).status).toBe(404)
      expect((await s.call('GET /practice/papers/:id', { params: { id } }, 'student')).status).toBe(404)
    }
  })

  it('keeps what is written over a reload, goes on where it was, and tells no key before it is handed in', async () => {
    const id = await paperOf()
    const { run } = (await begin(id)).body
    await save(run, [written('i0', single('b'), true), written('i2', short('half'))])
    expect((await begin(id)).body.run, 'begun again goes on').toBe(run)
    const open = (await sheet(run)).body
    expect(open.answers).toEqual([written('i0', single('b'), true), written('i2', short('half'))])
    expect(JSON.stringify(open)).not.toContain('KEY-')
    expect((await sheet(run, 'teacher')).status).toBe(404)
    const unknown = await save(run, [written('i9', single('a'))])
    expect(unknown.problem.code).toBe('validation')
    expect((await save(run, [written('i0', short('of another kind'))])).problem.code).toBe('validation')
  })

  it('is judged at once when it is handed in, once, with what was not saved yet; the rest is its learner’s to judge', async () => {
    const id = await paperOf()
    const { run } = (await begin(id)).body
    await save(run, [written('i0', single('b'))])
    const first = await handIn(run, [written('i0', single('a')), written('i2', short('because'))])
    expect(first.body).toEqual({ points: 2, score: 6, open: 1 })
    expect((await handIn(run, [written('i1', single('a'))])).body).toEqual(first.body)
    expect((await save(run, [written('i1', single('a'))])).problem.code).toBe('paper_run_over')
    const told = (await sheet(run)).body.result
    const of = (item: string) => told?.items.find((i) => i.item === item)
    expect(of('i0')).toMatchObject({ share: 1, points: 2, key: { correct: ['a'] }, may_assess: false })
    expect(of('i1')).toMatchObject({ answer: null, share: 0, points: 0 })
    expect(of('i2')).toMatchObject({ share: null, may_assess: true, key: { reference: 'KEY-because' } })
    // looked at later as one of the earlier tries, what was left empty tells nothing of its key
    const tries = async (item: string) => {
      const { rows } = await s.db.query<{ id: string }>('select id from practice_try where run_id = $1 and item = $2', [
        run,
        item,
      ])
      return s.ok('GET /practice/tries/:id', { params: { id: rows[0]?.id ?? '' } }, 'student')
    }
    expect([(await tries('i0')).key, (await tries('i1')).key]).toMatchObject([{ correct: ['a'] }, null])
    const assess = (item: string, share: 0.5 | 1) =>
      s.call('POST /practice/paper-runs/:id/assess', { params: { id: run }, body: { item, share } }, 'student')
    expect((await assess('i1', 1)).problem.code).toBe('not_allowed_in_state')
    expect((await assess('i2', 0.5)).body).toEqual({ points: 3, score: 6, open: 0 })
    expect((await sheet(run)).body.result?.items.find((i) => i.item === 'i2')).toMatchObject({ own: true, points: 1 })
  })

  it('ends with its time, whoever comes back, with what was saved before', async () => {
    const id = await paperOf()
    const { run } = (await begin(id, true)).body
    await save(run, [written('i0', single('a'))])
    s.clock.advance(601)
    expect((await save(run, [written('i1', single('a'))])).problem.code).toBe('paper_run_over')
    expect((await handIn(run, [written('i1', single('a'))])).body.points).toBe(2)
    const { handed_at, deadline_at } = (await sheet(run)).body
    expect(handed_at).toBe(deadline_at)
    expect((await begin(id)).body.run).not.toBe(run)
  })

  it('leaves out what an exam asks by then, and tells no keys of it while the exam has not ended', async () => {
    const id = await paperOf()
    const other = await paperOf({ practice: false })
    const { run } = (await begin(id)).body
    await handIn(run, [written('i0', single('b'))])
    const at = (minutes: number) => new Date(s.clock.now().getTime() + minutes * 60_000).toISOString()
    await layExam(s, other, { starts_at: at(10), ends_at: at(70) })
    const after = (await sheet(run)).body
    expect(after.result?.items.map((i) => i.key)).toEqual([null, null, null])
    expect((await begin(id)).problem.code, 'nothing is left of it').toBe('nothing_to_practise')
    s.clock.advance(2 * 3600)
    expect((await sheet(run)).body.result?.items[0]?.key).not.toBeNull()
  })
})

describe('records', () => {
  it('are of the caller alone, by answer, by paper and by day', async () => {
    const own = await s.ok('GET /practice/records', {}, 'student')
    expect(own.total).toBeGreaterThan(3)
    expect(own.items.every((r) => r.kind === 'volume')).toBe(true)
    expect((await s.ok('GET /practice/records', {}, 'super')).total).toBe(0)
    const groups = await s.ok('GET /practice/record-groups', {}, 'student')
    expect(groups.items.reduce((sum, g) => sum + g.tries, 0)).toBe(own.total)
    const { days, streak } = await s.ok('GET /practice/activity', {}, 'student')
    expect([days.length, days.reduce((sum, d) => sum + d.volume, 0), streak > 0]).toEqual([30, own.total, true])
    // one streak, on whatever page, and whatever days are asked for
    const desk = await s.ok('GET /practice-flags/desk', {}, 'student')
    const long = await s.ok('GET /practice/activity', { query: { from: '2026-01-01', to: '2026-01-02' } }, 'student')
    expect([desk.mine.streak, long.streak]).toEqual([streak, streak])
    const tomorrow = new Date(s.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
    expect((await s.ok('GET /practice/records', { query: { from: tomorrow } }, 'student')).total).toBe(0)
    const wrong = await s.ok('GET /practice/records', { query: { verdict: ['wrong'] } }, 'student')
    expect(wrong.items.every((r) => r.right === false)).toBe(true)
  })

  it('hold mistakes until they are right twice or taken off by hand', async () => {
    const mistakes = async () => (await s.ok('GET /practice/mistakes', {}, 'student')).items
    const before = await mistakes()
    expect(before.map((m) => m.id)).toContain(ids[0])
    expect(before.find((m) => m.id === ids[0])).toMatchObject({
      open: true,
      answer: single('b'),
      set: { name: 'Networks' },
    })
    const answer = (chosen: string) =>
      s.ok(
        'POST /practice/questions/:id/tries',
        { params: { id: ids[0] ?? '' }, body: { answer: single(chosen), version: 2 } },
        'student',
      )
    await answer('a')
    expect((await mistakes()).find((m) => m.id === ids[0])?.rights).toBe(1)
    await answer('a')
    expect((await mistakes()).map((m) => m.id)).not.toContain(ids[0])
    await answer('b')
    expect((await mistakes()).map((m) => m.id)).toContain(ids[0])
    const remove = { body: { ids: [ids[0] ?? ''] } }
    expect(await s.ok('POST /practice/mistakes/remove', remove, 'student')).toEqual({ done: 1 })
    expect((await mistakes()).map((m) => m.id)).not.toContain(ids[0])
    await answer('b')
    expect(
      (await mistakes()).map((m) => m.id),
      'wrong once more',
    ).toContain(ids[0])
    const there = async () => (await mistakes()).find((m) => m.id === ids[0])
    const was = await there()
    await s.ok('POST /practice/mistakes/remove', remove, 'student')
    expect(await there()).toBeUndefined()
    expect(await s.ok('POST /practice/mistakes/restore', remove, 'second-student'), 'not another’s').toEqual({
      done: 0,
    })
    expect(await s.ok('POST /practice/mistakes/restore', remove, 'student')).toEqual({ done: 1 })
    expect(await there(), 'as it was, with what an earlier removal passed over still passed over').toEqual(was)
    expect(await s.ok('POST /practice/mistakes/restore', remove, 'student')).toEqual({ done: 0 })
    expect(await there()).toEqual(was)
  })
})
