import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { memoryDb } from '#tests/support/database.ts'
import type { Db } from './db.ts'
import { rememberedBriefly, remembered, remembering, tablesReadBy, workedOut } from './remember.ts'

let db: Db
let kept: Db
/** Statements that came to the database. */
let asked: string[] = []
beforeAll(async () => {
  db = await memoryDb()
  kept = await remembering({
    ...db,
    query: (sql, params) => {
      asked.push(sql)
      return db.query(sql, params)
    },
  })
})
afterAll(() => db.close())
beforeEach(() => {
  asked = []
})

const messages = async (user: string): Promise<number> => {
  const sql = 'select count(*)::integer as n from message where user_id = $1'
  return (await remembered<{ n: number }>(kept, sql, [user], user))[0]?.n ?? 0
}
const reports = async (): Promise<number> =>
  (await remembered<{ n: number }>(kept, 'select count(*)::integer as n from question_report'))[0]?.n ?? 0
const report = (id: string): string =>
  `insert into question_report (id, bank, question_id, version, user_id, kind, text, at) values ('${id}', 'theory', 'q', 1, 'u', 'typo', '', now())`
const message = (id: string, user: string): string =>
  `insert into message (id, user_id, kind, params, at) values ('${id}', '${user}', 'told', '{}', now())`

it('asks once until its table changes, whoever writes', async () => {
  expect([await reports(), await reports()]).toEqual([0, 0])
  expect(asked).toHaveLength(1)
  await db.query(report('one'))
  expect(await reports()).toBe(1)
  await db.tx(async (q) => {
    await q.query(report('two'))
    await q.query(report('three'))
  })
  expect(await reports()).toBe(3)
  await db.query(`delete from question_report where id = 'two'`)
  expect(await reports()).toBe(2)
})

it('knows nothing of what was taken back, and serves nobody inside of a transaction', async () => {
  const before = await reports()
  await expect(
    kept.tx(async (q) => {
      await q.query(report('never'))
      expect(await remembered(q, 'select id from question_report')).toHaveLength(before + 1)
      throw new Error('taken back')
    }),
  ).rejects.toThrow('taken back')
  expect(await reports()).toBe(before)
})

it('forgets rows of the person alone whose rows changed', async () => {
  await Promise.all([messages('ann'), messages('ben')])
  asked = []
  await db.query(message('m1', 'ann'))
  expect([await messages('ann'), await messages('ben')]).toEqual([1, 0])
  expect(asked).toHaveLength(1)
  await db.query(`update message set user_id = 'ben' where id = 'm1'`)
  expect([await messages('ann'), await messages('ben')]).toEqual([0, 1])
})

it('asks again what failed, what nobody says the owner of, and what no table of its own is watched for', async () => {
  const wrong = 'select nothing from question_report'
  await expect(remembered(kept, wrong)).rejects.toThrow('nothing')
  await expect(remembered(kept, wrong)).rejects.toThrow('nothing')
  for (const sql of ['select count(*) as n from message', 'select count(*) as n from session']) {
    asked = []
    await remembered(kept, sql)
    await remembered(kept, sql)
    expect(asked, sql).toHaveLength(2)
  }
})

it.each([
  ['select 1 from r_tool t join org o on o.id = t.k_org_id', ['r_tool', 'org']],
  [
    'with recursive x as (select id from org union select o.id from org o join x on x.id = o.parent_id) select * from x',
    ['org'],
  ],
  [
    'select (select max(id) from message) from lateral (select 1) y left join unnest($1::text[]) u on true',
    ['message'],
  ],
  ['select 1 from a, b', undefined],
  ['select 1 from (select 1) a, b', undefined],
  ['select 1 from a join b on b.id = a.id, c', undefined],
  ['select 1 from unnest($1::text[]) u, b', undefined],
  ['select 1 from message where at < now()', undefined],
  ['select 1 from message where at < current_date', undefined],
])('tells the tables of %s', (sql, tables) => {
  expect(tablesReadBy(sql)).toEqual(tables)
})

it('works out what follows from rows once for as long as they stand', async () => {
  let times = 0
  const twice = async () => {
    const rows = await remembered<{ id: string }>(kept, 'select id from question_report order by id')
    return workedOut([rows], () => {
      times++
      return rows.map((r) => r.id)
    })
  }
  expect(await twice()).toEqual(await twice())
  expect(times).toBe(1)
  await db.query(report('four'))
  expect(await twice()).toContain('four')
  expect(times).toBe(2)
})

it('where others write too it keeps for some seconds what may be that old, and nothing else', async () => {
  let now = 0
  const shared = await remembering({ ...kept, memory: undefined as never, engine: 'postgres' }, () => now)
  const sql = 'select count(*)::integer as n from question_note where user_id = $1'
  const ask = (user: string) => rememberedBriefly(shared, sql, [user], user)
  await Promise.all([ask('a'), ask('a'), ask('b')])
  expect(asked).toHaveLength(2)
  now = 4999
  await ask('a')
  expect(asked).toHaveLength(2)
  now = 5000
  await ask('a')
  expect(asked).toHaveLength(3)
  await remembered(shared, sql, ['a'], 'a')
  await shared.tx(async (q) => rememberedBriefly(q, sql, ['a'], 'a'))
  expect(asked).toHaveLength(4)
  // what failed is asked again
  await expect(rememberedBriefly(shared, 'select broken', [])).rejects.toThrow('broken')
  await expect(rememberedBriefly(shared, 'select broken', [])).rejects.toThrow('broken')
  expect(asked).toHaveLength(6)
})
