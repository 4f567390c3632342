/** What the imports need done when a server starts; `buildApp` calls it after the tables are made. */
import { dorkQueryIndex } from '#mock/import/plan/importable/library.ts'
import { titleIndexes } from '#mock/import/plan/importable/questions.ts'
import { recoverAll } from '#mock/import/plan/recover.ts'
import { sweepUploads } from '#mock/import/plan/parts.ts'
import { discardOld } from './discard.ts'
import { forgetOld } from './uploads.ts'
import type { Platform } from '#mock/http/request/handler.ts'

/** Settles imports that were interrupted, forgets uploads nobody went on with for a day, and clears what they left on disk. */
export async function startImports(platform: Platform): Promise<void> {
  const { db, files, log } = platform
  await db.query(dorkQueryIndex)
  for (const index of titleIndexes) await db.query(index)
  await discardOld(db)
  await forgetOld(db, platform)
  // the archive of a plan that has come to its end is of no use any more
  await db.query(
    `delete from upload u where package_id is not null
       and not exists (select 1 from import_package p where p.id = u.package_id and p.state = 'planning')`,
  )
  const { rows } = await db.query<{ id: string }>('select id from upload')
  const swept = await sweepUploads(files, new Set(rows.map((r) => r.id)))
  if (swept) log.info({ event: 'upload-cleared', count: swept }, 'folders of forgotten uploads cleared')
  await recoverAll(platform)
}
