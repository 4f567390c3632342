/** Reads the files of a package into its plan: the reading thread finds the rows, some hundred of which are here at a time. */
import { Fail, type Platform } from '#mock/http/request/handler.ts'
import { Overrun, Unserved } from '../../thread/pool.ts'
import { isReadError, type PackageTask } from '../../thread/tasks.ts'
import type { FileProblem, FoundRow, UnreadColumns } from '../formats/found.ts'
import { bytesSource, type SourceFile } from '../formats/source.ts'
import { zipCodes, ZipProblem } from '../zip/problem.ts'
import { type Job, planBatch } from './batch.ts'
import { type RowDraft, rowDraftOf, refusedRow } from './draft.ts'
import { saveRowFiles } from './files.ts'
import type { FindingBatch, FoundRowCopy } from './findings.ts'
import type { PackageFile, PackageCode, PackageRow } from './package.ts'
import { importable } from './importables.ts'
import { isSet, importKindOf, ofKind } from './may.ts'
import { keepPictures } from './pictures.ts'
import { planSize, Superseded } from './rows.ts'
import { isOneOf } from '#src/contract/lib/typed.ts'

/** Rows a package may have. */
const mostRows = 1_000_000
/** Milliseconds the reading thread may work without a word before its file counts as one that nobody can read. */
const silence = 60_000
/** Milliseconds between two signs of life while the reading thread says nothing: on a busy machine it may not have its turn for minutes. */
const beat = 20_000

/** Milliseconds in which rows are held against their rules before calls have their turn: this thread answers them too. */
const spell = 5

type Tick = (progress: number) => Promise<void>

/** A row as it was before it came from the other thread. */
function arrived(row: FoundRowCopy, sources: ReadonlyMap<string, SourceFile>): FoundRow {
  if (!('data' in row)) return row
  const { files, pictures, ...rest } = row
  return {
    ...rest,
    ...(pictures ? { pictures: pictures.map((p) => ({ ...p, bytes: Buffer.from(p.bytes) })) } : {}),
    ...(files
      ? {
          files: files.flatMap(({ mark, name, from, use }) => {
            const source = 'entry' in from ? sources.get(from.entry) : bytesSource(name, from.bytes)
            return source ? [{ mark, name, source, ...(use ? { use } : {}) }] : []
          }),
        }
      : {}),
  }
}

/** Something failed while a file of the package was read or planned: its refusal with the file beside it, or the failure as it was. */
export class FailedAt extends Error {
  constructor(
    readonly entry: string,
    readonly from: unknown,
  ) {
    super(`reading ${entry}`, { cause: from })
  }
}

/** What ended a reading, as the rest of the server knows it. */
function endOf(e: unknown): unknown {
  if (e instanceof Unserved) return new Fail('busy')
  if (e instanceof Overrun) return new Fail('archive_refused', { code: 'too_complex' satisfies PackageCode })
  if (e instanceof Error || !isReadError(e)) return e
  if ('zip' in e) return new ZipProblem(e.zip, e.params)
  return new Error('message' in e ? e.message : e.refusal)
}

export interface PackageContents {
  /** In the order of the archive. */
  files: PackageFile[]
  rows: number
  /** Every row is of another kind than the import: the word for that. */
  other: PackageCode | undefined
}

/**
 * @param given the archive's entries, or the one file, for the files that rows hand out
 * @throws ZipProblem when the archive turns out not to be what its list of entries says; Fail too_large, archive_refused
 */
