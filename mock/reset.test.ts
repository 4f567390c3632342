import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { postgresOrWhyNot } from '#tests/support/postgres.ts'
import { Plain } from './commandLine.ts'
import { prepareTables } from './crud/prepare.ts'
import type { Db } from './db/db.ts'
import { migrate } from './db/migrate.ts'
import { openPg } from './db/pg.ts'
import { resetDatabase, resetFolder } from './reset.ts'

const data = fs.mkdtempSync(path.join(os.tmpdir(), 'range-reset-'))
const uploads = path.join(data, 'files/uploads')
afterEach(() => {
  for (const name of fs.readdirSync(data)) fs.rmSync(path.join(data, name), { recursive: true })
})
const put = (file: string, text = 'x') => {
  fs.mkdirSync(path.dirname(path.join(data, file)), { recursive: true })
  fs.writeFileSync(path.join(data, file), text)
}
const silent = { say() {}, ask: undefined }

describe('a reset of a folder', () => {
  it('empties the embedded database and the uploads, and leaves everything else that lies there', async () => {
    for (const file of ['db/PG_VERSION', 'db/base/1', 'files/uploads/1/a.part', 'files/mine.txt', 'notes.txt'])
      put(file)
    const said: string[] = []
    await resetFolder({ data }, { ...silent, say: (text) => said.push(text) })
    expect(said).toEqual([`Emptying ${path.join(data, 'db')}`, `Emptying ${uploads}`])
    expect(fs.readdirSync(data, { recursive: true }).sort()).toEqual(
      ['files', 'files/mine.txt', 'notes.txt', ...fs.readdirSync(data).filter((n) => n.startsWith('lock'))].sort(),
    )
  })

  it('refuses a folder whose `db` is somebody else’s', async () => {
    put('db/my-sqlite.db')
    put('files/uploads/holiday.jpg')
    await expect(resetFolder({ data }, silent)).rejects.toThrow(
      /is not a database of the platform.*Nothing was emptied\./,
    )
    expect(fs.existsSync(path.join(uploads, 'holiday.jpg'))).toBe(true)
  })
})

const found = await postgresOrWhyNot()
const server = typeof found === 'string' ? undefined : found
afterAll(async () => {
  fs.rmSync(data, { recursive: true, force: true })
  await server?.stop()
})

describe.skipIf(!server)(server ? 'a reset of a database' : `a reset of a database (skipped: ${found})`, () => {
  let db: Db
  const more: Db[] = []
  const name = 'range of tests'
  beforeEach(async () => {
    db = await openPg((await server?.createDatabase(name)) ?? '', 1)
  })
  afterEach(async () => {
    for (const one of [db, ...more.splice(0)]) await one.close()
  })
  const other = async () => {
    const one = await openPg(`${server?.url.replace(/\/own_\d+\?/, `/${encodeURIComponent(name)}?`)}`, 1)
    more.push(one)
    return one
  }
  const make = async () => {
    await migrate(db)
    await prepareTables(db)
    put('files/uploads/1/a.part')
  }
  const reset = (said?: string, ask?: (question: string) => Promise<string>, say: (text: string) => void = () => {}) =>
    resetDatabase(db, { data, reset: { name: said } }, { say, ask })
  /** Every table, view, sequence, function and type of the schema. */
  const things = async (): Promise<string[]> => {
    const { rows } = await db.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace
       union select proname from pg_proc where pronamespace = 'public'::regnamespace
       union select typname from pg_type where typnamespace = 'public'::regnamespace order by 1`,
    )
    return rows.map((r) => r.name)
  }

  it('drops all the platform made and nothing of anybody else’s, and the platform can be made anew', async () => {
    await db.script(`create table customers (n int primary key); create table r_sales (n int); create schema audit;
      create table audit.account (n int); insert into audit.account values (1)`)
    const before = await things()
    await make()
    const full = await things()
    const said: string[] = []
    await reset(name, undefined, (text) => said.push(text))
    expect(said[0]).toMatch(/^Emptying the database range of tests: \d+ tables$/)
    expect(await things()).toEqual(before)
    expect((await db.query('select 1 from audit.account')).count).toBe(1)
    expect(fs.existsSync(uploads)).toBe(false)
    await make()
    expect(await things()).toEqual(full)
  })

  it('asks for the name of the database, and takes no other word for it', async () => {
    await make()
    const full = await things()
    const asked: string[] = []
    const answer = (word: string) => async (question: string) => {
      asked.push(question)
      return word
    }
    for (const word of ['', 'y', 'yes', 'range', name.toUpperCase()])
      await expect(reset(undefined, answer(word)), word).rejects.toThrow(new Plain('Nothing was emptied.'))
    expect(await things()).toEqual(full)
    expect(asked[0]).toMatch(/drops \d+ tables of the platform in the database 'range of tests'/)
    await reset(undefined, answer(`${name}\n`))
    expect(await things()).toEqual([])
  })

  it('does nothing without the name where nobody can be asked, nor with another one', async () => {
    await make()
    const full = await things()
    await expect(reset()).rejects.toThrow(/write --reset=range of tests\. Nothing was emptied\./)
    await expect(reset('range')).rejects.toThrow(/names 'range'.*is 'range of tests'\. Nothing was emptied\./)
    expect(await things()).toEqual(full)
    expect(fs.existsSync(uploads)).toBe(true)
  })

  it('refuses a database in which the platform never was, also one that has a table of migrations', async () => {
    await db.script(`create table account (n int); create table migration (name text, sum text, at timestamptz);
      insert into migration values ('20240101_init', '', now())`)
    const before = await things()
    await expect(reset(name)).rejects.toThrow(/holds 2 tables, and none is the platform's/)
    await db.script('drop table migration; create table migration (id int)')
    await expect(reset(name)).rejects.toThrow(/holds 2 tables/)
    expect(await things()).toEqual(before)
  })

  it('finds nothing to do in an empty database, and still minds its name', async () => {
    await reset(name)
    await reset()
    await expect(reset('other')).rejects.toThrow(/names 'other'/)
  })

  it('refuses while a server is connected', async () => {
    await make()
    await other()
    await expect(reset(name)).rejects.toThrow(/in use by 1 other connection\. Stop the servers/)
    expect(await things()).toContain('account')
  })

  it('refuses where somebody’s view rests on a table, and leaves all of them', async () => {
    await make()
    await db.script('create view people as select username from account')
    const full = await things()
    await expect(reset(name)).rejects.toThrow(/Something else in the database.*depends on the platform's tables/)
    expect(await things()).toEqual(full)
    expect(fs.existsSync(uploads)).toBe(true)
  })

  it('refuses a database of a newer version, whose tables it does not know', async () => {
    await make()
    await db.script(`insert into migration values ('999-future.sql', '', now()); create table future (n int)`)
    await expect(reset(name)).rejects.toThrow(/newer version.*999-future\.sql/)
    expect(await things()).toContain('account')
  })
})
