import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { memoryDb } from '#tests/support/database.ts'
import type { Db } from '../db/db.ts'
import { silentLog } from '../http/log.ts'
import { clearSystemLog, trimSystemLog } from '../areas/system/log/clear.ts'
import { makeLogSink, eventParamsOf } from './sink.ts'

const at = new Date('2026-11-05T08:00:00.000Z')
let db: Db
beforeAll(async () => {
  db = await memoryDb()
})
beforeEach(() => db.query('delete from system_log'))
afterAll(() => db.close())
const rows = async () =>
  (
    await db.query<{ code: string; level: string; params: object; request_id: string | null }>(
      'select * from system_log order by id',
    )
  ).rows

it('writes what bears an event, and every error, but not the rest', async () => {
  const sink = makeLogSink(db, () => at)
  const log = sink.over(silentLog)
  log.info({ event: 'server-started', engine: 'pglite' }, 'started')
  log.info({ route: 'GET /tools' }, 'request')
  log.error({ error: new TypeError('x is not y'), request_id: 'r1' }, 'something broke')
  await sink.close()
  expect(await rows()).toMatchObject([
    { code: 'server-started', level: 'info', params: { engine: 'pglite' } },
    { code: 'log-other', level: 'error', params: { error: 'TypeError', text: 'something broke' }, request_id: 'r1' },
  ])
})

it('keeps no secret, no stack, nothing long', () => {
  const error = new Error(`said ${'x'.repeat(5000)}`)
  const text = JSON.stringify(
    eventParamsOf({
      event: 'call-failed',
      error,
      token: 's1',
      Password: 's2',
      jwt_token: 's3',
      code_hash: 's4',
      deep: { token: 's5' },
    }),
  )
  expect(text).not.toMatch(/s\d|at .*:\d+/)
  expect(text.length).toBeLessThan(500)
})

it('takes a storm without waiting for the database, and counts what it drops', async () => {
  let open: (() => void) | undefined
  const shut = new Promise<void>((go) => {
    open = go
  })
  const slow: Pick<Db, 'query'> = {
    query: async (sql, params) => {
      await shut
      return db.query(sql, params)
    },
  }
  const sink = makeLogSink(slow, () => at)
  const log = sink.over(silentLog)
  for (let n = 0; n < 5000; n++) log.warn({ event: 'call-slow', ms: n }, 'request')
  // none of them waited for the database, which answers only now
  open?.()
  await sink.close()
  const all = await rows()
  expect(all.filter((r) => r.code === 'call-slow')).toHaveLength(2000)
  expect(all.filter((r) => r.code === 'log-dropped')).toMatchObject([{ params: { count: 3000 } }])
})

it('is written from inside a transaction, but not with it', async () => {
  const sink = makeLogSink(db, () => at)
  const log = sink.over(silentLog)
  await expect(
    db.tx(async () => {
      log.error({ event: 'work-failed', work: 'a' }, 'failed')
      throw new Error('taken back')
    }),
  ).rejects.toThrow('taken back')
  await sink.close()
  expect(await rows()).toMatchObject([{ code: 'work-failed' }])
})

it('is cleared by age and kept to a number', async () => {
  await db.query(
    `insert into system_log (at, level, source, code, host, pid)
     select timestamptz '2026-11-01' + n * interval '1 hour', 'info', 'server', 'server-started', 'h', 1 from generate_series(1, 50) n`,
  )
  expect(await clearSystemLog(db, new Date('2026-11-01T10:30:00Z'))).toBe(10)
  expect(await trimSystemLog(db, 25)).toBe(15)
  expect(await rows()).toHaveLength(25)
})
