/**
 * J3: what a power cut may cost. A process writes rows and journals what its database asks of the file system; at random places in that
 * journal the power is cut, the folder laid down as a disk would keep it, and the database opened again. `CUTS=200` for the long run.
 */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seeded } from '#src/contract/lib/seeded.ts'
import { program } from '#tests/support/program.ts'
import { openPglite } from './pglite.ts'
import { cutPower, type Entry, readJournal } from './testing/disk.ts'
import { filledDir } from './testing/targets.ts'

const cuts = Number(process.env.CUTS ?? 12)

let place: Awaited<ReturnType<typeof filledDir>>
let base = ''
let journal: Entry[] = []
beforeAll(async () => {
  place = await filledDir('power')
  base = path.join(place.dir, 'base')
  const cluster = path.join(place.dir, 'cluster')
  fs.renameSync(path.join(place.dir, 'db'), base)
  fs.cpSync(base, cluster, { recursive: true })
  const file = path.join(place.dir, 'journal')
  const child = spawn(process.execPath, [await program('recorder'), cluster, file], { stdio: 'inherit' })
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0)
  journal = readJournal(file)
})
afterAll(() => place.remove())

/** Rows that were acknowledged before the cut and are not there, or not whole, after it. */
async function lostBy(cut: number, seed: number, lying = false): Promise<number[]> {
  const dir = fs.mkdtempSync(path.join(place.dir, 'cut-'))
  const below = seeded(`cut ${seed}`)
  try {
    cutPower({ base, dir: path.join(dir, 'db'), journal, cut }, () => below(2) === 0, lying)
    const db = await openPglite(dir)
    try {
      const there = await db.query<{ n: number }>(`select count(*) as n from pg_tables where tablename = 'kept_twin'`)
      const { rows } = there.rows[0]?.n
        ? await db.query<{ id: number }>(
            `select k.id from kept k join kept_twin t on t.id = k.id where k.text like k.id || ':%' order by 1`,
          )
        : { rows: [] }
      const whole = new Set(rows.map((r) => r.id))
      // the index finds what the table holds
      for (const id of whole)
        if (id % 29 === 0) expect((await db.query('select 1 from kept where id = $1', [id])).count).toBe(1)
      return acknowledged(cut).filter((id) => !whole.has(id))
    } finally {
      await db.close()
    }
  } finally {
    fs.rmSync(dir, { recursive: true, force: true })
  }
}
const acknowledged = (cut: number): number[] =>
  journal.slice(0, cut).flatMap((e) => (e.op === 'acknowledged' ? [Number(e.to)] : []))

test(`no acknowledged row is lost by ${cuts} power cuts`, {
  timeout: 60_000 + cuts * 10_000,
}, async () => {
  expect(acknowledged(journal.length).length).toBe(200)
  const below = seeded(`${cuts} cuts`)
  let promised = 0
  for (let n = 0; n < cuts; n++) {
    const cut = below(journal.length)
    expect(await lostBy(cut, n), `cut after step ${cut} of ${journal.length}`).toEqual([])
    promised += acknowledged(cut).length
  }
  expect(await lostBy(journal.length, cuts), 'cut at the end').toEqual([])
  console.info(`${cuts + 1} power cuts, ${promised + 200} acknowledged rows, 0 lost`)
})

test('a disk that only says it synced would be noticed', async () => {
  const answers = await Promise.allSettled([lostBy(journal.length, 1, true)])
  const [found] = answers
  // either rows are missing or the database cannot be opened at all
  expect(found?.status === 'rejected' || (found?.value.length ?? 0) > 0).toBe(true)
})
