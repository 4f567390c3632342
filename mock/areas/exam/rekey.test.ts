/** Keys changed after an exam, marks of several people, answers that say nothing, on a whole server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExamBody } from '#src/contract/exam/exam.schema.ts'
import type { KeyChange } from '#src/contract/exam/rekey.schema.ts'
import { roleId } from '#tests/contract/support/people.ts'
import { type As, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { settleDue } from '#tests/support/exam.ts'

let s: TestServer
let paper_id = ''
const minute = 60_000
const writer = 'page-number-one'
const people: As[] = ['student', 'second-student', 'normal', 'referee']

beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  await s.db.query(
    `update r_role set data = jsonb_set(data, '{permissions}', (data->'permissions') || '["exam-guide", "exam-session"]') where id = $1`,
    [roleId('normal')],
  )
  const set_id = (await s.ok('POST /theory-sets', { body: { name: 'Networks' } }, 'super')).id
  const choice = (title: string, type: 'single' | 'multiple') => ({
    title,
    stem: `${title}?`,
    type,
    set_id,
    options: [
      { id: 'a', text: 'DNS', correct: true },
      { id: 'b', text: 'ARP' },
      { id: 'c', text: 'NDP', correct: type === 'multiple' },
    ],
  })
  const bodies = [
    choice('One', 'single'),
    choice('Several', 'multiple'),
    { title: 'Why', stem: 'Why?', type: 'short' as const, set_id, reference: 'KEY-because' },
  ]
  const made = []
  for (const body of bodies) made.push(await s.ok('POST /theory-questions', { body }, 'super'))
  const set = await s.ok('POST /paper-sets', { body: { name: 'Papers' } }, 'super')
  const items = made.map(({ id, version }, n) => ({
    id: `i${n}`,
    bank: 'theory' as const,
    question_id: id,
    question_version: version,
    score: 4,
  }))
  const body = { name: 'Mixed', set_id: set.id, variants: [{ id: 'v', sections: [{ id: 's', title: 'One', items }] }] }
  paper_id = (await s.ok('POST /papers', { body }, 'super')).id
})
afterAll(() => s.close())

const at = (minutes: number) => new Date(s.clock.now().getTime() + minutes * minute).toISOString()
const settle = () => settleDue(s)
let n = 0
const examOf = async (more: Partial<ExamBody> = {}) => {
  const body = {
    name: `Exam ${++n}`,
    paper_id,
    starts_at: at(0),
    ends_at: at(60),
    review_depth: 'keys' as const,
    ...more,
  }
  const { id } = await s.ok('POST /exams', { body }, 'super')
  const all = { all: true, orgs: [], roles: [], users: [], version: 1 }
  await s.ok('PUT /exams/:id/audience', { params: { id }, body: all }, 'super')
  return id
}
/** Sits the exam with one choice, several, and a text; null leaves it empty. @returns the sheet */
const sit = async (exam: string, as: As, one: string | null, several: string[] | null, text: string | null) => {
  const { attempt } = await s.ok('POST /my-exams/:id/begin', { params: { id: exam }, body: { writer } }, as)
  const answers = [
    { item: 'i0', marked: false, answer: one === null ? null : { type: 'single' as const, chosen: [one] } },
    { item: 'i1', marked: false, answer: several && { type: 'multiple' as const, chosen: several } },
    { item: 'i2', marked: false, answer: text === null ? null : { type: 'short' as const, text } },
  ]
  await s.ok(
    'POST /exam-attempts/:id/save',
    { params: { id: attempt }, body: { epoch: 1, seq: 1, writer, answers } },
    as,
  )
  await s.ok('POST /exam-attempts/:id/hand-in', { params: { id: attempt }, body: { epoch: 1, writer } }, as)
  return attempt
}
const mark = (id: string, points: number, round: number, as: As, comment = '') =>
  s.call('POST /exam-sheets/:id/marks', { params: { id }, body: { item: 'i2', points, round, comment } }, as)
