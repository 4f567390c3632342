import fs from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { env } from '#config/env.ts'
import type { Db } from './db.ts'
import { DirectoryInUse, lockDir } from './lock.ts'
import { openDb } from './open.ts'
import { startPglite } from './pglite-core.ts'
import { openPglite } from './pglite.ts'
import { filledDir, temporary } from './testing/targets.ts'
import { keepTidy, tidy } from './tidy.ts'

const after: (() => unknown)[] = []
afterEach(async () => {
  for (const end of after.splice(0).reverse()) await end()
})
const place = (): string => {
  const { dir, remove } = temporary('pglite')
  after.push(remove)
  return dir
}
describe('a first start', () => {
  test('refuses a directory that holds something else instead of a database', async () => {
    const dir = place()
    fs.mkdirSync(path.join(dir, 'db'))
    fs.writeFileSync(path.join(dir, 'db', 'thesis.txt'), 'mine')
    await expect(openDb({ dir })).rejects.toThrow('is not a database')
    expect(fs.readFileSync(path.join(dir, 'db', 'thesis.txt'), 'utf8')).toBe('mine')
    expect(fs.readdirSync(path.join(dir, 'lock'))).toEqual([])
  })
})

describe('opening', () => {
  test('wants exactly one of url, dir and memory', async () => {
    await expect(openDb({})).rejects.toThrow('exactly one')
    await expect(openDb({ dir: place(), memory: true })).rejects.toThrow('exactly one')
  })

  test('refuses a directory in use and says by whom and where; after close it is free', async () => {
    const { dir, remove } = await filledDir('pglite')
    after.push(remove)
    const db = await openDb({ dir }, () => 'http://127.0.0.1:4611')
    const e: unknown = await openDb({ dir }).catch((x) => x)
    expect(e).toBeInstanceOf(DirectoryInUse)
    expect(String(e)).toContain(`${dir} is in use by process ${process.pid} (started `)
    expect(String(e)).toContain('http://127.0.0.1:4611')
    await db.close()
    ;(await lockDir(dir))()
  })

  test('of a broken database fails with a short error and gives the directory up', async () => {
    const { dir, remove } = await filledDir('pglite')
    after.push(remove)
    fs.rmSync(path.join(dir, 'db/global/pg_control'))
    const e: unknown = await openDb({ dir }).catch((x) => x)
    expect(e).toBeInstanceOf(Error)
    expect(String(e).length).toBeLessThan(2100)
    ;(await lockDir(dir))()
  })
})

describe('durability', () => {
  test('every commit is flushed to the disk, a reading one is not', async () => {
    const { dir, remove } = await filledDir('fsync')
    after.push(remove)
    const pglite = await startPglite(path.join(dir, 'db'))
    after.push(() => pglite.close())
    await pglite.exec('create table t (n int)')
    const fsync = vi.spyOn(fs, 'fsyncSync')
    after.push(() => fsync.mockRestore())
    const during = async (sql: string): Promise<number> => {
      fsync.mockClear()
      await pglite.query(sql)
      return fsync.mock.calls.length
    }
    for (let i = 0; i < 5; i++) expect(await during('insert into t values (1)')).toBeGreaterThanOrEqual(1)
    await during('select * from t')
    expect(await during('select * from t')).toBe(0)
    expect(await during('checkpoint')).toBeGreaterThan(3)
    // a new segment is not written twice, while everybody waits
    expect((await pglite.query('show wal_init_zero')).rows).toEqual([{ wal_init_zero: 'off' }])
  })
})

describe.skipIf(process.platform !== 'linux')('after a crash', () => {
  test.runIf(env.whole)(
    'the whole disk is synced once, not file by file, and what is repaired and written then is synced as ever',
    async () => {
      const { dir, remove } = await filledDir('crash')
      after.push(remove)
      const [running, left] = ['db', 'left'].map((name) => path.join(dir, name)) as [string, string]
      const pglite = await startPglite(running)
      await pglite.exec(`create table t (n int); insert into t select generate_series(1, 1000)`)
      // what a killed process leaves
      fs.cpSync(running, left, { recursive: true })
      await pglite.close()
      const synced: string[] = []
      const real = fs.fsyncSync
      const fsync = vi.spyOn(fs, 'fsyncSync').mockImplementation((fd) => {
        synced.push(path.relative(left, fs.readlinkSync(`/proc/self/fd/${fd}`)))
        real(fd)
      })
      after.push(() => fsync.mockRestore())
      const again = await startPglite(left)
      after.push(() => again.close())
      const files = fs.readdirSync(left, { recursive: true }).length
      expect(files).toBeGreaterThan(1000)
      expect(synced.length).toBeLessThan(100)
      expect(synced).toContain('global/pg_control')
      expect((await again.query('select count(*)::int as n from t')).rows).toEqual([{ n: 1000 }])
      synced.length = 0
      await again.query('insert into t values (1001)')
      expect(synced.some((file) => file.startsWith('pg_wal/'))).toBe(true)
    },
  )
})

