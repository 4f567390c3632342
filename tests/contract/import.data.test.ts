/** Real exports: the Google Hacking Database and the tool lists, where they lie beside the project. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apply, contents, folderFiles, plan, realData, rowsOf, undo, zipped } from './support/import.ts'
import { testServer, type TestServer } from './support/server.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer()
})
afterAll(() => s.close())

const ghdb = realData('exploitdb_ghdb/pagodo-2025-02')
const tools = realData('tools_library')
const absent = (dir: string | undefined) => (dir ? '' : ' (skipped: the real data is not beside the project)')

async function timed<T>(what: string, rows: number, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const out = await work()
  const ms = performance.now() - began
  console.log(`${what}: ${rows} rows in ${Math.round(ms)} ms, ${Math.round((rows / ms) * 1000)} rows/s`)
  return out
}

describe(`the Google Hacking Database${absent(ghdb)}`, () => {
  it.skipIf(!ghdb)('comes in whole, once, and goes out again', async () => {
    const bytes = zipped(
      folderFiles(`${ghdb}/dorks`, (n) => n === 'ghdb.json').constructor === Object
        ? folderFiles(ghdb ?? '', (n) => n.endsWith('ghdb.json'))
        : {},
    )
    const empty = await contents(s.db)
    const p = await timed('plan', 7536, () => plan(s, bytes))
    console.log(p.counts, p.problem, p.details, p.files, JSON.stringify((await rowsOf(s, p.id, 'refused')).slice(0, 5)))
    const a = await timed('apply', 7536, () => apply(s, p))
    expect(a.status).toBe(200)
    const again = await timed('plan again', 7536, () => plan(s, bytes))
    console.log(again.counts)
    await timed('apply again', 7536, () => apply(s, again))
    const u = await timed('undo', 7536, () => undo(s, a.body))
    console.log(u.status, u.body.details)
    expect(await contents(s.db)).toBe(empty)
  })
  it.skipIf(!ghdb)('whole folder', async () => {
    const empty = await contents(s.db)
    const all = await timed('plan all', 7536, () => plan(s, zipped(folderFiles(ghdb ?? ''))))
    console.log(all.counts, all.files)
    console.log(JSON.stringify((await rowsOf(s, all.id, 'new')).slice(-5), null, 1))
  })
})
describe(`tools${absent(tools)}`, () => {
  it.skipIf(!tools)('comes in whole, once, and goes out again', async () => {
    const empty = await contents(s.db)
    const all = await timed('plan all', 1000, () => plan(s, zipped(folderFiles(tools ?? ''))))
    console.log(
      all.counts,
      all.files.length,
      all.files.filter((f) => f.problem),
      all.resources,
    )
    console.log(
      JSON.stringify(
        (await rowsOf(s, all.id, 'refused')).map((r) => [r.label, r.place, r.reasons]),
        null,
        0,
      ),
    )
    console.log(
      JSON.stringify(
        (await rowsOf(s, all.id)).filter((r) => r.resource === 'tool-category').map((r) => [r.label, r.verdict]),
      ),
    )
  })
})
