/** What a large archive costs the server in memory: it is read, held against the rules and planned a few rows at a time. `BIG=1` for 200 MB. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { limits } from '#src/contract/limits.ts'
import { zipped } from './support/import.ts'
import { dataDirectory, type Process, startProcess } from './support/importProcess.ts'

const MiB = 1024 * 1024
const big = process.env.BIG === '1'
const size = big ? limits.importZip - MiB : 20 * MiB
const most = 128 * MiB

let data: Awaited<ReturnType<typeof dataDirectory>>
let server: Process | undefined
beforeAll(async () => {
  data = await dataDirectory()
})
afterAll(async () => {
  await server?.kill()
  data.remove()
})

const header = 'ghdb_id,title,query,category,description\n'
/** Rows of about 8 kB that no packing makes smaller. */
const table = (rows: number, from: number): string =>
  header +
  Array.from(
    { length: rows },
    (_, i) => `${from + i + 1},t${from + i},q${from + i},footholds,${randomBytes(6000).toString('base64')}\n`,
  ).join('')

it(
  `plans an archive of ${Math.round(size / MiB)} MiB within ${most / MiB} MiB of memory`,
  async () => {
    const s = (server = await startProcess(data.dir, 4652))
    const warm = await s.plan(zipped({ 'warm.csv': table(1500, 1_000_000) }))
    await s.call('POST', `/imports/${warm.id}/apply`, { digest: warm.digest })
    const before = s.memory()

    const rows = Math.floor(size / 8050)
    const files = 10
    const part = Math.floor(rows / files)
    const bytes = zipped(
      Object.fromEntries(Array.from({ length: files }, (_, i) => [`part${i}.csv`, table(part, i * part)])),
      0,
    )
    let peak = before
    const watch = setInterval(() => (peak = Math.max(peak, s.memory())), 20)
    const began = performance.now()
    const p = await s.plan(bytes)
    const ms = performance.now() - began
    clearInterval(watch)
    const growth = peak - before
    console.log(
      `${Math.round(bytes.length / MiB)} MiB, ${part * files} rows: ${Math.round((part * files * 1000) / ms)} rows/s, ` +
        `memory ${Math.round(before / MiB)} MiB and ${Math.round(growth / MiB)} MiB more at most`,
    )
    expect(p).toMatchObject({ state: 'planned', counts: { new: part * files, same: 0, changed: 0, refused: 0 } })
    expect(growth).toBeLessThan(most)
  },
  big ? 1_200_000 : 120_000,
)
