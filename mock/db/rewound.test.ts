/** What a test does to its database in memory, the next one finds undone. */
import { expect, it } from 'vitest'
import { env } from '#config/env.ts'
import { memoryDb } from '#tests/support/database.ts'

const key = { key: 'rewound', prepare: async () => {} }
const look = async (db: Awaited<ReturnType<typeof memoryDb>>) => [
  (await db.query('select relname from pg_class order by oid')).rows.length,
  (await db.query(`select count(*) from setting`)).rows,
  (await db.query(`select txid_current()::text as now, pg_current_wal_insert_lsn()::text as log`)).rows,
]

it.runIf(env.whole)(
  'goes back whole: rows, tables, settings, statements, a transaction left open and files left open',
  async () => {
    const first = await memoryDb(key)
    const begun = await look(first)
    const heard: string[] = []
    await first.listen('told', (text) => void heard.push(text))
    await first.script(`create table more (a integer primary key, b text);
    insert into more select n, repeat('x', 3000) from generate_series(1, 500) n; checkpoint;
    set work_mem = '1MB'; drop table setting cascade; create table setting (nothing integer);
    notify told, 'first'`)
    await expect(first.query('select no_such_column from more')).rejects.toThrow('no_such_column')
    await first.script('begin; delete from more')
    await first.close()
    await expect(first.query('select 1')).rejects.toThrow('closed')

    const second = await memoryDb(key)
    expect(await look(second)).toEqual(begun)
    expect((await second.query('show work_mem')).rows).not.toEqual([{ work_mem: '1MB' }])
    await second.script(`create table more (b text); insert into more values ('y'); notify told, 'second'; checkpoint`)
    expect((await second.query('select b from more')).rows).toEqual([{ b: 'y' }])
    expect(heard).toEqual(['first'])
    await second.close()

    // two at once are two
    const [third, fourth] = [await memoryDb(key), await memoryDb(key)]
    await third.script('create table mine ()')
    await expect(fourth.query('select from mine')).rejects.toThrow('mine')
    expect(await look(fourth)).toEqual(begun)
    await Promise.all([third.close(), fourth.close()])
  },
)
