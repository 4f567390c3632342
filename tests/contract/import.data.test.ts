/** Real exports: the Google Hacking Database and the tool lists. Figures are those of their README files. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ImportPackage } from '#src/contract/import/import.schema.ts'
import { apply, contents, folderFiles, plan, realData, rowsOf, undo, zipped } from './support/import.ts'
import { testServer, type TestServer } from './support/server.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer()
})
afterAll(() => s.close())
beforeEach(() => s.db.script('truncate r_tool, r_tool_category, r_dork, import_row, import_package, upload cascade'))

const ghdb = realData('exploitdb_ghdb')
const tools = realData('tools_library')
const absent = (dir: string | undefined) => (dir ? '' : ' (skipped: the real data is not beside the project)')

/** Prints how fast it went; how fast is for reading, not for judging. */
async function timed<T>(what: string, rows: number, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const out = await work()
  const ms = performance.now() - began
  console.log(`${what}: ${rows} rows in ${Math.round(ms)} ms, ${Math.round((rows / ms) * 1000)} rows/s`)
  return out
}

/** Brings a package in and out again: what comes of it is what was there before. */
async function inAndOut(what: string, p: ImportPackage, meanwhile: () => Promise<void>): Promise<void> {
  const empty = await contents(s.db)
  const fresh = p.counts.new
  const applied = await timed(`${what}, apply`, fresh, () => apply(s, p))
  expect(applied.body.details).toEqual({ created: fresh, overwritten: 0, skipped: 0 })
  await meanwhile()
  const undone = await timed(`${what}, undo`, fresh, () => undo(s, applied.body))
  expect(undone.body.details).toMatchObject({ removed: fresh, restored: 0, kept: {} })
  expect(await contents(s.db)).toBe(empty)
}

describe(`the Google Hacking Database${absent(ghdb)}`, () => {
  it.skipIf(!ghdb)(
    'comes in once where seven lists repeat it, without what is cut off or nothing of ours',
    async () => {
      const bytes = zipped(folderFiles(ghdb ?? '', (name) => !name.endsWith('files.csv')))
      const p = await timed('Google Hacking Database, plan', 7536 + 4767, () => plan(s, bytes))
      const files = new Map(p.files.map((f) => [f.name.split('/').at(-1), f]))
      expect(files.get('ghdb.json')).toMatchObject({ rows: 7536, problem: null })
      const lists = p.files.filter((f) => f.name.endsWith('.dorks'))
      expect(lists.map((f) => f.rows)).toEqual([2220, 124, 1746, 401, 47, 121, 108])
      expect(files.get('ghdb.xml')).toMatchObject({ rows: 0, problem: 'xml_syntax' })
      expect(files.get('files_shellcodes.csv')).toMatchObject({ format: null, problem: 'format_elsewhere' })
      expect(p.counts.new + p.counts.duplicate + p.counts.refused).toBe(7536 + 4767)
      const { rows } = await s.db.query<{ rule: string; bare: boolean; n: number }>(
        `select coalesce(reasons->0->>'rule', '') as rule, place->>'file' like '%.dorks' as bare, count(*) as n from import_row group by 1, 2`,
      )
      const count = (rule: string, bare: boolean) => rows.find((r) => r.rule === rule && r.bare === bare)?.n
      expect(count('', false)).toBe(7536)
      // what the lists have and the export has not: queries that were rewritten or taken off since
      expect((count('duplicate_in_package', true) ?? 0) + (count('', true) ?? 0)).toBe(4767)
      await inAndOut('Google Hacking Database', p, async () => {
        expect((await s.ok('GET /dorks', { query: { page_size: 1 } }, 'admin')).total).toBe(p.counts.new)
      })
    },
  )
})

describe(`the tool lists${absent(tools)}`, () => {
  it.skipIf(!tools)('come in from three formats, a second time not at all, and go out without a trace', async () => {
    const bytes = zipped(folderFiles(tools ?? ''))
    const p = await timed('tool lists, plan', 992, () => plan(s, bytes))
    const from = (in_: RegExp) => p.files.filter((f) => in_.test(f.name)).reduce((sum, f) => sum + f.rows, 0)
    expect([from(/rawsec.*\/tools\//), from(/lolbas/), from(/misp/)]).toEqual([683, 124, 97])
    const inventory = (await rowsOf(s, p.id)).filter((r) => r.place.file.includes('/tools/'))
    expect(inventory.filter((r) => r.resource === 'tool-category')).toHaveLength(18)
    const refused = await rowsOf(s, p.id, 'refused')
    expect(refused.map((r) => [r.label, r.reasons])).toEqual([
      ['PhoneSploit Pro', [{ path: 'source_url', rule: 'url' }]],
    ])
    await inAndOut('tool lists', p, async () => {
      const full = await contents(s.db)
      const again = await timed('tool lists, plan again', 992, () => plan(s, bytes))
      expect(again.counts).toEqual({ new: 0, same: p.counts.new, changed: 0, duplicate: 0, refused: 1 })
      expect((await apply(s, again)).body.details).toEqual({ created: 0, overwritten: 0, skipped: 0 })
      expect(await contents(s.db)).toBe(full)
    })
  })
})
