/** Plans a package in the background: opens it through the gate, reads it into rows, and leaves a plan or the reason why there is none. */
import { makeAudit } from '#mock/audit/chain.ts'
import type { Queryable } from '#mock/db/db.ts'
import { discardLater } from '#mock/areas/import/discard.ts'
import { Fail, type Platform } from '#mock/http/request/handler.ts'
import type { FileCode } from '../formats/found.ts'
import { fileSource, zipSources } from '../formats/source.ts'
import { importLimits } from '../zip/limits.ts'
import { currentLicenceLimits } from '#mock/areas/license/limits.ts'
import { userCount } from '#mock/areas/license/used.ts'
import { openArchive, packingOf } from '../zip/archive.ts'
import { ZipProblem } from '../zip/problem.ts'
import { releasePlanned } from './files.ts'
import { tellOfImport } from './notices.ts'
import {
  movesTo,
  planTotalsOf,
  type PackageFile,
  type PackageCode,
  packageColumns,
  type PackageRow,
  restate,
} from './package.ts'
import { assemble, dropUpload } from './parts.ts'
import { FailedAt, readPackage } from './read.ts'
import { Superseded } from './rows.ts'

/** Files a plan names one by one, those with problems first; the others are counted. */
const mostFiles = 1000
/** Milliseconds between two signs of life. */
const beat = 500

/** Tells how far the planning is, at most twice a second, and finds out when it is not ours any more. */
function pulse({ db, now }: Platform, p: PackageRow) {
  let last = Number.NEGATIVE_INFINITY
  return async (progress: number): Promise<void> => {
    if (performance.now() - last < beat) return
    last = performance.now()
    const { rows } = await db.query(
      `update import_package set progress = greatest(progress, $3), beat_at = $4
       where id = $1 and tries = $2 and state = 'planning' returning id`,
      [p.id, p.tries, Math.min(progress, 0.99), now().toISOString()],
    )
    if (!rows.length) throw new Superseded()
  }
}

function listed(files: readonly PackageFile[]): { files: PackageFile[]; details: Record<string, unknown> | null } {
  if (files.length <= mostFiles) return { files: [...files], details: null }
  const first = [...files.filter((f) => f.problem), ...files.filter((f) => !f.problem)].slice(0, mostFiles)
  return { files: first, details: { more_files: files.length - mostFiles } }
}

/** The end of a planning is a step of its own in the audit trail: the call that began it knew no figures yet. */
function note({ db, now }: Platform, q: Queryable, p: PackageRow): Promise<void> {
  const { state, digest, counts, sha256 } = p
  return makeAudit(db, now).append(q, [
    {
      at: now(),
      user_id: p.created_by,
      username: null,
      role: null,
      address: '',
      request_id: '',
      action: 'import.planned',
      entity: 'import',
      entity_id: p.id,
      result: p.problem ? 'refused' : 'done',
      code: p.problem,
      after: { state, digest, counts },
      details: { counts, digest, sha256 },
    },
  ])
}

async function work(platform: Platform, p: PackageRow): Promise<void> {
  const { db, files } = platform
  const tick = pulse(platform, p)
  const { file, sha256 } = await assemble(files, p.upload_id, p.size, () => tick(0))
  await db.query('update import_package set sha256 = $2 where id = $1', [p.id, sha256])
  const { rows: sent } = await db.query<{ sha256: string | null }>('select sha256 from upload where id = $1', [
    p.upload_id,
  ])
  if (sent[0]?.sha256 && sent[0].sha256 !== sha256) throw new Fail('checksum_mismatch')
  const packing =
    p.kind === 'courses' ? await packingOf(file) : /\.(zip|xlsx)$/i.test(p.file_name) ? ('zip' as const) : undefined
  // what a challenge or an exercise hands out may well be an archive, which nobody opens here
  const zip =
    packing &&
    (await openArchive(file, packing, {
      ...importLimits,
      nested: p.kind === 'flags' || p.kind === 'exercises' || p.kind === 'courses',
    }))
  try {
    const sources = zip ? zipSources(zip) : [await fileSource(file, p.file_name)]
    const said = p.details?.text_page
    const task = { kind: 'package', file, name: p.file_name, desk: p.kind, packing, page: said } as const
    const read = await readPackage(platform, p, task, sources, tick)
    const found = listed(read.files)
    if (!read.rows || read.other)
      throw new Nothing(found, read.other ?? (unreadable(read.files) ? 'nothing_readable' : undefined))
    const room = p.kind === 'users' ? await roomFor(platform, p.id) : undefined
    const page = zip?.page ? { names_as: zip.page } : undefined
    const details = found.details || room || page ? JSON.stringify({ ...found.details, ...room, ...page }) : null
    // nobody adds rows any more; who took the planning over meanwhile is met below
    const figures = await planTotalsOf(db, p.id)
    await db.tx(async (q) => {
      const { rows } = await q.query(
        `update import_package set state = 'planned', progress = 1, files = $3, details = $4
         where id = $1 and tries = $2 and state = 'planning' returning id`,
        [p.id, p.tries, JSON.stringify(found.files), details],
      )
      if (!rows.length) throw new Superseded()
      const plan = await restate(q, p.id, platform.now(), p.created_by, figures)
      await note(platform, q, plan)
      const waiting = plan.counts.new + plan.counts.changed
      const since = { to: p.created_by, since: p.created_at }
      await tellOfImport(q, platform, p, { kind: 'import_ready', ...since, params: { rows: waiting } })
      await discardLater(q, p.id, platform.now())
    })
  } finally {
    zip?.close()
  }
}

