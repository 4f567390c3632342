/** Generated exams, sat and marked over the interface, are scored a second time by a scorer of its own from what is stored (check F6). */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AccountName, testServer, type TestServer } from './support/server.ts'
import { type ShadowAttempt, type ShadowQuestion, shadowResults } from './support/shadow.ts'
import { some } from '../support/some.ts'

const numRuns = Number(process.env.RUNS ?? some(8))
let s: TestServer
let set_id = ''
let paper_set = ''
const bank: { id: string; version: number; q: Omit<ShadowQuestion, 'item' | 'score'> }[] = []
const options = (right: string[]) =>
  ['a', 'b', 'c', 'd'].map((id) => ({ id, text: `Text ${id}`, correct: right.includes(id) }))

beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  set_id = (await s.ok('POST /theory-sets', { body: { name: 'Shadow' } }, 'super')).id
  paper_set = (await s.ok('POST /paper-sets', { body: { name: 'Shadow' } }, 'super')).id
  const add = async (title: string, body: object, q: (typeof bank)[number]['q']) =>
    bank.push({
      ...(await s.ok(
        'POST /theory-questions',
        { body: { title, stem: `Of ${title}`, set_id, ...body } as never },
        'super',
      )),
      q,
    })
  await add('One', { type: 'single', options: options(['b']) }, { type: 'single', right: ['b'] })
  await add(
    'Two',
    { type: 'multiple', options: options(['a', 'c', 'd']), partial: 'share' },
    { type: 'multiple', right: ['a', 'c', 'd'], share: true },
  )
  await add('Three', { type: 'multiple', options: options(['a', 'b']) }, { type: 'multiple', right: ['a', 'b'] })
  await add('Four', { type: 'true-false', truth: false }, { type: 'true-false', truth: false })
  await add('Five', { type: 'short' }, { type: 'short' })
  await add('Six', { type: 'short' }, { type: 'short' })
})
afterAll(() => s.close())

const people: readonly AccountName[] = ['student', 'second-student', 'referee']
const markers = ['second-super', 'admin', 'second-admin'] as const
/** Hundredths that halves and thirds of them do not divide. */
const score = fc.integer({ min: 1, max: 4000 }).map((n) => n / 100)
const sheet = fc.record({
  saves: fc.array(fc.array(fc.tuple(fc.nat(5), fc.nat(15)), { minLength: 1, maxLength: 6 }), {
    minLength: 0,
    maxLength: 3,
  }),
  marks: fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 6, maxLength: 6 }),
})
const generated = fc.record({
  scores: fc.array(score, { minLength: 6, maxLength: 6 }),
  first: fc.nat(5),
  double: fc.boolean(),
  threshold: fc.constantFrom(0, 0.1, 0.25, 1),
  rule: fc.constantFrom('highest', 'last', 'first', 'average'),
  sheets: fc.array(fc.tuple(fc.nat(2), sheet), { minLength: 1, maxLength: 4 }),
  grades: fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 3, maxLength: 3 }),
})

function answerTo({ type }: Pick<ShadowQuestion, 'type'>, bits: number) {
  const chosen = ['a', 'b', 'c', 'd'].filter((_, n) => (bits >> n) & 1)
  if (type === 'true-false') return { type, truth: bits % 3 === 2 ? null : bits % 3 === 1 }
  if (type === 'single') return { type, chosen: chosen.slice(0, 1) }
  return type === 'multiple' ? { type, chosen } : { type, text: bits % 5 ? `So ${bits}` : ' ' }
}

