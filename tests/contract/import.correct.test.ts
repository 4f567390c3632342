/** Refused rows are corrected in their plan: the new values are judged by the server, by the rights of whoever gives them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ImportKind } from '#src/contract/import/import.ts'
import type { ImportPackage, ImportRow } from '#src/contract/import/import.schema.ts'
import { apply, holder, list, planned, rowsOf, scanner, upload, zipped } from './support/import.ts'
import { roleId } from './support/people.ts'
import { type As, testServer, type TestServer } from './support/server.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer()
})
afterAll(() => s.close())

async function plan(kind: ImportKind, name: string, bytes: Buffer, as: As = 'admin'): Promise<ImportPackage> {
  const upload_id = await upload(s, bytes, as, name)
  const { id } = await s.ok('POST /imports', { body: { upload_id, kind } }, as)
  return planned(s, id, as)
}
const correct = (p: ImportPackage, row: number, values: Record<string, string>, as: As = 'admin') =>
  s.call('PUT /imports/:id/row', { params: { id: p.id }, body: { version: p.version, row, values } }, as)
const refused = async (p: ImportPackage): Promise<ImportRow> => {
  const [row] = await rowsOf(s, p.id, 'refused')
  if (!row) throw new Error('no row is refused')
  return row
}
const shared = (p: ImportPackage) => rowsOf(s, p.id).then((rows) => rows.map((r) => `${r.n} ${r.label} ${r.verdict}`))

it('a person whose role and number are wrong comes in with the rest once both are right', async () => {
  const student = (await s.ok('GET /roles', { query: { q: 'Student' } }, 'admin')).items.find(
    (r) => r.id === roleId('student'),
  )
  const csv = `username,name,role,phone\nmend_a,Ann One,Nobody,1\nmend_b,Ben Two,,13800000001\n`
  const p = await plan('users', 'people.csv', Buffer.from(csv))
  expect(p.counts).toMatchObject({ new: 1, refused: 1 })
  const row = await refused(p)
  expect(row.wrong).toEqual([
    { path: 'phone', field: 'phone', text: '1' },
    { path: 'role_id', field: 'role', text: 'Nobody' },
  ])
  const half = await correct(p, row.n, { role: student?.name ?? '' })
  expect(half.status, JSON.stringify(half.problem)).toBe(200)
  expect(half.body.digest).toBe(p.digest)
  expect((await refused(half.body)).reasons.map((r) => r.path)).toEqual(['phone'])
  expect((await refused(half.body)).wrong).toEqual([{ path: 'phone', field: 'phone', text: '1' }])
  const whole = await correct(half.body, row.n, { phone: '13800000002' })
  expect(whole.body.counts).toMatchObject({ new: 2, refused: 0 })
  expect(whole.body.digest).not.toBe(p.digest)
  expect(await shared(p)).toEqual(['1 Ann One new', '2 Ben Two new'])
  expect((await rowsOf(s, p.id)).every((r) => r.wrong === undefined)).toBe(true)
  // the plan that was looked at before stands no more, and what is written is what was corrected
  expect((await apply(s, p)).problem.code).toBe('plan_changed')
  expect((await apply(s, whole.body)).status).toBe(200)
  const { items } = await s.ok('GET /users', { query: { q: 'mend_' } }, 'admin')
  expect(items.map((u) => [u.username, u.phone]).toSorted()).toEqual([
    ['mend_a', '13800000002'],
    ['mend_b', '13800000001'],
  ])
  expect((await correct(whole.body, row.n, { phone: '1' })).problem.code).toBe('not_allowed_in_state')
  const { rows: trail } = await s.db.query<{ details: object }>(
    `select details from audit where action = 'import.correct' and result = 'done' and entity_id = $1 order by seq`,
    [p.id],
  )
  expect(trail.map((t) => t.details)).toMatchObject([
    { row: row.n, fields: ['role'] },
    { row: row.n, fields: ['phone'] },
  ])
})

it('one correction goes into every row that is wrong as this one is, and into no other', async () => {
  const head = 'username,name,role,phone'
  const rows = [
    ...Array.from({ length: 130 }, (_, n) => `many_${n},Many ${n},Nobody,`),
    'many_x,Many X,Nobody,1',
    'many_y,Many Y,,2',
    'many_z,Many Z,,13800000009',
  ]
  const p = await plan('users', 'many.csv', Buffer.from([head, ...rows].join('\n')))
  expect(p.counts).toMatchObject({ new: 1, refused: 132 })
  const row = await refused(p)
  const body = { version: p.version, row: row.n, values: { role: 'student' } }
  const one = await s.call('PUT /imports/:id/row', { params: { id: p.id }, body }, 'admin')
  expect(one.body.counts).toMatchObject({ new: 2, refused: 131 })
  const next = (await rowsOf(s, p.id, 'refused')).find((r) => r.label === 'Many 5')
  const all = await s.call(
    'PUT /imports/:id/row',
    { params: { id: p.id }, body: { ...body, version: one.body.version, row: next?.n ?? 0, also: ['role'] } },
    'admin',
  )
  expect(all.status, JSON.stringify(all.problem)).toBe(200)
  // one of them has a number that is wrong as well, one is right in its role
  expect(all.body.counts).toMatchObject({ new: 131, refused: 2 })
  const left = await rowsOf(s, p.id, 'refused')
  expect(left.map((r) => [r.label, r.reasons.map((x) => x.path)])).toEqual([
    ['Many X', ['phone']],
    ['Many Y', ['phone']],
  ])
  // each stands where it stood
  const names = (await rowsOf(s, p.id)).map((r) => r.label)
  expect(names.toSorted()).toEqual(rows.map((r) => r.split(',')[1]).toSorted())
  expect((await rowsOf(s, p.id)).find((r) => r.label === 'Many 7')?.n).toBe(8)
})

it('a question whose figures are wrong gets its set and its place', async () => {
  const table = 'set,type,title,answer,score,difficulty\nFaults,true-false,Wrong,yes,many,odd\n'
  const p = await plan('questions', 'a.csv', Buffer.from(table))
  const row = await refused(p)
  expect(row.wrong).toEqual([
    { path: 'score', field: 'score', text: 'many' },
    { path: 'difficulty', field: 'difficulty', text: 'odd' },
  ])
  const { body } = await correct(p, row.n, { difficulty: 'primary', score: '5' })
  expect(body.counts).toMatchObject({ new: 2, refused: 0 })
  expect((await apply(s, body)).status).toBe(200)
  const { items } = await s.ok('GET /theory-questions', { query: { q: 'Wrong' } }, 'admin')
  expect(items.map((q) => [q.title, q.score, q.difficulty])).toEqual([['Wrong', 5, 'primary']])
})

it('a row of a table keeps what its other cells say, whatever its type was', async () => {
  const table = `set,type,title,options,answer
Kinds,sinlge,Typed,"A. One
B. Two",B
Kinds,multiple,Keyed,"A. One
B. Two",D
Kinds,completion,Blank,,
Kinds,single,One cell too many,"A. One
B. Two",A,more
`
  const p = await plan('questions', 'a.csv', Buffer.from(table))
  expect(p.counts).toMatchObject({ refused: 4 })
  const [typed, keyed, blank, crowded] = await rowsOf(s, p.id, 'refused')
  expect(typed?.wrong).toEqual([{ path: 'type', field: 'type', text: 'sinlge' }])
  expect(keyed?.wrong).toEqual([
    { path: 'options', field: 'options', text: 'A. One\nB. Two' },
    { path: 'answer', field: 'answer', text: 'D' },
  ])
  expect(blank?.wrong?.map((w) => w.field)).toContain('answer')
  // no cell of it is to blame
  expect(crowded?.wrong).toBeUndefined()
  const mend = async (now: ImportPackage, row: ImportRow | undefined, values: Record<string, string>) => {
    const r = await correct(now, row?.n ?? 0, values)
    expect(r.status, JSON.stringify(r.problem)).toBe(200)
    return r.body
  }
  const one = await mend(p, typed, { type: 'single' })
  // headings in either language
  const two = await mend(one, keyed, { 答案: 'AB' })
  const three = await mend(two, blank, { stem: 'It is {{1}}.', answer: 'so | thus' })
  expect(three.counts).toMatchObject({ refused: 1, new: 4 })
  expect((await apply(s, three)).status).toBe(200)
  const { items } = await s.ok('GET /theory-questions', { query: { q: 'Typed' } }, 'admin')
  const { options } = await s.ok('GET /theory-questions/:id', { params: { id: items[0]?.id ?? '' } }, 'admin')
  expect(options.map((o) => [o.text, o.correct])).toEqual([
    ['One', false],
    ['Two', true],
  ])
  expect((await correct(one, crowded?.n ?? 0, { title: 'x' })).status).not.toBe(200)
})

it('a list of records of a library is corrected as its cell has it', async () => {
  const csv = 'name,summary,category,commands\nJsoned,x,Networking,not a list\n'
  const p = await plan('resources', 'tools.csv', Buffer.from(csv))
  const row = await refused(p)
  expect(row.wrong).toEqual([{ path: 'commands', field: 'commands', text: 'not a list' }])
  const { body } = await correct(p, row.n, { commands: '[{"description":"Scan","os":"linux","command":"scan"}]' })
  expect(await rowsOf(s, p.id, 'refused')).toEqual([])
  expect(body.counts).toMatchObject({ refused: 0 })
})

it('an entry that becomes one of the file is a duplicate of it', async () => {
  const p = await plan(
    'resources',
    'a.zip',
    zipped({ 'networking.json': list(scanner('Nmap'), { ...scanner('Nmap'), website: 'nowhere' }) }),
  )
  const row = await refused(p)
  expect(row.wrong?.map((w) => w.field)).toEqual(['website'])
  const { body } = await correct(p, row.n, { website: 'https://a.example' })
  expect(body.counts).toMatchObject({ duplicate: 1, refused: 0 })
})

it('a row that repeats another one is corrected again, as often as it takes', async () => {
  const csv =
    'username,name,phone\ntwin_a,Ann One,\ntw,Ben Two,\ntwin_b,Cai Three,1\ntwin_b,Dan Four,\ntwin_b,Eve Five,\n'
  const p = await plan('users', 'people.csv', Buffer.from(csv))
  // of two that are right the first counts, and the other is corrected as well
  expect(p.counts).toMatchObject({ new: 2, refused: 2, duplicate: 1 })
  const [eve] = await rowsOf(s, p.id, 'duplicate')
  expect([eve?.label, eve?.wrong]).toEqual(['Eve Five', [{ path: 'username', field: 'username', text: 'twin_b' }]])
  const ben = (await rowsOf(s, p.id, 'refused')).find((r) => r.label === 'Ben Two')?.n ?? 0
  const twice = (await correct(p, ben, { username: 'twin_a' })).body
  expect(twice.counts).toMatchObject({ new: 2, refused: 1, duplicate: 2 })
  const [again] = await rowsOf(s, p.id, 'duplicate')
  expect([again?.n, again?.wrong]).toEqual([ben, [{ path: 'username', field: 'username', text: 'twin_a' }]])
  const still = (await correct(twice, ben, { username: 'twin_b' })).body
  expect(still.counts).toMatchObject({ refused: 1, duplicate: 2 })
  // and so is one that has become wrong in another way
  const wrong = (await correct(still, ben, { username: 'x' })).body
  expect(wrong.counts).toMatchObject({ refused: 2, duplicate: 1 })
  const whole = (await correct(wrong, ben, { username: 'twin_c' })).body
  expect(whole.counts).toMatchObject({ new: 3, refused: 1, duplicate: 1 })
  // a row that counts is right
  expect((await correct(whole, 1, { username: 'other' })).problem.code).toBe('not_found')
})

it('a question that repeats another one is corrected in its table', async () => {
  const row = 'Twins,true-false,Same,yes\n'
  const p = await plan('questions', 'a.csv', Buffer.from(`set,type,title,answer\n${row}${row}`))
  const [twin] = await rowsOf(s, p.id, 'duplicate')
  expect(twin?.wrong?.map((w) => [w.field, w.text])).toEqual([
    ['title', 'Same'],
    ['stem', ''],
  ])
  expect((await correct(p, twin?.n ?? 0, { title: 'Another' })).body.counts).toMatchObject({ new: 3, duplicate: 0 })
})

it('is not for fields that are right, for rows that are, nor for whoever may not write them', async () => {
  const p = await plan('resources', 'a.zip', zipped({ 'tools.json': list(scanner('Zmap'), { name: 'Bad' }) }))
  const { n } = await refused(p)
  expect((await correct(p, n, { name: 'Good' })).problem).toMatchObject({
    code: 'validation',
    details: { fields: [{ path: 'values.name', rule: 'unknown_field' }] },
  })
  expect((await correct(p, 1, { summary: 'x' })).problem.code).toBe('not_found')
  expect((await correct(p, 2 ** 40, { summary: 'x' })).problem.code).toBe('not_found')
  expect((await correct({ ...p, version: p.version - 1 }, n, { summary: 'x' })).problem.code).toBe('stale_version')
  const dorksAlone = await holder(s, 'resource-import')
  expect((await correct(p, n, { summary: 'x' }, dorksAlone)).problem.code).toBe('no_operation_permission')
  const stranger = await holder(s, 'exercise-bank')
  expect((await correct(p, n, { summary: 'x' }, stranger)).problem.code).toBe('not_found')
})

it('keeps no flag in the open for it', async () => {
  const yml = 'name: Bad\ncategory: web\ndescription: x\nvalue: -5\ntype: standard\nflags:\n  - flag{in-the-open}\n'
  const p = await plan('flags', 'c.zip', zipped({ 'bad/challenge.yml': yml }))
  expect(p.counts.refused).toBe(1)
  expect((await refused(p)).wrong).toBeUndefined()
  const { rows } = await s.db.query<{ row: string }>(
    'select to_jsonb(i)::text as row from import_row i where package_id = $1',
    [p.id],
  )
  expect(rows.map((r) => r.row).join()).not.toContain('in-the-open')
})

it('two people of one user name are told of each other before either is corrected, and of which one stands', async () => {
  const csv = 'username,name,expires_on\ntwo_same,Import One,tomorrow\ntwo_same,Import Two,\ntwo_other,Else,\n'
  const p = await plan('users', 'same.csv', Buffer.from(csv))
  const [first, second, third] = await rowsOf(s, p.id)
  const also = { path: 'username', rule: 'also_in_file' }
  expect(first?.reasons).toMatchObject([
    { path: 'expires_on' },
    { ...also, params: { name: 'Import Two', file: 'same.csv', line: 3 } },
  ])
  expect(first?.wrong?.map((w) => w.field)).toEqual(['expires_on', 'username'])
  expect(second?.reasons).toMatchObject([{ ...also, params: { name: 'Import One', line: 2 } }])
  expect(third?.reasons).toEqual([])
  // the date alone leaves it out, and the reason names what is the same and where
  const dated = await correct(p, 1, { expires_on: '2099-12-31' })
  expect(dated.body.counts).toMatchObject({ new: 2, duplicate: 1, refused: 0 })
  const [left] = await rowsOf(s, p.id, 'duplicate')
  expect(left?.reasons).toMatchObject([{ path: 'username', rule: 'duplicate_in_package', params: { line: 3 } }])
  const named = await correct(dated.body, 1, { username: 'two_first' })
  // what was corrected before is kept with what is corrected now
  expect(named.body.counts).toMatchObject({ new: 3, duplicate: 0, refused: 0 })
  expect((await rowsOf(s, p.id)).flatMap((r) => r.reasons)).toEqual([])
})

it('a day is read in a list and in its correction as a form reads it', async () => {
  const csv =
    'username,name,expires_on\nday_a,Day One,31/12/2099\nday_b,Day Two,2099年12月31日\nday_c,Day Three,01/02/2099\n'
  const p = await plan('users', 'days.csv', Buffer.from(csv))
  // what may be either of two days is for a person to say
  expect(p.counts).toMatchObject({ new: 2, refused: 1 })
  const whole = await correct(p, 3, { expires_on: '31.12.2099' })
  expect(whole.body.counts).toMatchObject({ new: 3, refused: 0 })
  expect((await apply(s, whole.body)).status).toBe(200)
  const { items } = await s.ok('GET /users', { query: { q: 'day_' } }, 'admin')
  expect(items.map((u) => u.expires_on)).toEqual(Array.from({ length: 3 }, () => '2099-12-31'))
})
