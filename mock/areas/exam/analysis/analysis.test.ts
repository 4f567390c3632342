/** Figures, grades, files and sheets on paper of an exam, on a whole server. */
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type As, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'

let s: TestServer
let exam = ''
const sheets: string[] = []

beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  const set_id = (await s.ok('POST /theory-sets', { body: { name: 'Figures' } }, 'super')).id
  const single = {
    title: '=1+1 names',
    stem: 'Which?',
    type: 'single' as const,
    set_id,
    options: [
      { id: 'a', text: '@DNS', correct: true },
      { id: 'b', text: 'ARP' },
    ],
  }
  const first = await s.ok('POST /theory-questions', { body: single }, 'super')
  const second = await s.ok('POST /theory-questions', { body: { ...single, title: 'Other', stem: 'And?' } }, 'super')
  const items = [first, second].map((q, n) => ({
    id: `i${n}`,
    bank: 'theory' as const,
    question_id: q.id,
    question_version: q.version,
    score: n + 1,
  }))
  const paper_set = (await s.ok('POST /paper-sets', { body: { name: 'Figures' } }, 'super')).id
  const variant = (id: string, list: typeof items) => ({ id, sections: [{ id: `s${id}`, title: 'All', items: list }] })
  // two variants that ask the same in another order are one form
  const body = {
    name: 'Figures',
    set_id: paper_set,
    variants: [
      variant('v', items),
      variant(
        'w',
        items.toReversed().map((i) => ({ ...i, id: `${i.id}w` })),
      ),
    ],
  }
  const paper_id = (await s.ok('POST /papers', { body }, 'super')).id
  const at = (minutes: number) => new Date(s.clock.now().getTime() + minutes * 60_000).toISOString()
  exam = (
    await s.ok('POST /exams', { body: { name: 'Figures', paper_id, starts_at: at(0), ends_at: at(60) } }, 'super')
  ).id
  const audience = { all: true, orgs: [], roles: [], users: [], version: 1 }
  await s.ok('PUT /exams/:id/audience', { params: { id: exam }, body: audience }, 'super')
  // points 3, 1 and 1
  const right = { student: [0, 1], 'second-student': [0], referee: [0] } as const
  for (const [who, good] of Object.entries(right)) {
    const as = who as As
    const { attempt: id } = await s.ok(
      'POST /my-exams/:id/begin',
      { params: { id: exam }, body: { writer: 'page-of-figures' } },
      as,
    )
    const sheet = await s.ok('GET /exam-attempts/:id', { params: { id }, query: { writer: 'page-of-figures' } }, as)
    const answers = sheet.sections
      .flatMap((x) => x.items)
      .map(({ id: item }) => ({
        item,
        answer: { type: 'single' as const, chosen: [good.some((n) => item.startsWith(`i${n}`)) ? 'a' : 'b'] },
        marked: false,
      }))
    await s.ok(
      'POST /exam-attempts/:id/save',
      { params: { id }, body: { epoch: 1, seq: 1, writer: 'page-of-figures', answers } },
      as,
    )
    await s.ok('POST /exam-attempts/:id/hand-in', { params: { id }, body: { epoch: 1, writer: 'page-of-figures' } }, as)
    sheets.push(id)
  }
})
afterAll(() => s.close())

const figures = (query: object = {}, as: As = 'super') =>
  s.call('GET /exams/:id/analysis', { params: { id: exam }, query }, as)

describe('the analysis', () => {
  it('works on all variants that ask the same as on one', async () => {
    const { body } = await figures()
    expect(body.whole).toMatchObject({ candidates: 3, mean: 5 / 3, median: 1, least: 1, most: 3 })
    expect(body.forms).toHaveLength(1)
    expect(body.items.map((i) => [i.title, i.sheets, i.answered])).toEqual([
      ['=1+1 names', 3, 3],
      ['Other', 3, 3],
    ])
    expect(body.items.map((i) => i.facility)).toEqual([100, expect.closeTo(100 / 3, 6)])
    const all = body.items[1]?.choices.map((c) => [c.right, c.low + c.middle + c.high])
    expect(all).toEqual([
      [true, 1],
      [false, 2],
    ])
    expect(body.items[1]?.choices[0]?.high).toBe(1)
  })
  it('is of one variant or organisation where that is asked', async () => {
    const [v, w] = [await figures({ variant: 'v' }), await figures({ variant: 'w' })]
    expect(v.body.whole.candidates + w.body.whole.candidates).toBe(3)
    expect((await figures({ org: 'org-of-nobody' })).body).toMatchObject({
      whole: { candidates: 0, mean: null },
      items: [],
    })
  })
  it('is nothing for candidates', async () => {
    expect((await figures({}, 'student')).status).toBe(403)
    expect((await s.call('GET /exams/:id/grades', { params: { id: exam } }, 'student')).status).toBe(403)
  })
})

