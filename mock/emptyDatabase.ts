/** The database an installation begins with, as the files of the embedded engine. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { cached } from '#config/cache.ts'
import { makePeopleTriggers, peopleTriggersKey } from './areas/session/watch.ts'
import { prepareTables, tablesKey } from './crud/prepare.ts'
import { type Db, quoteName } from './db/db.ts'
import { type DatabaseImage, databaseImageOf } from './db/memory.ts'
import { migrate, migrationFiles, unpacked } from './db/migrate.ts'
import { engineVersion } from './db/prepared.ts'
import { makeTableTriggers, tableTriggersKey } from './db/remember.ts'

/** Changes whenever `emptyImage` would make another database. */
export const emptyKey = createHash('sha256')
  .update(
    [
      engineVersion(),
      ...migrationFiles().flatMap((m) => [m.name, m.sum]),
      tablesKey,
      tableTriggersKey,
      peopleTriggersKey,
    ].join('\n'),
  )
  .digest('hex')
  .slice(0, 32)

const emptyImage = (): Promise<DatabaseImage> =>
  databaseImageOf(async (db) => {
    await migrate(db)
    await prepareTables(db)
    await db.tx(makeTableTriggers)
    await db.tx(makePeopleTriggers)
    await unpacked(db)
    await tidyCatalogue(db)
  })

/** Of the catalogue alone: a table that was vacuumed while it was empty is planned for as if it stayed so. */
async function tidyCatalogue(db: Db): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'pg_catalog'::regnamespace order by oid`,
  )
  await db.script(`vacuum (analyze) ${rows.map((r) => `pg_catalog.${quoteName(r.name)}`).join(', ')}`)
}

/** @param cache folder in which it is kept for the next time; made anew without */
export async function emptyDatabase(cache?: string): Promise<DatabaseImage> {
  if (cache === undefined) return emptyImage()
  const file = await cached(cache, `${emptyKey}.tar`, async (part) => fs.writeFileSync(part, await emptyImage()))
  return fs.readFileSync(file)
}
