/**
 * What a start asks of the database before it answers: a start grows by a statement here and a row-by-row insertion there, and a machine
 * with much else to do could not tell by the clock.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readStart, type StartOptions } from '#mock/commandLine.ts'
import type { Db, Queryable, Tx } from '#mock/db/db.ts'
import { silentLog } from '#mock/http/log.ts'
import { servePlatform } from '#mock/serve.ts'
import { memoryDb } from '#tests/support/database.ts'
import { demoLines } from '#mock/seed/accounts.ts'

/** Statements before the first answer: of a later start a tenth more than it takes, of a first one some hundreds for what is laid next, in bulk. */
const most = { first: 3600, later: 72 }

let db: Db
const data = mkdtempSync(path.join(os.tmpdir(), 'range-start-'))
beforeAll(async () => {
  db = await memoryDb()
})
afterAll(async () => {
  await db.close()
  rmSync(data, { recursive: true, force: true })
})

/** A start that ends again. @returns how many statements it took until it listened */
async function start(): Promise<number> {
  let asked = 0
  const counted = <Q extends Queryable>(q: Q): Q => ({
    ...q,
    query<R extends object>(sql: string, params?: readonly unknown[]) {
      asked++
      return q.query<R>(sql, params)
    },
  })
  const counting: Db = {
    ...counted(db),
    tx: (work) => {
      // it begins and it ends
      asked += 2
      return db.tx((q: Tx) => work(counted(q)))
    },
    close: async () => {},
  }
  const at = readStart(['--port', '0', '--data', data], {}) as StartOptions
  const running = await servePlatform(at, 'http://127.0.0.1', Promise.resolve(counting), silentLog, () => {})
  const until = asked
  await running.end()
  return until
}

it('a first start lays the demonstration in few statements, and a later one asks next to nothing', async () => {
  const first = await start()
  const { rows } = await db.query<{ n: number }>('select count(*)::integer as n from account')
  expect(rows[0]?.n).toBeGreaterThan(demoLines.length)
  const later = await start()
  console.info(`statements before the first answer: ${first} of a first start, ${later} of a later one`)
  expect(first).toBeLessThanOrEqual(most.first)
  expect(later).toBeLessThanOrEqual(most.later)
})
