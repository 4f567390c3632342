/**
 * C8: no text that somebody wrote runs in a spreadsheet. Every route of the contract that hands out a table is asked for it in each of its
 * formats, with every sign a formula begins with planted in each text field that takes it.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { api } from '#src/contract/api.ts'
import { type ResourceName, resources } from '#src/contract/resources.ts'
import { splitKey } from '#src/contract/lib/route.ts'
import { readCsv, readXlsx } from '#tests/support/crud/readBack.ts'
import { bodyOf, makeRow, textsOf } from '#tests/support/rows.ts'
import { apply, dork, ghdb, list, plan, scanner, zipped } from './support/import.ts'
import { testServer, type TestServer } from './support/server.ts'

const signs = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'] as const
const runs = /^[=+\-@\t\r\n＝＋－＠]/
const number = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i
const mark = 'planted'
/** What was planted, as a guard leaves it. */
const planted = /^'([^a-z'])planted/

interface Schema {
  shape?: Record<string, unknown>
}
const probe = (query: unknown, format: string): boolean => {
  const shape = (query as Schema | undefined)?.shape
  const field = shape?.['format'] as { safeParse(v: unknown): { success: boolean } } | undefined
  return field?.safeParse(format).success ?? false
}
/** Formats whose files are tables; the questions' own is a CSV. */
const tables = ['csv', 'xlsx', 'table'] as const
const routes = Object.entries(api as unknown as Record<string, { stream?: string; query?: unknown }>)
  .filter(([, r]) => r.stream === 'download')
  .map(([key, r]) => ({ key, formats: tables.filter((f) => probe(r.query, f)) }))
  .filter(({ formats }) => formats.length > 0)

const owner = (key: string): ResourceName | undefined => {
  const path = splitKey(key)[1].replace(/\/(export|file)$/, '')
  return (Object.keys(resources) as ResourceName[]).find((name) => resources[name].line.path === path)
}

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())
const call = async (key: string, args: object) => s.send(key, args as never, 'super')
/** Names as a sign begins them; what a rule takes none of is written without. */
const wrong = (body: unknown): string[] =>
  ((body as { details?: { fields?: { path: string }[] } }).details?.fields ?? []).map(
    ({ path }) => String(path).split('.')[0] ?? '',
  )

/** A row whose texts begin with the sign, as far as its rules take that. */
async function plant(name: ResourceName, n: number): Promise<void> {
  const row = await makeRow(call, name, { seed: 100 + n })
  const old = bodyOf(name, row)
  let fields = textsOf(name)
  while (fields.length > 0) {
    const texts = Object.fromEntries(fields.map((f) => [f, `${signs[n]}${mark} ${n}`]))
    const body = { ...old, ...texts, version: row.version }
    const r = await call(`PUT ${resources[name].line.path}/:id`, { params: { id: row.id }, body })
    if (r.status === 200) return
    const refused = wrong(r.body)
    const left = fields.filter((f) => !refused.includes(f))
    // a refusal without a field of ours: one text fewer
    fields = left.length < fields.length ? left : fields.slice(0, -1)
  }
}

/** Every cell of the file; a number may begin with its sign. */
async function cellsOf(key: string, format: string, params: object): Promise<string[]> {
  const r = await call(key, { params, query: { format } })
  expect(r.status, `${key} ${format}`).toBe(200)
  const bytes = r.raw.rawPayload
  return (bytes.subarray(0, 2).toString() === 'PK' ? readXlsx(bytes) : readCsv(bytes)).flat()
}

/** Files of one exam, of reports, of what somebody learnt and of a class have their own tests, on what they need: analysis, report, record, membersFile, homework, parts.test.ts. */
/** Files of one exam, of reports, of what somebody learnt, of a class and of entries have their own tests, on what they need: analysis, report, record, membersFile, teams.test.ts. */
const elsewhere = [
  'GET /exams/:id/results/file',
  'GET /exams/:id/analysis/file',
  'GET /course-reports/export',
  'GET /learning/record/file',
  'GET /classes/:id/members/file',
  'GET /courses/:id/homework/:section/learners/file',
  'GET /courses/:id/scores/file',
  'GET /contest-entries/file',
  'GET /flag-contests/:id/file',
]
/** Nobody writes what stands in them: a template, and what the platform says of itself. */
const ours = [
  'GET /users/template',
  'GET /theory-questions/template',
  'GET /exercises/template',
  'GET /alarms/export',
  'GET /system-log/export',
]
const ids: Record<string, string> = {}

it('finds the routes that hand out a table', () => {
  expect(routes.length).toBeGreaterThanOrEqual(14)
  const keys = routes.map(({ key }) => key)
  expect([...elsewhere, ...ours].filter((key) => !keys.includes(key))).toEqual([])
})

it('takes what begins with a sign', { timeout: 120_000 }, async () => {
  const names = new Set(routes.map(({ key }) => owner(key)).filter((name) => name !== undefined))
  for (const name of names)
    if ((resources[name].line.verbs as readonly string[]).includes('update'))
      for (const n of signs.keys()) await plant(name, n)
  const files = {
    'tools.json': list(...signs.map((sign, n) => scanner(`${sign}${mark} tool ${n}`))),
    'ghdb.json': ghdb(...signs.map((sign, n) => dork(9000 + n, `${sign}${mark} ${n}`))),
  }
  const p = await plan(s, zipped(files), 'super')
  ids['GET /imports/:id/report'] = p.id
  expect((await apply(s, p, 'overwrite', 'super')).body.state).toBe('applied')
})

it.each(routes.filter(({ key }) => !elsewhere.includes(key)).map((r) => [r.key, r.formats] as const))(
  '%s writes no formula',
  async (key, formats) => {
    for (const format of formats) {
      const cells = await cellsOf(key, format, { id: ids[key] ?? '' })
      expect(cells.length).toBeGreaterThan(0)
      expect(cells.filter((c) => runs.test(c) && !number.test(c))).toEqual([])
      // the test cannot pass by looking at nothing
      if (!ours.includes(key)) {
        const guarded = new Set(cells.flatMap((c) => planted.exec(c)?.[1] ?? []))
        expect([...guarded], `${key} ${format}`).toEqual(expect.arrayContaining(['=', '+', '-', '@']))
      }
    }
  },
)
