import { expect, it } from 'vitest'
import { imageWith } from '#tests/support/database.ts'
import { makePeopleTriggers } from './areas/session/watch.ts'
import { prepareTables } from './crud/prepare.ts'
import { openMemory } from './db/memory.ts'
import { migrate } from './db/migrate.ts'
import { makeTableTriggers } from './db/remember.ts'

it('an installation begins with nobody’s rows, no instant of its making, and nothing left to be made', async () => {
  const db = await openMemory(await imageWith())
  try {
    const { rows: tables } = await db.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`,
    )
    const filled: string[] = []
    for (const { name } of tables) if ((await db.query(`select 1 from ${name} limit 1`)).rows.length) filled.push(name)
    // no key, no secret, no number of an installation: each makes its own
    expect(filled.sort()).toEqual(['migration', 'scene_gate'])
    expect((await db.query('select * from scene_gate')).rows).toEqual([{ id: 1, last_seq: 0, turn: 0 }])
    const now = new Date('2026-03-01T08:00:00Z')
    expect(await migrate(db, { now: () => now })).toEqual([])
    expect(await prepareTables(db)).toEqual([])
    const triggers = async () => (await db.query('select oid from pg_trigger order by oid')).rows
    const begun = await triggers()
    await db.tx(makeTableTriggers)
    await db.tx(makePeopleTriggers)
    expect(await triggers()).toEqual(begun)
    expect((await db.query('select distinct at from migration')).rows).toEqual([{ at: now.toISOString() }])
    // a later start leaves them as they are
    await migrate(db, { now: () => new Date() })
    expect((await db.query('select distinct at from migration')).rows).toEqual([{ at: now.toISOString() }])
  } finally {
    await db.close()
  }
})
