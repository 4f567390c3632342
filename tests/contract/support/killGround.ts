/** A database with the people of the tests, on either engine, for servers that are killed: `ENGINE=postgres` for PostgreSQL. */
import { migrate } from '#mock/db/migrate.ts'
import { openPg } from '#mock/db/pg.ts'
import { ownDatabase } from '#tests/support/postgres.ts'
import { dataDirectory } from './importProcess.ts'
import { peopled } from './people.ts'

export const killEngine = process.env.ENGINE === 'postgres' ? 'postgres' : 'pglite'

export interface KillGround {
  dir: string
  /** Of the PostgreSQL database; undefined for the embedded one. */
  url: string | undefined
  remove(): Promise<void>
}

export async function killGround(): Promise<KillGround> {
  const data = await dataDirectory()
  if (killEngine === 'pglite') return { dir: data.dir, url: undefined, remove: async () => data.remove() }
  const postgres = await ownDatabase()
  const db = await openPg(postgres.url)
  await migrate(db)
  await peopled.prepare(db)
  await db.close()
  return {
    dir: data.dir,
    url: postgres.url,
    async remove() {
      await postgres.stop()
      data.remove()
    },
  }
}
