import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { imageWith } from '#tests/support/database.ts'
import { openMemory } from './memory.ts'

it('a database that began as a copy of another leaves it, and others that began as it did, as they were', async () => {
  const dump = await imageWith()
  const sum = () => createHash('sha256').update(dump).digest('hex')
  const was = sum()
  const [one, two] = [await openMemory(dump), await openMemory(dump)]
  try {
    await one.query(`insert into setting (name, value, updated_at) values ('of-one', '1'::jsonb, now())`)
    await one.query('create table of_one as select n, repeat(md5(n::text), 20) as text from generate_series(1, 5000) n')
    await one.query('checkpoint')
    await two.query(`update setting set value = '2'::jsonb`)
    const { rows } = await two.query(
      `select 1 from pg_class where relname = 'of_one' union all select 1 from setting where name = 'of-one'`,
    )
    expect(rows).toEqual([])
    const kept = await one.query<{ n: number }>('select count(distinct text) as n from of_one')
    expect(kept.rows).toEqual([{ n: 5000 }])
  } finally {
    await one.close()
    await two.close()
  }
  expect(sum()).toBe(was)
})
