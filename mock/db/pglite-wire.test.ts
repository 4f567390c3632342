import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryDb } from '#tests/support/database.ts'
import { startPglite } from './pglite-core.ts'
import { type PgliteWire, pgliteWire } from './pglite-wire.ts'

type Pglite = Awaited<ReturnType<typeof startPglite>>

let pglite: Pglite
let wire: PgliteWire
let heard: string[] = []
beforeAll(async () => {
  pglite = await startPglite(undefined)
  wire = pgliteWire(pglite, (channel, payload) => heard.push(`${channel} ${payload}`))
})
afterAll(() => pglite.close())
beforeEach(() => {
  heard = []
  wire.script(
    `drop table if exists thing; create table thing (id int primary key, name text); insert into thing values (1, 'a')`,
  )
})
const rows = (sql: string, ...params: unknown[]) => wire.query(sql, params).rows
const kept = () => wire.query<{ n: number }>('select count(*) as n from pg_prepared_statements', []).rows[0]?.n ?? 0

test('bytes go in about as fast as text of their length', () => {
  const raw = Buffer.alloc(2 * 1024 * 1024, 7)
  const text = raw.toString('hex')
  expect(rows('select $1::bytea as raw', new Uint8Array([0, 255, 16]))).toEqual([{ raw: new Uint8Array([0, 255, 16]) }])
  // a view of some of them
  expect(rows('select $1::bytea as raw', Buffer.from([1, 2, 3]).subarray(1))).toEqual([{ raw: new Uint8Array([2, 3]) }])
  const fastest = (sql: string, value: unknown): number =>
    Math.min(
      ...[1, 2, 3].map(() => {
        const from = performance.now()
        rows(sql, value)
        return performance.now() - from
      }),
    )
  const asText = fastest(`select decode($1, 'hex') is null as no`, text)
  expect(fastest('select $1::bytea is null as no', raw) / asText).toBeLessThan(5)
})

describe('a statement that was run before', () => {
  test('is not parsed again', () => {
    for (let n = 0; n < 20; n++) rows('select name from thing where id = $1', n)
    const { rows: found } = wire.query<{ runs: number }>(
      `select generic_plans + custom_plans as runs from pg_prepared_statements where statement = 'select name from thing where id = $1'`,
      [],
    )
    expect(found).toEqual([{ runs: 20 }])
  })

  test('gives the columns its table has by now', () => {
    const all = () => rows('select * from thing')
    expect(all()).toEqual([{ id: 1, name: 'a' }])
    wire.script('alter table thing add column more int default 7')
    expect(all()).toEqual([{ id: 1, name: 'a', more: 7 }])
    wire.query('alter table thing drop column name', [])
    expect(all()).toEqual([{ id: 1, more: 7 }])
  })

  test('gives the former columns again when their change was rolled back', () => {
    const all = () => rows('select * from thing')
    wire.script('begin; savepoint before; alter table thing add column more int default 7')
    expect(all()).toEqual([{ id: 1, name: 'a', more: 7 }])
    wire.script('rollback to before')
    expect(all()).toEqual([{ id: 1, name: 'a' }])
    wire.script('alter table thing alter name type int using 5')
    expect(all()).toEqual([{ id: 1, name: 5 }])
    wire.script('rollback')
    expect(all()).toEqual([{ id: 1, name: 'a' }])
  })

  test('is forgotten when hundreds of others came after it, and works all the same', () => {
    const one = () => rows('select name from thing where id = $1', 1)
    one()
    for (let n = 0; n < 700; n++) rows(`select ${n} as n`)
    expect(kept()).toBeLessThanOrEqual(300)
    expect(one()).toEqual([{ name: 'a' }])
  })

  test('fails alone, whatever stopped it', () => {
    const add = (id: unknown) => wire.query('insert into thing (id) values ($1::int)', [id])
    expect(add(2).count).toBe(1)
    for (const [id, code] of [
      [2, '23505'],
      ['x', '22P02'],
    ])
      expect(() => add(id)).toThrow(expect.objectContaining({ name: 'DbError', code }))
    wire.script('begin')
    expect(() => add(2)).toThrow(expect.objectContaining({ code: '23505' }))
    expect(() => add(3)).toThrow(expect.objectContaining({ code: '25P02' }))
    expect(() => rows('select never_parsed_before from thing')).toThrow(expect.objectContaining({ code: '25P02' }))
    wire.script('rollback')
    expect(add(3).count).toBe(1)
    expect(rows('select count(*) as n from thing')).toEqual([{ n: 3 }])
  })
})

describe('an answer', () => {
  test('of many megabytes comes whole', () => {
    const found = wire.query<{ text: string }>(
      `select repeat('é', 20000) || n as text from generate_series(1, 300) n`,
      [],
    )
    expect(found.count).toBe(300)
    expect(found.rows.every((r, n) => r.text === `${'é'.repeat(20_000)}${n + 1}`)).toBe(true)
  })

  test('keeps a byte order mark in front of a text', () => {
    expect(rows('select $1::text as text', '\ufeffx')).toEqual([{ text: '\ufeffx' }])
  })

  test('may have rows without columns, and columns of one name', () => {
    expect(rows('select from thing')).toEqual([{}])
    expect(rows('select 1 as a, 2 as a')).toEqual([{ a: 2 }])
  })

  test('comes after what it made others hear', () => {
    wire.script('listen news')
    wire.query(`select pg_notify('news', $1)`, ['one'])
    expect(heard).toEqual(['news one'])
    wire.script(`begin; select pg_notify('news', 'two')`)
    expect(heard).toEqual(['news one'])
    wire.script('commit')
    expect(heard).toEqual(['news one', 'news two'])
  })
})

test('what is asked first is done first, parsed before or not', async () => {
  const db = await memoryDb()
  try {
    const put = (n: number) => db.query(`insert into due (kind, ref, at) values ('x', $1, now())`, [String(n)])
    await put(0)
    const found = await Promise.all([
      db.query(`delete from due where kind = 'x'`),
      put(1),
      db.query(`select ref from due where kind = 'x'`),
      db.tx((q) => q.query(`update due set ref = '2' where kind = 'x'`)),
      db.query(`select ref from due where kind = 'x'`),
    ])
    expect([found[2].rows, found[4].rows]).toEqual([[{ ref: '1' }], [{ ref: '2' }]])
  } finally {
    await db.close()
  }
})
