import { afterAll, afterEach, expect, test } from 'vitest'
import { postgresOrWhyNot } from '#tests/support/postgres.ts'
import type { Db } from './db.ts'
import { openDb } from './open.ts'
import { openPg } from './pg.ts'

/** The machine may be busy. */
const patient = { timeout: 10_000 }
const found = await postgresOrWhyNot()
const server = typeof found === 'string' ? undefined : found
afterAll(() => server?.stop())
const needed = test.skipIf(!server)
const name = (n: string): string => (server ? n : `${n} (skipped: ${found})`)

const open: Db[] = []
afterEach(async () => {
  for (const db of open.splice(0)) await db.close()
})
async function opened(max?: number): Promise<Db> {
  const db = await openPg(server?.url ?? '', max)
  open.push(db)
  return db
}
const endBackends = (db: Db, like: string): Promise<unknown> =>
  db.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and query ilike $1', [
    like,
  ])

test('a server that does not answer is an error of the database', async () => {
  await expect(openDb({ url: 'postgres://nobody@127.0.0.1:1/none' })).rejects.toMatchObject({
    name: 'DbError',
    code: 'ECONNREFUSED',
  })
})

needed(name('two processes hear each other'), async () => {
  const [one, two] = [await opened(), await openDb({ url: server?.url ?? '' })]
  open.push(two)
  const heard: string[] = []
  await one.listen('news', (p) => heard.push(p))
  await two.query(`select pg_notify('news', 'hello')`)
  await expect.poll(() => heard, patient).toEqual(['hello'])
})

needed(name('a lost listening connection is made again and says that something may have been missed'), async () => {
  const [db, other] = [await opened(), await opened()]
  const heard: string[] = []
  await db.listen('news', (p) => heard.push(p))
  await endBackends(other, 'LISTEN%')
  await expect.poll(() => heard, patient).toEqual([''])
  await other.query(`select pg_notify('news', 'after')`)
  await expect.poll(() => heard, patient).toEqual(['', 'after'])
})

needed(name('a connection lost inside a transaction fails that transaction and nothing else'), async () => {
  const [db, other] = [await opened(1), await opened()]
  await db.script('drop table if exists lost; create table lost (n int)')
  const e: unknown = await db
    .tx(async (q) => {
      await q.query('insert into lost values (1)')
      await endBackends(other, 'insert into lost%')
      await q.query('insert into lost values (2)')
    })
    .catch((x) => x)
  expect(e).toMatchObject({ name: 'DbError' })
  expect((await db.query('select n from lost')).rows).toEqual([])
})

needed(name('an idle connection that was lost is replaced'), async () => {
  const [db, other] = [await opened(1), await opened()]
  await db.query('select 41')
  await endBackends(other, 'select 41')
  await expect
    .poll(async () => (await db.query('select 1 as one').catch(() => undefined))?.rows, patient)
    .toEqual([{ one: 1 }])
})

needed(name('transactions of one process run side by side'), async () => {
  const db = await opened(2)
  let arrived = 0
  const both = new Promise<void>((resolve) => {
    const meet = async (): Promise<void> =>
      db.tx(async (q) => {
        await q.query('select 1')
        if (++arrived === 2) resolve()
        await both
      })
    open.push({ close: async () => void (await Promise.all(started)) } as unknown as Db)
    const started = [meet(), meet()]
  })
  await both
  expect(arrived).toBe(2)
})