let made = 0
async function sit(g: typeof generated extends fc.Arbitrary<infer T> ? T : never) {
  const asked = bank.slice(Math.min(g.first, 3))
  const items = asked.map((b, n) => ({
    id: `i${n}`,
    bank: 'theory' as const,
    question_id: b.id,
    question_version: b.version,
    score: g.scores[n] ?? 1,
  }))
  const name = `Shadow ${++made}`
  const paper = {
    name,
    set_id: paper_set,
    shuffle_items: true,
    shuffle_options: true,
    variants: [{ id: 'v', sections: [{ id: 's', title: 'One', items }] }],
  }
  const paper_id = (await s.ok('POST /papers', { body: paper }, 'super')).id
  const now = s.clock.now().getTime()
  const [c = 1, b = 2, a = 3] = [...g.grades].sort((x, y) => x - y).map((n) => n / 100)
  const body = {
    name,
    paper_id,
    starts_at: new Date(now).toISOString(),
    ends_at: new Date(now + 3_600_000).toISOString(),
    double: g.double,
    threshold: g.threshold,
    attempts: 4,
    attempt_rule: g.rule as 'highest',
    grade_a: a,
    grade_b: b,
    grade_c: c,
  }
  const exam = (await s.ok('POST /exams', { body }, 'super')).id
  const everybody = { all: true, orgs: [], roles: [], users: [], version: 1 }
  await s.ok('PUT /exams/:id/audience', { params: { id: exam }, body: everybody }, 'super')
  for (const [who, way] of g.sheets) {
    const as = people[who] ?? 'student'
    const { attempt: id } = await s.ok(
      'POST /my-exams/:id/begin',
      { params: { id: exam }, body: { writer: 'page-of-shadow' } },
      as,
    )
    for (const [n, save] of way.saves.entries()) {
      const answers = save.flatMap(([at, bits]) => {
        const q = asked[at]
        return q ? [{ item: `i${at}`, answer: answerTo(q.q, bits), marked: false }] : []
      })
      await s.ok(
        'POST /exam-attempts/:id/save',
        { params: { id }, body: { epoch: 1, seq: n + 1, writer: 'page-of-shadow', answers: answers as never } },
        as,
      )
    }
    await s.ok('POST /exam-attempts/:id/hand-in', { params: { id }, body: { epoch: 1, writer: 'page-of-shadow' } }, as)
    for (const [n, marker] of markers.entries())
      for (const [at, i] of items.entries()) {
        const points = Math.round((i.score * 100 * (way.marks[(at + n * 2) % 6] ?? 0)) / 100) / 100
        // one whose turn it is not is refused: what was taken is what is stored
        await s.call(
          'POST /exam-sheets/:id/marks',
          { params: { id }, body: { item: i.id, points, round: n + 1 } },
          marker,
        )
      }
  }
  const questions = asked.map((q, n): ShadowQuestion => ({ ...q.q, item: `i${n}`, score: g.scores[n] ?? 1 }))
  return { exam, questions, rules: { double: g.double, threshold: g.threshold, attempts: g.rule, a, b, c } }
}

/** What is stored of the exam, as the scorer of its own reads it. */
async function stored(exam: string): Promise<ShadowAttempt[]> {
  const { rows } = await s.db.query<ShadowAttempt>(
    `select a.user_id as user, a.n,
       coalesce((select jsonb_agg(jsonb_build_object('epoch', w.epoch, 'seq', w.seq, 'answers', w.answers)) from exam_save w where w.attempt_id = a.id), '[]') as saves,
       coalesce((select jsonb_agg(jsonb_build_object('item', m.item, 'round', m.round, 'points', m.points)) from exam_mark m where m.attempt_id = a.id and m.round > 0), '[]') as marks
     from exam_attempt a where a.exam_id = $1 and a.handed_at is not null`,
    [exam],
  )
  return rows
}
/** In the order of the scorer: who is equal stands in no order of its own. */
const live = async (exam: string) =>
  (await s.ok('GET /exams/:id/results', { params: { id: exam }, query: { page_size: 200 } }, 'super')).items
    .flatMap(({ user_id, points, rank, grade }) => (rank === null ? [] : { user: user_id, points, rank, grade }))
    .sort((x, y) => x.rank - y.rank || (x.user < y.user ? -1 : 1))

it('every generated exam has the points, ranks and grades that the shadow finds, twice the same bytes', async () => {
  let scored = 0
  await fc.assert(
    fc.asyncProperty(generated, async (g) => {
      const { exam, questions, rules } = await sit(g)
      const attempts = await stored(exam)
      const shadow = shadowResults(questions, attempts, rules)
      const complete = new Set(shadow.map((r) => r.user))
      // results count whoever has a marked sheet; the shadow waits for all of his
      const results = (await live(exam)).filter((r) => complete.has(r.user))
      expect(results.map(({ user, points, grade }) => ({ user, points, grade }))).toEqual(
        shadow.map(({ user, points, grade }) => ({ user, points, grade })),
      )
      if (complete.size === (await live(exam)).length) expect(results).toEqual(shadow)
      expect(JSON.stringify(shadowResults(questions, attempts.toReversed(), rules))).toBe(JSON.stringify(shadow))
      expect(JSON.stringify(await live(exam))).toBe(JSON.stringify(await live(exam)))
      scored += results.length
    }),
    { numRuns },
  )
  expect(scored, 'some sheets were marked to the end').toBeGreaterThan(0)
}, 3_600_000)
