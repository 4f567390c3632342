/**
 * E4, E5: saves that are late, doubled and out of order never win over newer ones, and a sheet is handed in once however often and at once it is
 * asked, with one receipt. `RUNS=20000` and `RUNS=1000` for the long runs, `ENGINE=postgres` for PostgreSQL.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chosen, layExam, layPaper, saveOf, storedOf } from '#tests/support/exam.ts'
import { testServer, type TestServer } from './support/server.ts'
import { some } from '../support/some.ts'

const numRuns = Number(process.env.RUNS ?? some(12))
let s: TestServer
let paper_id = ''
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  paper_id = await layPaper(s, 3)
})
afterAll(() => s.close())

const begin = async (exam: string) =>
  (await s.ok('POST /my-exams/:id/begin', { params: { id: exam }, body: { writer: 'page-number-one' } }, 'student'))
    .attempt

/** Saves as a page wrote them, and the order in which they come, some twice. */
const traffic = fc
  .array(fc.record({ item: fc.constantFrom('i0', 'i1', 'i2'), option: fc.constantFrom('a', 'b', 'c', null) }), {
    minLength: 1,
    maxLength: 8,
  })
  .chain((saves) =>
    fc.record({
      saves: fc.constant(saves),
      order: fc
        .array(fc.integer({ min: 0, max: saves.length - 1 }), { maxLength: 6 })
        .chain((again) => fc.shuffledSubarray([...saves.keys(), ...again], { minLength: saves.length + again.length })),
      together: fc.boolean(),
    }),
  )

it(
  'keeps of each answer the newest that was acknowledged, in whatever order saves come',
  async () => {
    const exam = await layExam(s, paper_id, { attempts: 1 })
    const id = await begin(exam)
    // each round is a page of its own: what one before it wrote is older
    let epoch = 1
    let writer = 'page-number-one'
    const last = new Map<string, string | null>()
    await fc.assert(
      fc.asyncProperty(traffic, async ({ saves, order, together }) => {
        const sent = (n: number) => {
          const { item, option } = saves[n] ?? { item: 'i0', option: null }
          return saveOf(s, id, { epoch, seq: n + 1, writer, answers: [chosen(item, option)] })
        }
        const said = []
        if (together) said.push(...(await Promise.all(order.map(sent))))
        else for (const n of order) said.push(await sent(n))
        expect(said.map((r) => r.status)).toEqual(order.map(() => 200))
        for (const { item, option } of saves) last.set(item, option)
        expect(await storedOf(s, id)).toEqual(Object.fromEntries([...last].sort(([a], [b]) => (a < b ? -1 : 1))))
        writer = `page-of-epoch-${++epoch}`
        await s.ok('POST /exam-attempts/:id/take-over', { params: { id }, body: { writer } }, 'student')
        expect((await saveOf(s, id, { epoch: epoch - 1, seq: 99, answers: [chosen('i0', 'a')] })).problem.code).toBe(
          'attempt_taken_over',
        )
      }),
      { numRuns, endOnFailure: true },
    )
  },
  60_000 + numRuns * 300,
)

it(
  'hands in once when it is asked ten times at once and again later, and says the same of it each time',
  async () => {
    const rounds = Math.max(3, Math.floor(numRuns / 5))
    for (let round = 0; round < rounds; round++) {
      const id = await begin(await layExam(s, paper_id))
      await saveOf(s, id, { seq: 1, answers: [chosen('i0', 'a'), chosen('i1', 'b')] })
      const ask = () =>
        s.call(
          'POST /exam-attempts/:id/hand-in',
          { params: { id }, body: { epoch: 1, writer: 'page-number-one' } },
          'student',
        )
      const all = await Promise.all(Array.from({ length: 10 }, ask))
      all.push(await ask())
      expect(new Set(all.map((r) => r.status))).toEqual(new Set([200]))
      expect(new Set(all.map((r) => JSON.stringify(r.body))).size).toBe(1)
      const { rows } = await s.db.query(
        'select points, (select count(*)::integer from exam_mark where attempt_id = $1) as marks from exam_attempt where id = $1',
        [id],
      )
      expect(rows).toMatchObject([{ marks: 3, points: 2 }])
    }
  },
  60_000 + numRuns * 300,
)

it('judges each of the saves that come in one moment by itself', async () => {
  const exam = await layExam(s, paper_id)
  const mine = await begin(exam)
  const body = { writer: 'page-number-one' }
  const { attempt: other } = await s.ok('POST /my-exams/:id/begin', { params: { id: exam }, body }, 'second-student')
  const said = await Promise.all([
    saveOf(s, mine, { seq: 1, answers: [chosen('i0', 'a')] }),
    saveOf(s, mine, { seq: 2, answers: [chosen('nowhere', 'a')] }),
    saveOf(s, mine, { seq: 1, answers: [chosen('i0', 'b')] }),
    saveOf(s, mine, { seq: 3, answers: [chosen('i1', 'b')] }, 'second-student'),
    saveOf(s, other, { seq: 1, answers: [chosen('i0', 'c')] }, 'second-student'),
    saveOf(s, other, { epoch: 2, seq: 2, answers: [chosen('i1', 'c')] }, 'second-student'),
    saveOf(s, mine, { seq: 4, answers: [chosen('i2', 'c')] }),
  ])
  const one = (r: (typeof said)[number]) => (r.status === 200 ? 200 : r.problem.code)
  expect(said.map(one)).toEqual([
    200,
    'validation',
    'idempotency_conflict',
    'not_found',
    200,
    'attempt_taken_over',
    200,
  ])
  expect(await storedOf(s, mine)).toEqual({ i0: 'a', i2: 'c' })
  expect(await storedOf(s, other)).toEqual({ i0: 'c' })
  // each chain goes on from its own: what is sent again is answered as it was
  expect((await saveOf(s, mine, { seq: 4, answers: [chosen('i2', 'c')] })).body.chain).toBe(said[6]?.body.chain)
})