describe('grades', () => {
  const grades = () => s.ok('GET /exams/:id/grades', { params: { id: exam } }, 'super')
  it('move with their boundaries, are audited, and a boundary somebody else moved is not overwritten', async () => {
    const before = await grades()
    expect(before.people.map((p) => [p.points, p.rank, p.grade])).toEqual([
      [3, 1, 'A'],
      [1, 2, 'D'],
      [1, 2, 'D'],
    ])
    const body = { a: 0.9, b: 0.5, c: 0.3, version: before.version }
    const after = await s.ok('PUT /exams/:id/grades', { params: { id: exam }, body }, 'super')
    expect(after.people.map((p) => p.grade)).toEqual(['A', 'C', 'C'])
    const stale = await s.call('PUT /exams/:id/grades', { params: { id: exam }, body }, 'super')
    expect(stale.problem.code).toBe('stale_version')
    const { rows } = await s.db.query<{ row: object }>(
      `select to_jsonb(a) as row from audit a where action = 'exam.grades' and result = 'done'`,
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows[0]?.row)).toMatch(/grade_c.*0\.6|0\.6.*grade_c/)
  })
  it('stand in their order', async () => {
    const body = { a: 0.5, b: 0.6, c: 0.3, version: 1 }
    const { problem } = await s.call('PUT /exams/:id/grades', { params: { id: exam }, body }, 'super')
    expect(problem.details?.fields).toEqual([expect.objectContaining({ path: 'b', rule: 'below_better_grade' })])
  })
})

describe('files', () => {
  it('have headings of the language and no formula', async () => {
    const params = { id: exam }
    const file = await s.call(
      'GET /exams/:id/analysis/file',
      { params, query: { format: 'csv', language: 'zh-CN' } },
      'super',
    )
    expect(file.raw.body).toContain('区分度')
    expect(file.raw.body).toContain("'=1+1 names")
    expect(file.raw.body).toContain("'@DNS")
    expect(file.raw.body).not.toMatch(/(^|,)[=@]/m)
    const results = await s.call('GET /exams/:id/results/file', { params, query: { format: 'csv' } }, 'super')
    expect(results.raw.body.split('\r\n')[0]).toContain('Rank,Name')
    expect(results.raw.body.trim().split('\r\n')).toHaveLength(4)
    const book = await s.call('GET /exams/:id/results/file', { params }, 'super')
    const sheet = unzipSync(book.raw.rawPayload)['xl/worksheets/sheet1.xml'] ?? new Uint8Array()
    // points are numbers, the instant of the hand-in is a date: days since the end of 1899
    const day = s.clock.now().getTime() / 86_400_000 + 25_569
    expect(strFromU8(sheet)).toContain('<c r="E2"><v>3</v></c>')
    expect(Number(/<c r="J2" s="2"><v>([\d.]+)<\/v>/.exec(strFromU8(sheet))?.[1])).toBeCloseTo(day, 1)
  })
})

describe('sheets on paper', () => {
  const print = (query: object, as: As) => s.call('GET /exams/:id/print', { params: { id: exam }, query }, as)
  it('come by rank and in pieces for whoever keeps the exam, with a receipt that verifies', async () => {
    const { body } = await print({ page_size: 2 }, 'super')
    expect(body.total).toBe(3)
    expect(body.sheets.map((x) => x.points)).toEqual([3, 1])
    expect((await print({ page: 2, page_size: 2 }, 'super')).body.sheets).toHaveLength(1)
    const [id = ''] = sheets
    const mine = await s.ok('GET /exam-attempts/:id/receipt', { params: { id } }, 'student')
    expect(body.sheets[0]).toMatchObject({ digest: mine.digest, signature: mine.signature })
    expect((await s.ok('POST /exam-receipts/verify', { body: mine }, 'student')).unchanged).toBe(true)
  })
  it('are refused to who neither keeps, marks nor sat it', async () => {
    expect((await print({}, 'normal')).status).toBe(404)
    expect((await print({ of: userId('student') }, 'normal')).status).toBe(404)
    expect((await print({ of: sheets[0] }, 'second-student')).status).toBe(404)
  })
})

describe('figures of few, to who marks without names', () => {
  let org = ''
  beforeAll(async () => {
    org = (await s.ok('POST /orgs', { body: { name: 'Only one sat', parent_id: null } }, 'super')).id
    await s.ok('POST /users/move', { body: { ids: [userId('student')], org_id: org } }, 'super')
    await s.db.query(
      `update r_exam set share_level = 'change', data = jsonb_set(data, '{anonymous}', 'true') where id = $1`,
      [exam],
    )
    await s.db.query(`update exam_attempt set status = 'to-be-scored' where id = $1`, [sheets[2]])
  })
  it('are in no table, no choice and no file, until they are told to who sees names', async () => {
    const { body } = await figures({}, 'teacher')
    expect([body.orgs, body.choose.orgs, body.few, body.whole.candidates]).toEqual([[], [], 2, 2])
    const refused = await figures({ org }, 'teacher')
    expect([refused.status, refused.problem.code, refused.problem.details]).toEqual([
      403,
      'group_too_small',
      { least: 5 },
    ])
    expect((await figures({ org, variant: 'v' }, 'teacher')).problem.code).toBe('group_too_small')
    const query = { format: 'csv' as const, org }
    const file = await s.call('GET /exams/:id/analysis/file', { params: { id: exam }, query }, 'teacher')
    expect(file.problem.code).toBe('group_too_small')
    const named = await figures({ org })
    expect([named.body.whole.candidates, named.body.few]).toEqual([1, 0])
    expect((await figures()).body.choose.orgs).toContainEqual({ id: org, name: 'Only one sat' })
  })
})
