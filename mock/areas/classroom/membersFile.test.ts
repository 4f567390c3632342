/** Members of a class by a list, and as one. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { xlsx } from '#mock/crud/xlsx.ts'
import { type As, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { layClass } from '#tests/support/class.ts'
import { layCourse, text } from '#tests/support/course.ts'
import { readCsv, readXlsx } from '#tests/support/crud/readBack.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())

const read = (payload: Uint8Array, as: As = 'super') =>
  s.send('POST /people-lists/read', {}, as, {
    payload: Buffer.from(payload),
    headers: { 'content-type': 'application/octet-stream' },
  })
async function workbook(rows: readonly (readonly string[])[]): Promise<Buffer> {
  async function* cells() {
    yield rows.slice(1).map((r) => [...r])
  }
  const parts: Uint8Array[] = []
  for await (const part of xlsx(rows[0] ?? [], cells())) parts.push(part)
  return Buffer.concat(parts)
}
const group = async () =>
  layClass(s, {
    courses: [await layCourse(s, { lessons: [{ id: 'l1', sections: [{ id: 's1', content: text('One') }] }] })],
  })

it('a workbook is read as lines, and they name people by account, number or telephone', async () => {
  await s.db.query(`update r_user set data = data || '{"phone":"13800001234"}' where id = $1`, [
    userId('second-student'),
  ])
  const { status, body } = await read(
    await workbook([
      ['Name', 'Account', 'Phone'],
      ['Somebody', 'student', ''],
      ['Another', '', '13800001234'],
      ['Nobody at all', 'no_such_account', ''],
    ]),
  )
  expect([status, body]).toEqual([
    200,
    { lines: ['Name, Account, Phone', 'Somebody, student', 'Another, 13800001234', 'Nobody at all, no_such_account'] },
  ])
  const { lines } = body as { lines: string[] }
  const found = await s.ok('POST /classes/resolve', { body: { lines } }, 'super')
  expect(found.found.map((p) => p.id)).toEqual([userId('student'), userId('second-student')])
  expect(found.unknown.map((u) => u.line)).toEqual([1, 4])
})

it('a telephone that two people share names neither of them', async () => {
  const phone = '13900005555'
  await s.db.query(
    `update r_user set data = data || jsonb_build_object('phone', $2::text) where id = any($1::text[])`,
    [[userId('student'), userId('second-student')], phone],
  )
  const { found, unknown } = await s.ok('POST /classes/resolve', { body: { lines: [phone] } }, 'super')
  expect([found, unknown.length]).toEqual([[], 1])
})

it('what is no workbook is refused with its reason, and learners read none', async () => {
  for (const bytes of [Buffer.from('not a zip'), Buffer.from('PK\u0003\u0004'), Buffer.alloc(0)]) {
    const { status, body } = await read(bytes)
    expect([status, (body as { code: string }).code]).toEqual([422, 'archive_refused'])
  }
  expect((await read(Buffer.alloc(1024 * 1024 + 1, 65))).status).toBe(413)
  expect((await read(await workbook([['student']]), 'student')).status).toBe(403)
})

it('members are a table that no spreadsheet reckons with, for whoever teaches the class', async () => {
  const id = await group()
  await s.db.query(`update r_user set data = jsonb_set(data, '{name}', '"=HYPERLINK(1)"') where id = $1`, [
    userId('student'),
  ])
  const file = (format: 'csv' | 'xlsx', as: As = 'teacher') =>
    s.call('GET /classes/:id/members/file', { params: { id }, query: { format } }, as)
  for (const [format, back] of [
    ['csv', readCsv],
    ['xlsx', readXlsx],
  ] as const) {
    const { status, raw } = await file(format)
    expect(status).toBe(200)
    const [head = [], ...rows] = back(raw.rawPayload)
    expect(head.slice(0, 3)).toEqual(['Name', 'Username', 'Organization'])
    expect(rows.map((r) => r.slice(0, 2))).toEqual([["'=HYPERLINK(1)", 'student']])
  }
  for (const as of ['student', 'second-student'] as const) expect((await file('csv', as)).status).toBe(403)
})
