/** J8: Migrations: in order, once, whole or not at all. */
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { env } from '#config/env.ts'
import { memoryDb, truncateAll } from '#tests/support/database.ts'
import type { Db } from './db.ts'
import { migrate } from './migrate.ts'
import { openMemory } from './memory.ts'
import { openPg } from './pg.ts'
import { postgresOrWhyNot } from '#tests/support/postgres.ts'
import { temporary } from './testing/targets.ts'

const found = await postgresOrWhyNot()
const server = typeof found === 'string' ? undefined : found
const { dir, remove } = temporary('migrations')
const db = await openMemory()
afterAll(async () => {
  await db.close()
  await server?.stop()
  remove()
})
const now = (): Date => new Date('2026-05-01T08:00:00Z')
const write = (name: string, sql: string): void => fs.writeFileSync(path.join(dir, name), sql)
const names = async (): Promise<string[]> =>
  (await db.query<{ name: string }>('select name from migration order by name')).rows.map((r) => r.name)

describe('migrating', () => {
  beforeEach(async () => {
    for (const name of fs.readdirSync(dir)) fs.rmSync(path.join(dir, name))
    await db.script('drop schema public cascade; create schema public')
    write('001-first.sql', 'create table a (n int); insert into a values (1);')
    write('002-second.sql', 'alter table a add m int;')
    write('notes.txt', 'no migration')
  })

  test('runs each file once, in order, and tells which', async () => {
    expect(await migrate(db, { dir, now })).toEqual(['001-first.sql', '002-second.sql'])
    expect(await migrate(db, { dir, now })).toEqual([])
    write('003-third.sql', 'insert into a values (2, 2)')
    expect(await migrate(db, { dir, now })).toEqual(['003-third.sql'])
    expect((await db.query('select n, m from a order by n')).rows).toEqual([
      { n: 1, m: null },
      { n: 2, m: 2 },
    ])
    expect((await db.query('select distinct at from migration')).rows).toEqual([{ at: '2026-05-01T08:00:00.000Z' }])
  })

  test('refuses a file that was changed after it ran', async () => {
    await migrate(db, { dir, now })
    write('001-first.sql', 'create table a (n bigint);')
    await expect(migrate(db, { dir, now })).rejects.toThrow('001-first.sql was changed after it ran')
  })

  test('takes other line ends for the same file', async () => {
    write('001-first.sql', 'create table a (n int);\n-- a\n')
    await migrate(db, { dir, now })
    write('001-first.sql', 'create table a (n int);\r\n-- a\r\n')
    expect(await migrate(db, { dir, now })).toEqual([])
  })

  test('keeps nothing of a file that fails, and all of those before it', async () => {
    write('002-second.sql', 'alter table a add m int; insert into a values (5, 5); selec;')
    await expect(migrate(db, { dir, now })).rejects.toMatchObject({ code: '42601' })
    expect(await names()).toEqual(['001-first.sql'])
    expect((await db.query('select * from a')).rows).toEqual([{ n: 1 }])
    write('002-second.sql', 'alter table a add m int;')
    expect(await migrate(db, { dir, now })).toEqual(['002-second.sql'])
  })

  test('refuses a database that a newer version made', async () => {
    await migrate(db, { dir, now })
    fs.rmSync(path.join(dir, '002-second.sql'))
    await expect(migrate(db, { dir, now })).rejects.toThrow('newer version: it has 002-second.sql')
  })

  test('refuses a directory without migrations, which is a wrong directory', async () => {
    await expect(migrate(db, { dir: path.dirname(dir), now })).rejects.toThrow('no migrations in')
  })

  test('runs functions whose bodies hold semicolons', async () => {
    write(
      '003-function.sql',
      'create function f() returns int language plpgsql as $$\nbegin\n  return 1;\nend;\n$$;\nselect f();',
    )
    await migrate(db, { dir, now })
    expect((await db.query('select f() as one')).rows).toEqual([{ one: 1 }])
  })
})

test.skipIf(!server)(
  server ? 'servers that start together migrate once' : `servers that start together (skipped: ${found})`,
  async () => {
    const url = (await server?.createDatabase('starters')) ?? ''
    const dbs = await Promise.all(Array.from({ length: 5 }, () => openPg(url)))
    const ran = await Promise.all(dbs.map((one) => migrate(one, { now })))
    expect(ran.flat().sort()).toEqual(fs.readdirSync(new URL('./migrations', import.meta.url)).sort())
    await Promise.all(dbs.map((one) => one.close()))
  },
)

test('a test database opens migrated, and is emptied without losing that', async () => {
  const one = await memoryDb()
  expect(await migrate(one)).toEqual([])
  const fill = `insert into audit (seq, at, action, result, prev_hash, hash) values (1, '2026-01-01Z', 'a', 'done', '', '');
    insert into org (id, name, path) values ('a', 'A', '/a/'); insert into due (kind, ref, at) values ('k', 'r', '2026-01-01Z')`
  const counts = `select (select count(*) from audit) + (select count(*) from org) + (select count(*) from due) as n`
  await one.script(fill)
  expect((await one.query(counts)).rows).toEqual([{ n: 3 }])
  await truncateAll(one)
  expect((await one.query(counts)).rows).toEqual([{ n: 0 }])
  expect(await migrate(one)).toEqual([])
  await one.script(fill)
  expect((await one.query('select id from due')).rows).toEqual([{ id: 1 }])
  await expect(one.query('delete from audit')).rejects.toMatchObject({ code: '42501' })
  await one.close()
})

test.runIf(env.whole)('what a test needs beyond the migrations is prepared at most once', async () => {
  let prepared = 0
  const prepare = async (q: Db): Promise<void> => {
    prepared++
    await q.script('create table extra (n int)')
  }
  const open = (key: string): Promise<Db> => memoryDb({ key, prepare })
  await (await open('extra')).close()
  prepared = 0
  const one = await open('extra')
  expect((await one.query('select * from extra')).rows).toEqual([])
  expect(prepared).toBe(0)
  // and what one does to its own is in no other
  await one.script('insert into extra select n from generate_series(1, 1000) n; checkpoint')
  const other = await open('extra')
  expect((await other.query('select * from extra')).rows).toEqual([])
  for (const db of [one, other]) await db.close()
})
