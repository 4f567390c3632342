/** Reads the files of a package into its plan: one file after the other, some hundred rows in memory at a time. */
import { Fail, type Platform } from '#mock/http/handler.ts'
import type { Format } from '../formats/format.ts'
import type { FileProblem, FoundRow } from '../formats/found.ts'
import { type Detected, detect, formats, formatsOfExercises, readFound } from '../formats/registry.ts'
import type { Source } from '../formats/source.ts'
import { workbookOf } from '../formats/question/formats.ts'
import { listOfPeople } from '../formats/users.ts'
import { ZipProblem } from '../zip/problem.ts'
import { type Job, planBatch } from './batch.ts'
import { type Draft, draft, refused } from './draft.ts'
import { keepFiles } from './files.ts'
import type { FileOf, PackageCode, PackageRow } from './package.ts'
import { keepPictures } from './pictures.ts'
import { batchBytes, batchSize } from './rows.ts'

/** Rows a package may have. */
export const mostRows = 1_000_000

type Tick = (progress: number) => Promise<void>

/** Tells on the way how much of the archive has gone by. Every file counts once, however often its format goes through it. */
function gauge(sources: readonly Source[], tick: Tick): Source[] {
  const total = sources.reduce((sum, s) => sum + s.size, 0) || 1
  const seen = new Map<string, number>()
  let done = 0
  return sources.map(
    (s): Source => ({
      ...s,
      async *open() {
        let here = 0
        for await (const chunk of s.open()) {
          here += chunk.length
          const before = seen.get(s.name) ?? 0
          if (here > before) {
            seen.set(s.name, here)
            done += here - before
          }
          await tick(done / total)
          yield chunk
        }
      },
    }),
  )
}

/** Characters of a value's texts. */
const textIn = (value: unknown): number =>
  typeof value === 'string'
    ? value.length
    : value !== null && typeof value === 'object'
      ? Object.values(value).reduce((sum: number, v) => sum + textIn(v), 0)
      : 0

/** Richer formats first: a bare list repeats what a full export says better, and of two rows the first counts. */
const rank =
  (among: readonly Format[]) =>
  (d: Detected): number =>
    d.format ? among.indexOf(d.format) : among.length

export interface Read {
  /** In the order of the archive. */
  files: FileOf[]
  rows: number
}

/** @throws ZipProblem when the archive turns out not to be what its list of entries says; Fail too_large */
export async function readPackage(
  platform: Platform,
  p: PackageRow,
  given: readonly Source[],
  tick: Tick,
): Promise<Read> {
  const { db } = platform
  const sources = gauge(given, tick)
  const job: Job = {
    packageId: p.id,
    tries: p.tries,
    n: 0,
    may: new Set(p.may),
    newId: platform.newId,
    platform,
    by: p.created_by,
  }
  const files = new Map<string, FileOf>()
  const fileOf = ({ source, format, part }: Detected): FileOf => ({
    name: source.name,
    size: source.size,
    format: format?.id ?? (part === undefined ? null : 'package'),
    rows: 0,
    problem: null,
  })
  const exercises = p.kind === 'exercises'
  const among = exercises ? formatsOfExercises : formats
  const detected =
    p.kind === 'users'
      ? listOfPeople(p.file_name, sources)
      : /\.xlsx$/i.test(p.file_name)
        ? workbookOf(p.file_name, sources, exercises)
        : await detect(sources, among)
  for (const d of detected) files.set(d.source.name, fileOf(d))

  let batch: Draft[] = []
  let weight = 0
  const flush = async () => {
    if (batch.length) await planBatch(db, job, batch)
    batch = []
    weight = 0
  }
  /** A file that cannot be read gives nothing, also where rows of it came before that was known. */
  const spoil = async ({ problem: { code, params }, place }: FileProblem, from: number) => {
    if (code.startsWith('zip_')) throw new ZipProblem(code as ZipProblem['code'], params)
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
  const take = async (row: Exclude<FoundRow, FileProblem>, format: string) => {
    const file = files.get(row.place.file)
    if (file) file.rows++
    if (job.n + batch.length >= mostRows)
      throw new Fail('too_large', { code: 'too_many_rows' satisfies PackageCode, limit: mostRows })
    if ('pictures' in row && row.pictures?.length) await keepPictures(db, p.id, row.pictures)
    batch.push('problem' in row ? refused(row) : draft(await keepFiles(platform, p, row), job.may, format))
    weight += 'data' in row ? textIn(row.data) : 0
    if (batch.length >= batchSize || weight >= batchBytes) await flush()
  }

  const order = rank(among)
  for (const d of [...detected].sort((a, b) => order(a) - order(b))) {
    const from = job.n
    for await (const row of readFound(d, sources)) {
      if ('problem' in row && row.whole) await spoil(row, from)
      else await take(row, d.format?.id ?? '')
    }
  }
  await flush()
  return { files: [...files.values()], rows: job.n }
}