/** What the licence leaves room for, where the new people of a plan are more than that. */
async function roomFor(platform: Platform, id: string): Promise<{ limit: object } | undefined> {
  const { db } = platform
  const { users: max } = await currentLicenceLimits(platform)
  if (max === null) return undefined
  const { rows } = await db.query<{ n: number }>(
    `select count(*) as n from import_row where package_id = $1 and resource = 'user' and verdict = 'new'`,
    [id],
  )
  const used = await userCount(db)
  return used + (rows[0]?.n ?? 0) > max ? { limit: { max, used } } : undefined
}

/** Whether a file of a format we know broke off, or was not what its format is. */
const unreadable = (files: readonly PackageFile[]): boolean =>
  files.some(({ problem }) => problem !== null && !empty.has(problem))
const empty: ReadonlySet<string> = new Set([
  'format_unknown',
  'galaxy_only',
  'left_aside',
  'no_records',
  'only_example',
  'no_challenges',
] satisfies FileCode[])

/** Not one file of the package is of a format we know, or none that is holds a row that belongs here. */
class Nothing extends Error {
  constructor(
    readonly found: ReturnType<typeof listed>,
    readonly code: PackageCode = 'nothing_found',
  ) {
    super('no rows')
  }
}

function problemOf(
  e: unknown,
): { problem: string; details: Record<string, unknown>; files?: PackageFile[] } | undefined {
  if (e instanceof FailedAt) {
    const known = problemOf(e.from)
    // what nobody foresaw is told with its place, and the log has the cause
    return known
      ? { ...known, details: { entry: e.entry, ...known.details } }
      : { problem: 'archive_refused', details: { code: 'reading_failed' satisfies PackageCode, entry: e.entry } }
  }
  if (e instanceof ZipProblem) return { problem: 'archive_refused', details: { code: e.code, ...e.params } }
  if (e instanceof Fail) return { problem: e.code, details: e.details }
  if (e instanceof Nothing)
    return {
      problem: 'archive_refused',
      details: { code: e.code, ...e.found.details },
      files: e.found.files,
    }
  return undefined
}

/** Writes down why there is no plan. @returns false when the package is not this planner's any more */
async function fail(platform: Platform, p: PackageRow, e: unknown): Promise<boolean> {
  const { db, log, now } = platform
  const known = problemOf(e)
  const mine = await db.tx(async (q) => {
    const { rows } = await q.query<PackageRow>(
      `update import_package set state = 'failed', problem = $3, details = $4, files = $5, updated_at = $6, version = version + 1
       where id = $1 and tries = $2 and state = 'planning' returning ${packageColumns}`,
      [
        p.id,
        p.tries,
        known?.problem ?? 'busy',
        JSON.stringify(known?.details ?? {}),
        JSON.stringify(known?.files ?? []),
        now().toISOString(),
      ],
    )
    if (rows[0]) await releasePlanned(q, now(), p.id)
    if (rows[0]) await note(platform, q, rows[0])
    if (rows[0]) await tellOfImport(q, platform, p, { kind: 'import_failed', to: p.created_by, since: p.created_at })
    return rows.length > 0
  })
  const cause = e instanceof FailedAt ? e.from : e
  if (mine && !problemOf(cause))
    log.error({ event: 'import-failed', error: cause, import: p.id, file: p.file_name }, 'planning of an import failed')
  if (mine) await db.query('delete from import_row where package_id = $1', [p.id])
  return mine
}

/**
 * Does nothing for a package that is not being planned. What goes wrong is written down. Whoever removes the package meanwhile ends the
 * planning, at its next sign of life; another planner that took it over keeps the archive.
 */
export async function planImport(platform: Platform, id: string): Promise<void> {
  const { db, files } = platform
  const find = async () =>
    (await db.query<PackageRow>(`select ${packageColumns} from import_package where id = $1`, [id])).rows[0]
  const p = await find()
  if (p?.state !== 'planning') return
  try {
    await work(platform, p)
  } catch (e) {
    const mine = !(e instanceof Superseded) && (await fail(platform, p, e))
    if (!mine && (await find())) return
  }
  // a file that belongs elsewhere is sent there without being uploaded again
  const end = await find()
  if (end?.state === 'failed' && movesTo(end)) {
    await db.query('update upload set package_id = null, touched_at = $2 where id = $1', [
      p.upload_id,
      platform.now().toISOString(),
    ])
    return
  }
  await db.query('delete from upload where id = $1', [p.upload_id])
  await dropUpload(files, p.upload_id)
}