export async function readPackage(
  platform: Platform,
  p: PackageRow,
  task: PackageTask,
  given: readonly SourceFile[],
  tick: Tick,
): Promise<PackageContents> {
  const { db } = platform
  const sources = new Map(given.map((s) => [s.name, s]))
  const job: Job = {
    packageId: p.id,
    tries: p.tries,
    n: 0,
    may: new Set(p.may),
    newId: platform.newId,
    platform,
    by: p.created_by,
  }
  const files = new Map<string, PackageFile>()

  let batch: RowDraft[] = []
  const flush = async () => {
    if (!batch.length) return
    await db.idle()
    await planBatch(db, job, batch)
    batch = []
  }
  /** A file that cannot be read gives nothing, also where rows of it came before that was known. */
  const spoil = async ({ problem: { code, params }, place }: FileProblem, from: number) => {
    if (isOneOf(zipCodes, code)) throw new ZipProblem(code, params)
    const file = files.get(place.file) ?? { name: place.file, size: 0, format: null, rows: 0, problem: null }
    files.set(place.file, {
      ...file,
      rows: 0,
      problem: code,
      ...(Object.keys(params).length ? { details: params } : {}),
    })
    batch = batch.filter((row) => row.place.file !== place.file)
    if (file.rows)
      // a category that rows of other files need stays
      await db.query(
        `delete from import_row i where package_id = $1 and n > $2 and place->>'file' = $3 and not exists (
           select 1 from import_row c where c.package_id = $1 and c.needs = i.n and c.place->>'file' <> $3)`,
        [p.id, from, place.file],
      )
  }
  const take = async (row: Exclude<FoundRow, FileProblem | UnreadColumns>, format: string) => {
    // its questions go elsewhere
    if (p.set_id !== null && (p.kind === 'courses' ? row.resource === 'course' : isSet(row.resource))) return
    const file = files.get(row.place.file)
    if ('example' in row) {
      if (file) file.examples = (file.examples ?? 0) + 1
      return
    }
    if (file) file.rows++
    if (job.n + batch.length >= mostRows)
      throw new Fail('too_large', { code: 'too_many_rows' satisfies PackageCode, limit: mostRows })
    // what lessons need and ask stands in the plan before them
    if (row.resource === 'course-lesson' && batch.some((d) => d.resource !== row.resource)) await flush()
    if ('pictures' in row && row.pictures?.length) await keepPictures(db, p.id, row.pictures)
    batch.push(
      'problem' in row
        ? refusedRow(row, format)
        : rowDraftOf(await saveRowFiles(platform, p, row), job.may, format, {
            pack: p.file_name,
            kind: p.kind,
            // of a course its lessons go there, and its questions under their sets
            set: p.kind === 'courses' && row.resource !== 'course-lesson' ? undefined : (p.set_id ?? undefined),
          }),
    )
    const by = importable(row.resource)
    if (by && !ofKind(p.kind, by.resource)) {
      others.add(`holds_${importKindOf(by.resource)}`)
      strangers++
    }
  }

  /** Rows of other kinds than the import's. */
  const others = new Set<PackageCode>()
  let strangers = 0
  let from = 0
  let current: string | undefined
  /** A zip's problem names its entry itself. */
  const at = (e: unknown): unknown =>
    current === undefined || e instanceof ZipProblem || e instanceof Superseded || e instanceof Unserved
      ? e
      : new FailedAt(current, e)
  const hear = async ({ findings, progress, full }: FindingBatch) => {
    await tick(progress)
    let since = performance.now()
    for (const f of findings) {
      if (performance.now() - since > spell) {
        await db.idle()
        since = performance.now()
      }
      if ('files' in f)
        for (const file of f.files) {
          // a workbook is one file, whatever is packed in it
          const size = file.name === p.file_name ? p.size : file.size
          files.set(file.name, { ...file, size, rows: 0, problem: null })
        }
      else if ('file' in f) {
        from = job.n
        current = f.file
      } else {
        const row = arrived(f.row, sources)
        if ('unread' in row) {
          const file = files.get(row.place.file)
          if (file) file.unread = [...row.unread]
        } else if ('problem' in row && row.whole) await spoil(row, from)
        else await take(row, f.format)
      }
    }
    if (full || batch.length >= planSize) await flush()
  }
  // a planning that is not ours any more is found out at the next word
  const alive = setInterval(() => void tick(0).catch(() => {}), beat)
  try {
    await platform.threads.plan.run(task, silence, hear)
  } catch (e) {
    throw at(endOf(e))
  } finally {
    clearInterval(alive)
  }
  try {
    await flush()
  } catch (e) {
    throw at(e)
  }
  const [other] = others
  return {
    files: [...files.values()],
    rows: job.n,
    // one sentence for all of them
    other: strangers > 0 && strangers === job.n ? other : undefined,
  }
}
