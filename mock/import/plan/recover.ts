/**
 * Packages whose server died in the middle of its work. Applying and undoing go on where their last step ended; a planning begins again from
 * the archive, which is kept until it has come to an end.
 */
import type { Platform } from '#mock/http/request/handler.ts'
import type { ImportState } from '#src/contract/import/import.ts'
import { carryOut, giveUpAfterRestarts } from './carry.ts'
import { releasePlanned } from './files.ts'
import { tellOfImport } from './notices.ts'
import { type PackageRow, packageColumns } from './package.ts'
import { planImport } from './run.ts'

/** Seconds without a sign of life after which a planner on another server counts as dead. */
const silence = 120
/** Servers that may die at a package in a row, at its planning or at one of its steps, before it is given up. */
const mostTries = 3

const atWork: ReadonlySet<ImportState> = new Set(['planning', 'applying', 'undoing'])

const silent = (p: PackageRow, now: Date): boolean =>
  atWork.has(p.state) && now.getTime() - Date.parse(p.beat_at) > silence * 1000

/** Settles one package, unless somebody else did so first. `tries` tells its planners apart. */
async function recover(platform: Platform, { id, tries, state }: PackageRow): Promise<void> {
  const { db, log } = platform
  const at = platform.now().toISOString()
  if (state !== 'planning') {
    const { rows: mine } = await db.query(
      'update import_package set tries = tries + 1, beat_at = $3 where id = $1 and tries = $2 and work is not null returning id',
      [id, tries, at],
    )
    if (mine.length) {
      const again = tries < mostTries
      log.warn({ event: 'import-interrupted', import: id, tries, again }, 'writing of an import was interrupted')
      platform.background('import.recover', () => (again ? carryOut : giveUpAfterRestarts)(platform, id))
      return
    }
    // nothing of it was written: it was to be one transaction
    await db.query(
      `update import_package set state = $3, progress = case when $3 = 'planned' then 0 else 1 end, version = version + 1,
         updated_at = $4 where id = $1 and state = $2 and work is null`,
      [id, state, state === 'applying' ? 'planned' : 'applied', at],
    )
    return
  }
  const again = tries < mostTries
  const mine = await db.tx(async (q) => {
    const { rows } = await q.query<PackageRow>(
      `update import_package set tries = tries + 1, beat_at = $3, updated_at = $3, version = version + 1,
         state = case when $4 then 'planning' else 'failed' end, problem = case when $4 then null else 'busy' end
       where id = $1 and tries = $2 and state = 'planning' returning ${packageColumns}`,
      [id, tries, at, again],
    )
    const [p] = rows
    if (p && !again)
      await tellOfImport(q, platform, p, { kind: 'import_failed', to: p.created_by, since: p.created_at })
    return rows.length > 0
  })
  if (!mine) return
  log.warn({ event: 'import-interrupted', import: id, tries, again }, 'planning of an import was interrupted')
  await db.query('delete from import_row where package_id = $1', [id])
  await db.query('delete from import_picture where package_id = $1', [id])
  await db.tx((q) => releasePlanned(q, platform.now(), id))
  if (again) await planImport(platform, id)
}

/** Looked at by whoever reads a package: one that has been silent too long is settled by the way. */
export function recoverLater(platform: Platform, p: PackageRow): void {
  if (silent(p, platform.now())) platform.background('import.recover', () => recover(platform, p))
}

/** At start. The embedded database has one server, so whatever is at work was at work in a server that is gone. */
export async function recoverAll(platform: Platform): Promise<void> {
  const { rows } = await platform.db.query<PackageRow>(
    `select ${packageColumns} from import_package where state = any($1::text[]) order by id`,
    [[...atWork]],
  )
  for (const p of rows) {
    if (platform.db.engine === 'postgres' && !silent(p, platform.now())) continue
    if (p.state === 'planning') platform.background('import.recover', () => recover(platform, p))
    else await recover(platform, p)
  }
}