const over = () => s.clock.advance(61 * 60)
const preview = (id: string, item: string, change: KeyChange) =>
  s.ok('POST /exams/:id/rekey/preview', { params: { id }, body: { item, change } }, 'super')
const rekey = async (id: string, item: string, change: KeyChange) => {
  const made = await s.ok(
    'POST /exams/:id/rekey',
    { params: { id }, body: { item, change, reason: 'Wrong key' } },
    'super',
  )
  await settle()
  return made
}
const pointsOf = async (ids: readonly string[]) =>
  (
    await s.db.query<{ points: number; score: number }>(
      'select points, score from exam_attempt where id = any($1::text[]) order by array_position($1::text[], id)',
      [ids],
    )
  ).rows.map((r) => [r.points, r.score])

describe('a key that is changed after the exam', () => {
  it('moves exactly those whom the preview names, to what it says', async () => {
    const id = await examOf()
    const sheets = [
      await sit(id, 'student', 'a', ['a', 'c'], null),
      await sit(id, 'second-student', 'b', ['a', 'c'], null),
      await sit(id, 'normal', 'c', null, null),
    ]
    const change: KeyChange = { kind: 'options', correct: ['a', 'b'] }
    const asked = { params: { id }, body: { item: 'i0', change } }
    expect((await s.call('POST /exams/:id/rekey/preview', asked, 'super')).problem.code).toBe('not_allowed_in_state')
    over()
    expect((await s.call('POST /exams/:id/rekey/preview', asked, 'student')).status).toBe(403)
    const p = await preview(id, 'i0', change)
    expect(p).toMatchObject({
      sheets: 3,
      points_move: 1,
      grades_move: 1,
      ranks_move: 1,
      score: { before: 12, after: 12 },
    })
    expect(p.moved).toMatchObject([
      {
        attempt: sheets[1],
        before: { points: 0, total: 4, grade: 'D', rank: 2 },
        after: { points: 4, total: 8, grade: 'C', rank: 1 },
      },
    ])
    expect(await pointsOf(sheets)).toEqual([
      [8, 12],
      [4, 12],
      [0, 12],
    ])
    expect(await rekey(id, 'i0', change)).toMatchObject({ revision: 1, total: 3, done: 0 })
    expect(await pointsOf(sheets)).toEqual([
      [8, 12],
      [8, 12],
      [0, 12],
    ])
    const done = await s.ok('GET /exams/:id/rekeys', { params: { id } }, 'super')
    expect(done.items).toMatchObject([{ done: 3, total: 3, finished_at: expect.any(String) }])
    const seen = await s.ok('GET /exam-sheets/:id', { params: { id: sheets[1] ?? '' } }, 'super')
    expect(seen.sections[0]?.items[0]).toMatchObject({
      key: { correct: ['a', 'b'] },
      marks: [{ points: 4, rule: 'key', revision: 1 }],
      past: [{ points: 0, rule: 'key', revision: 0, why: 'rekey' }],
    })
    // the candidate is told the key that counts
    await s.ok('POST /exams/:id/publish', { params: { id }, body: {} }, 'super')
    const looked = await s.ok('GET /exam-attempts/:id/review', { params: { id: sheets[1] ?? '' } }, 'second-student')
    expect(looked.sections[0]?.items[0]).toMatchObject({ points: 4, key: { correct: ['a', 'b'] } })
    // and back
    await rekey(id, 'i0', { kind: 'as_was' })
    expect(await pointsOf(sheets)).toEqual([
      [8, 12],
      [4, 12],
      [0, 12],
    ])
  })

  it('left out makes the total less; given to all, it is given to the empty too; markers’ points come back with the key', async () => {
    const id = await examOf()
    const sheets = [await sit(id, 'student', 'a', ['a', 'c'], 'so'), await sit(id, 'second-student', 'b', ['a'], null)]
    await mark(sheets[0] ?? '', 3, 1, 'super')
    over()
    expect(await pointsOf(sheets)).toEqual([
      [11, 12],
      [0, 12],
    ])
    await rekey(id, 'i1', { kind: 'left_out' })
    expect(await pointsOf(sheets)).toEqual([
      [7, 8],
      [0, 8],
    ])
    const p = await preview(id, 'i2', { kind: 'everybody' })
    expect(p.moved.map((m) => [m.before.points, m.after.points])).toEqual([
      [0, 4],
      [3, 4],
    ])
    await rekey(id, 'i2', { kind: 'everybody' })
    expect(await pointsOf(sheets)).toEqual([
      [8, 8],
      [4, 8],
    ])
    expect((await mark(sheets[0] ?? '', 1, 1, 'super')).problem.code).toBe('marked_meanwhile')
    expect((await preview(id, 'i2', { kind: 'as_was' })).moved.map((m) => m.after.points)).toEqual([0, 3])
    await rekey(id, 'i2', { kind: 'as_was' })
    expect(await pointsOf(sheets)).toEqual([
      [7, 8],
      [0, 8],
    ])
    const results = await s.ok('GET /exams/:id/results', { params: { id } }, 'super')
    expect(results.items).toMatchObject([
      { points: 7, share: 0.875, grade: 'B' },
      { points: 0, grade: 'D' },
    ])
  })

  it('is refused for what the question has not, and for types that a person judges', async () => {
    const id = await examOf()
    await sit(id, 'student', 'a', null, null)
    over()
    const refused = async (item: string, change: KeyChange) =>
      (await s.call('POST /exams/:id/rekey', { params: { id }, body: { item, change, reason: 'x' } }, 'super')).status
    expect(await refused('i0', { kind: 'options', correct: ['z'] })).toBe(422)
    expect(await refused('i0', { kind: 'truth', truth: true })).toBe(422)
    expect(await refused('i2', { kind: 'options', correct: ['a'] })).toBe(422)
    expect(await refused('nowhere', { kind: 'everybody' })).toBe(404)
  })
})

