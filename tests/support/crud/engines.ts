/** The same tests on both engines: the embedded one always, PostgreSQL where one runs. */
import { afterAll, beforeAll, describe } from 'vitest'
import type { Db } from '#mock/db/db.ts'
import { migrate } from '#mock/db/migrate.ts'
import { openPg } from '#mock/db/pg.ts'
import { memoryDb } from '../database.ts'
import { postgresOrWhyNot } from '../postgres.ts'
import { prepareTables } from '#mock/crud/prepare.ts'

/** Runs the suite on each engine; `db()` is the open, prepared database. */
export async function onEachEngine(name: string, suite: (db: () => Db, engine: Db['engine']) => void): Promise<void> {
  let db: Db | undefined
  const opened = () => {
    if (!db) throw new Error('the database is not open yet')
    return db
  }
  describe(`${name} (PGlite)`, () => {
    beforeAll(async () => {
      db = await memoryDb()
    })
    afterAll(() => opened().close())
    suite(opened, 'pglite')
  })
  const postgres = await postgresOrWhyNot()
  if (typeof postgres === 'string') {
    describe.skip(`${name} (PostgreSQL: ${postgres})`, () => suite(opened, 'postgres'))
    return
  }
  describe(`${name} (PostgreSQL)`, () => {
    beforeAll(async () => {
      db = await openPg(postgres.url)
      await migrate(db)
      await prepareTables(db)
    })
    afterAll(async () => {
      await opened().close()
      await postgres.stop()
    })
    suite(opened, 'postgres')
  })
}
