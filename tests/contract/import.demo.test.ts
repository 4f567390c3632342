/** What the product writes it reads back: the demonstration, written in every format that can hold it, is all the same again. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImportKind } from '#src/contract/import/import.ts'
import { accountOf } from '#tests/support/demo.ts'
import { planned, upload } from './support/import.ts'
import { testServer, type TestServer } from './support/server.ts'

let s: TestServer
let as: { token: string }
beforeAll(async () => {
  s = await testServer({ demo: true })
  const { username, password } = accountOf('super')
  as = { token: (await s.ok('POST /session', { body: { username, password } })).token }
})
afterAll(() => s.close())

async function plan(kind: ImportKind, name: string, bytes: Buffer) {
  const upload_id = await upload(s, bytes, as, name)
  const { id } = await s.ok('POST /imports', { body: { upload_id, kind } }, as)
  return planned(s, id, as)
}
const rowsOf = async (id: string) =>
  (await s.ok('GET /imports/:id/rows', { params: { id }, query: { page_size: 200 } }, as)).items
const written = async (path: string, query: object = {}) => {
  const { raw } = await s.send(`GET ${path}`, { query }, as)
  expect(raw.statusCode).toBe(200)
  return raw.rawPayload
}

describe('the demonstration, written and read back', () => {
  it.each([
    ['questions', '/theory-questions/file', 'table', 'all.csv'],
    ['questions', '/theory-questions/file', 'gift', 'all.gift'],
    ['questions', '/theory-questions/file', 'moodle-xml', 'all.xml'],
    ['exercises', '/exercises/file', 'package', 'all.zip'],
    ['exercises', '/exercises/file', 'table', 'all.csv'],
    ['exercises', '/exercises/file', 'xlsx', 'all.xlsx'],
    ['exercises', '/exercises/file', 'moodle-xml', 'all.xml'],
    ['flags', '/flag-challenges/file', 'ctfcli', 'all.zip'],
  ] as const)('%s of %s as %s are all the same', async (kind, path, format, name) => {
    const p = await plan(kind, name, await written(path, { format }))
    const rows = await rowsOf(p.id)
    expect(rows.filter((r) => r.verdict !== 'same').map((r) => [r.label, r.verdict, r.difference, r.reasons])).toEqual(
      [],
    )
    expect(p.counts.same).toBeGreaterThan(5)
  })

  it.each([
    ['resources', '/tools/export', 'tools.csv'],
    ['resources', '/dorks/export', 'dorks.csv'],
  ] as const)('%s of %s as CSV are all the same', async (kind, path, name) => {
    const p = await plan(kind, name, await written(path, { format: 'csv' }))
    expect(p.files.map((f) => [f.problem, f.details])).toEqual([[null, undefined]])
    const rows = await rowsOf(p.id)
    expect(rows.filter((r) => r.verdict !== 'same').map((r) => [r.label, r.verdict, r.difference, r.reasons])).toEqual(
      [],
    )
    expect(p.counts.same).toBeGreaterThan(5)
  })
})