describe('a running database', () => {
  let place: Awaited<ReturnType<typeof filledDir>>
  let db: Db
  beforeAll(async () => {
    place = await filledDir('pglite')
    db = await openPglite(place.dir)
  })
  afterAll(async () => {
    await db?.close()
    place.remove()
  })

  test('the event loop goes on while a statement runs', async () => {
    let turns = 0
    const timer = setInterval(() => turns++, 5)
    await db.query('select count(*) from generate_series(1, 3000000)')
    clearInterval(timer)
    expect(turns).toBeGreaterThan(5)
  })

  test('statements asked together are done in their order, and one that cannot be handed over stops no other', async () => {
    await db.script('create table series (n int)')
    const add = (n: unknown) => db.query('insert into series values ($1)', [n])
    const asked = await Promise.allSettled([
      add(1),
      add(() => {}),
      db.query('select count(*) as n from series'),
      db.tx(async (q) => {
        await add(3).catch(() => {})
        return q.query('select count(*) as n from series')
      }),
      add(4),
      db.query('select count(*) as n from series'),
    ])
    expect(asked.map((a) => (a.status === 'fulfilled' ? a.value.rows : String(a.reason.name)))).toEqual([
      [],
      'DbError',
      [{ n: 1 }],
      [{ n: 1 }],
      [],
      [{ n: 2 }],
    ])
  })

  test('a subscriber that fails keeps no answer from anybody, nor the news from the others', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    after.push(() => warned.mockRestore())
    const heard: string[] = []
    const ends = [
      await db.listen('news', () => {
        throw new Error('mine')
      }),
      await db.listen('news', (payload) => heard.push(payload)),
    ]
    const [told, next] = await Promise.all([
      db.query(`select 1 as one from pg_notify('news', 'x')`),
      db.query('select 2 as two'),
    ])
    expect([told.rows, next.rows, heard]).toEqual([[{ one: 1 }], [{ two: 2 }], ['x']])
    expect(String(warned.mock.calls[0]?.[0])).toContain('mine')
    for (const end of ends) await end()
  })

  test('a statement asked during a transaction is done after it', async () => {
    await db.script('create table later (n int)')
    let during: Promise<unknown> = Promise.resolve()
    let ask = (): void => {}
    const outside = new Promise<void>((resolve) => {
      ask = resolve
    }).then(() => {
      during = db.query('select n from later').then((r) => r.rows)
    })
    await db.tx(async (q) => {
      await q.query('insert into later values (1)')
      ask()
      await outside
      await q.query('update later set n = 2')
    })
    expect(await during).toEqual([{ n: 2 }])
  })

  test.runIf(env.whole)('maintenance keeps a table that is written over and over from growing', async () => {
    await db.script(`create table busy (id int, text text);
      insert into busy select n, repeat('x', 200) from generate_series(1, 500) n`)
    const size = async (): Promise<number> =>
      (await db.query<{ n: number }>(`select pg_relation_size('busy') as n`)).rows[0]?.n ?? 0
    const start = await size()
    for (let i = 1; i <= 12; i++) {
      await db.query(`update busy set text = repeat($1, 200)`, [String(i % 10)])
      if (i % 3 === 0) await tidy(db)
    }
    expect(await size()).toBeLessThan(start * 7)
  })

  test('maintenance waits for a transaction that is open instead of breaking it', async () => {
    const ran: string[] = []
    const script = async (sql: string): Promise<void> => {
      await db.script(sql)
      ran.push(sql)
    }
    const ended = keepTidy({ ...db, script }, 5)
    after.push(ended)
    await db.script('create table slow (n int)')
    await db.tx(async (q) => {
      await q.query('insert into slow values (1)')
      await new Promise((resolve) => setTimeout(resolve, 60))
      await q.query('insert into slow values (2)')
    })
    await expect.poll(() => ran).toContain('VACUUM (ANALYZE) "public"."slow"')
    ended()
    expect((await db.query('select n from slow order by n')).rows).toEqual([{ n: 1 }, { n: 2 }])
  })

  test('once closed refuses what comes after and forgets nothing that came before', async () => {
    await db.script('create table kept (n int)')
    const last = db.query('insert into kept values (1)')
    await db.close()
    await last
    await expect(db.query('select 1')).rejects.toMatchObject({ name: 'DbError', code: '57P01' })
    await expect(db.tx(async () => {})).rejects.toMatchObject({ code: '57P01' })
    await db.close()
    const again = await openPglite(place.dir)
    after.push(() => again.close())
    expect((await again.query('select n from kept')).rows).toEqual([{ n: 1 }])
  })
})
