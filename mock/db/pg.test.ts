import { afterAll, afterEach, expect, test } from 'vitest'
import { postgresOrWhyNot } from '#tests/support/postgres.ts'
import type { Db } from './db.ts'
import { openDb } from './open.ts'
import { openPg } from './pg.ts'

/** The machine may be busy. */
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
  await expect.poll(() => heard).toEqual(['hello'])
})

needed(name('a lost listening connection is made again and says that something may have been missed'), async () => {
  const [db, other] = [await opened(), await opened()]
  const heard: string[] = []
  await db.listen('news', (p) => heard.push(p))
  await endBackends(other, 'LISTEN%')
  await expect.poll(() => heard).toEqual([''])
  await other.query(`select pg_notify('news', 'after')`)
  await expect.poll(() => heard).toEqual(['', 'after'])
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
  await expect.poll(async () => (await db.query('select 1 as one').catch(() => undefined))?.rows).toEqual([{ one: 1 }])
})

needed(name('a statement that comes again is parsed once per connection, up to a limit'), async () => {
  const db = await opened(1)
  for (let n = 0; n < 10; n++) await db.query('select $1::int as again', [n])
  const runs = await db.query<{ runs: number }>(
    `select generic_plans + custom_plans as runs from pg_prepared_statements where statement = 'select $1::int as again'`,
  )
  expect(runs.rows).toEqual([{ runs: 9 }])
  for (let n = 0; n < 400; n++) for (let twice = 0; twice < 2; twice++) await db.query(`select ${n} as other`)
  const { rows } = await db.query<{ n: number }>('select count(*) as n from pg_prepared_statements')
  expect(rows[0]?.n).toBe(300)
})

needed(
  name('a table that another server changes gives its new columns; a transaction that met it may be tried again'),
  async () => {
    const [db, other] = [await opened(1), await opened()]
    await other.script('drop table if exists growing; create table growing (n int); insert into growing values (1)')
    const all = async (q: Pick<Db, 'query'>) => (await q.query('select * from growing')).rows
    for (let n = 0; n < 3; n++) expect(await all(db)).toEqual([{ n: 1 }])
    await other.script('alter table growing add column more int default 7')
    expect(await all(db)).toEqual([{ n: 1, more: 7 }])
    for (let n = 0; n < 3; n++) await db.tx(all)
    await other.script('alter table growing drop column more')
    await db.tx(all).catch(() => {})
    expect(await db.tx(all)).toEqual([{ n: 1 }])
  },
)

needed(name('a parameter that cannot be sent spoils no later use of its statement'), async () => {
  const db = await opened(1)
  const circle: { self?: unknown } = {}
  circle.self = circle
  const ask = (value: unknown) => db.query('select $1::text as text', [value])
  for (let n = 0; n < 3; n++) await ask('a')
  await expect(ask(circle)).rejects.toMatchObject({ name: 'DbError' })
  expect((await ask('b')).rows).toEqual([{ text: 'b' }])
  await expect(db.query('select $1::text as fresh', [circle])).rejects.toBeDefined()
  await expect(db.query('select $1::text as fresh', [circle])).rejects.toBeDefined()
  expect((await db.query('select $1::text as fresh', ['c'])).rows).toEqual([{ fresh: 'c' }])
})

needed(
  name('statements of a transaction go out together, and one that fails is the one that is reported'),
  async () => {
    const db = await opened(1)
    await db.script('drop table if exists fast; create table fast (n int primary key)')
    const add = (q: Pick<Db, 'query'>, n: number) => q.query('insert into fast values ($1)', [n])
    for (let n = 1; n <= 3; n++) await add(db, n)
    const e: unknown = await db.tx((q) => Promise.all([add(q, 4), add(q, 1), add(q, 5)])).catch((x) => x)
    expect(e).toMatchObject({ code: '23505' })
    await db.tx((q) => Promise.all([add(q, 4), add(q, 5)]))
    expect((await db.query<{ n: number }>('select count(*) as n from fast')).rows).toEqual([{ n: 5 }])
  },
)

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