describe('a marker', () => {
  it('gives answers that say nothing no points, all that have the texts he chose, and no other', async () => {
    const id = await examOf()
    const sheets = []
    for (const [n, as] of people.entries())
      sheets.push(await sit(id, as, null, null, ['—', '不知道', 'so', 'IDK'][n] ?? ''))
    const params = { id }
    const found = await s.ok('GET /exams/:id/marking/blanks', { params, query: { item: 'i2' } }, 'super')
    expect(found.n).toBe(3)
    expect(found.texts.map((x) => x.text).sort()).toEqual(['IDK', '—', '不知道'])
    const done = await s.ok(
      'POST /exams/:id/marking/blanks',
      { params, body: { item: 'i2', texts: ['—', 'IDK', 'so'] } },
      'super',
    )
    expect(done).toEqual({ done: 2, left: 0 })
    const { items } = await s.ok('GET /exams/:id/sheets', { params, query: { status: ['to-be-scored'] } }, 'super')
    expect(items.map((i) => i.attempt).sort()).toEqual([sheets[1], sheets[2]].sort())
  })

  it('changes his mind, and what he gave before stays to be seen; another cannot take his place', async () => {
    const id = await examOf({ double: true, threshold: 0.25 })
    const sheet = await sit(id, 'student', null, null, 'so')
    await mark(sheet, 1, 1, 'super', 'thin')
    const waiting = async (as: As) =>
      (await s.ok('GET /exams/:id/sheets', { params: { id }, query: { for: 'me' } }, as)).total
    // of two markers the first has done his part
    expect([await waiting('super'), await waiting('admin')]).toEqual([0, 1])
    await mark(sheet, 2, 1, 'super', 'on second thoughts')
    const item = async (as: As) =>
      (await s.ok('GET /exam-sheets/:id', { params: { id: sheet } }, as)).sections[0]?.items[2]
    expect(await item('super')).toMatchObject({
      may: 1,
      past: [{ points: 1, comment: 'thin', why: 'changed', mine: true }],
    })
    // the second is not led by the first, now or then
    expect(await item('admin')).toMatchObject({ may: 2, marks: [], past: [] })
    expect((await mark(sheet, 4, 1, 'admin')).problem.code).toBe('marked_meanwhile')
    expect((await mark(sheet, 4, 2, 'admin')).body).toMatchObject({ points: null, open: 1 })
    expect((await mark(sheet, 0, 1, 'super')).problem.code).toBe('marked_meanwhile')
    const mine = await s.ok('GET /exams/:id/marking/mine', { params: { id }, query: { item: 'i2' } }, 'super')
    expect(mine.items).toMatchObject([
      { attempt: sheet, item: { may: null, marks: [{ mine: true }, { mine: false }] } },
    ])
    expect((await mark(sheet, 3, 3, 'second-super')).body).toMatchObject({ points: 3, open: 0 })
  })

  it('walks from sheet to sheet, past those that wait for somebody else', async () => {
    const id = await examOf({ double: true })
    const sheets = [
      await sit(id, 'student', null, null, 'so'),
      await sit(id, 'second-student', null, null, null),
      await sit(id, 'normal', null, null, 'and so'),
    ]
    const { items } = await s.ok('GET /exams/:id/sheets', { params: { id } }, 'super')
    const order = items.map((i) => i.attempt)
    expect([...order].sort()).toEqual([...sheets].sort())
    const look = async (sheet: string) =>
      (await s.ok('GET /exam-sheets/:id', { params: { id: sheet } }, 'super')).around
    expect(await look(order[1] ?? '')).toMatchObject({ previous: order[0], next: order[2] })
    expect((await look(sheets[0] ?? '')).unmarked).toBe(sheets[2])
    await mark(sheets[2] ?? '', 1, 1, 'super')
    expect((await look(sheets[0] ?? '')).unmarked).toBeNull()
    expect((await s.ok('GET /exams/:id/sheets', { params: { id }, query: { of: sheets[0] } }, 'super')).total).toBe(1)
  })

  it('is told no name of an anonymous exam, in no list and by no search', async () => {
    const id = await examOf({ anonymous: true, markers: [userId('teacher')] })
    const sheet = await sit(id, 'student', 'a', ['a', 'c'], 'so')
    await sit(id, 'second-student', 'b', null, null)
    const named = await s.ok('GET /exams/:id/candidates', { params: { id } }, 'super')
    const name = named.items.find((c) => c.user_id === userId('student'))?.name ?? '?'
    const listed = async (as: As) => s.ok('GET /exams/:id/sheets', { params: { id } }, as)
    const ask = async (as: As) => [
      await listed(as),
      await s.ok('GET /exam-sheets/:id', { params: { id: (await listed(as)).items[0]?.attempt ?? '' } }, as),
      await s.ok('GET /exams/:id/results', { params: { id } }, as),
      await s.ok('GET /exams/:id/marking/next', { params: { id }, query: { item: 'i2' } }, as),
    ]
    // administrators who open the pages of marking among them
    const sheets = [await listed('super'), (await ask('super'))[1]]
    expect(JSON.stringify(sheets)).not.toMatch(new RegExp(`${name}|user-student`))
    expect(JSON.stringify(await ask('teacher'))).not.toMatch(new RegExp(`${name}|user-student`))
    const found = (query: object) => s.ok('GET /exams/:id/sheets', { params: { id }, query }, 'teacher')
    expect((await found({ q: name })).total).toBe(0)
    // by the number that stands in the name's place, however it is typed
    const [numbered] = (await found({})).items
    const number = numbered?.candidate ?? '?'
    for (const q of [number, number.slice(1).toLowerCase(), number.replaceAll(/[#-]/g, '')])
      expect((await found({ q })).items.map((i) => i.attempt)).toEqual([numbered?.attempt])
    expect((await found({ of: 'user-student' })).total).toBe(0)
    expect((await s.call('GET /exam-sheets/:id', { params: { id: sheet } }, 'student')).status).toBe(403)
    expect((await s.call('GET /exams/:id/sheets', { params: { id } }, 'student')).status).toBe(403)
  })
})

describe('a list of candidates', () => {
  it('finds people by what stands anywhere in their line, once each, and says which lines name nobody', async () => {
    const lines = ['username,name', '"SECOND_STUDENT";User', 'Somebody student', 'student', 'nobody_here', '   ']
    expect(await s.ok('POST /exams/resolve', { body: { lines } }, 'teacher')).toEqual({
      found: [
        { id: 'user-second-student', name: 'User second student', username: 'second_student', line: 2 },
        { id: 'user-student', name: 'User student', username: 'student', line: 3 },
      ],
      unknown: [
        { line: 1, text: 'username,name' },
        { line: 5, text: 'nobody_here' },
      ],
      again: 1,
    })
    expect((await s.call('POST /exams/resolve', { body: { lines } }, 'student')).status).toBe(403)
  })

  it('names nobody to who may look at exams and give them no candidates', async () => {
    const { problem } = await s.call('POST /exams/resolve', { body: { lines: ['student'] } }, 'referee')
    expect(problem.code).toBe('no_operation_permission')
  })
})

describe('the mean of a question', () => {
  it('is one figure wherever it is shown, from the first answer that is judged on', async () => {
    const id = await examOf({ double: true, markers: [] })
    const sheets = [await sit(id, 'student', 'a', null, 'One'), await sit(id, 'second-student', 'a', null, 'Two')]
    await sit(id, 'normal', 'a', null, null)
    over()
    await settle()
    const shown = async () => {
      const progress = await s.ok('GET /exams/:id/marking', { params: { id } }, 'super')
      const keys = await s.ok('GET /exams/:id/questions', { params: { id }, query: {} }, 'super')
      return [progress.items, keys.items].map((items) => items.find((i) => i.id === 'i2')?.mean)
    }
    // of who wrote nothing the points are known
    // while one judges beside another, the page of the markers does not lead him
    expect(await shown()).toEqual([null, 0])
    await mark(sheets[0] ?? '', 4, 1, 'super')
    expect(await shown()).toEqual([null, 0])
    await mark(sheets[0] ?? '', 3.8, 2, 'admin')
    expect(await shown()).toEqual([null, 1.95])
    await mark(sheets[1] ?? '', 0, 1, 'super')
    await mark(sheets[1] ?? '', 4, 2, 'admin')
    // two who differ too much wait for a third
    expect(await shown()).toEqual([1.95, 1.95])
  })
})

it('is for whoever keeps the exam, although others were named to mark it, and for no marker', async () => {
  const id = await examOf({ markers: [userId('super')] })
  await sit(id, 'student', 'b', null, null)
  over()
  const look = (as: As) => s.call('GET /exams/:id/questions', { params: { id }, query: {} }, as)
  const of = async (as: As) => (await s.ok('GET /exams/:id', { params: { id } }, as)).can
  // an administrator keeps every exam; a referee is not named
  await s.db.query(`update r_exam set owner_id = $2 where id = $1`, [id, userId('teacher')])
  const can = await of('teacher')
  expect([can.includes('keys'), can.includes('mark')]).toEqual([true, false])
  expect((await look('teacher')).body).toMatchObject({ may: true })
  expect((await s.call('GET /exams/:id/marking', { params: { id } }, 'teacher')).problem.code).toBe('marked_by_others')
  expect((await look('referee')).status).toBeGreaterThan(400)
  // one that is shared for reading is marked by none of those, though nobody is named
  await s.db.query(
    `update r_exam set owner_id = $2, share_scope = 'everybody', share_level = 'read', data = jsonb_set(data, '{markers}', '[]') where id = $1`,
    [id, userId('super')],
  )
  expect([(await of('teacher')).includes('mark'), (await of('teacher')).includes('keys')]).toEqual([false, false])
  expect((await look('teacher')).problem.code).toBe('not_shared')
  expect((await s.call('GET /exams/:id/rekeys', { params: { id } }, 'teacher')).problem.code).toBe('not_shared')
})
