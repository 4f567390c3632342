/**
 * Everything that is found in a package, in the order it is planned, some hundred rows at a time: first its files, then each file with its
 * rows. Runs in the reading thread, so what it tells can be copied; files of rows that lie in the archive are named, others come with their bytes.
 */
import type { PackageTask } from '../../thread/tasks.ts'
import type { CourseFileUse } from '#src/contract/course/media.ts'
import { courseImportFormats, detectCourses } from '../formats/course/detect.ts'
import type { Format } from '../formats/format.ts'
import type { FoundRow, ImportedRow } from '../formats/found.ts'
import { type Detected, detect, formats, formatsOfExercises, readFound } from '../formats/registry.ts'
import type { TextPage } from '#src/contract/import/import.ts'
import { asUtf8 } from '../formats/read/page.ts'
import { workbookOf } from '../formats/question/formats.ts'
import { readWhole, fileSource, type SourceFile, zipSources } from '../formats/source.ts'
import { isTableOfPeople, listOfPeople } from '../formats/users.ts'
import { importLimits } from '../zip/limits.ts'
import { openArchive } from '../zip/archive.ts'
import { batchBytes, planSize } from './rows.ts'

/** A file of a row: in the archive under its name, or whole. */
interface CarriedFile {
  mark: string
  name: string
  from: { entry: string } | { bytes: Uint8Array }
  use?: CourseFileUse
}
export type FoundRowCopy = Exclude<FoundRow, ImportedRow> | (Omit<ImportedRow, 'files'> & { files?: CarriedFile[] })
type Finding =
  | { files: { name: string; size: number; format: string | null; read_as?: TextPage }[] }
  /** What follows is of this file. */
  | { file: string }
  | { row: FoundRowCopy; format: string }
export interface FindingBatch {
  findings: Finding[]
  /** 0 to 1, of the bytes. */
  progress: number
  /** Enough rows to be planned at once. */
  full: boolean
}

/** Milliseconds between two signs of life. */
const beat = 400
/** Bytes of a file that is told of before it is read. */
const announced = 64 * 1024

/** Tells on the way how much of the archive has gone by. Every file counts once, however often its format goes through it. */
function gauge(sources: readonly SourceFile[], tick: (progress: number) => Promise<void>): SourceFile[] {
  const total = sources.reduce((sum, s) => sum + s.size, 0) || 1
  const seen = new Map<string, number>()
  let done = 0
  return sources.map(
    (s): SourceFile => ({
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

async function carried(row: FoundRow, sources: ReadonlySet<SourceFile>): Promise<FoundRowCopy> {
  if (!('data' in row)) return row
  const { files: given, ...rest } = row
  if (!given) return rest
  const files: CarriedFile[] = []
  for (const { mark, name, source, use } of given) {
    const from = sources.has(source)
      ? { entry: source.name }
      : { bytes: (await readWhole(source, source.size)) ?? Buffer.alloc(0) }
    files.push({ mark, name, from, ...(use ? { use } : {}) })
  }
  return { ...rest, files }
}

async function detected(
  task: PackageTask,
  sources: readonly SourceFile[],
  among: readonly Format[],
): Promise<Detected[]> {
  if (task.desk === 'users' && isTableOfPeople(task.name, sources)) return listOfPeople(task.name, sources)
  if (/\.xlsx$/i.test(task.name)) return workbookOf(task.name, sources, task.desk === 'exercises')
  return task.desk === 'courses' ? detectCourses(sources) : detect(sources, among)
}

/** @throws ZipProblem when the archive turns out not to be what its list of entries says */
export async function findings(task: PackageTask, tell: (found: FindingBatch) => Promise<void>): Promise<void> {
  // what a challenge or an exercise hands out may well be an archive, which nobody opens here
  const nested = task.desk === 'flags' || task.desk === 'exercises' || task.desk === 'courses'
  const zip = task.packing && (await openArchive(task.file, task.packing, { ...importLimits, nested }))
  try {
    let batch: Finding[] = []
    let rows = 0
    let weight = 0
    let progress = 0
    let last = performance.now()
    const flush = async (full = true) => {
      const found = { findings: batch, progress, full }
      ;[batch, rows, weight, last] = [[], 0, 0, performance.now()]
      await tell(found)
    }
    const sources = gauge(zip ? zipSources(zip) : [await fileSource(task.file, task.name)], async (share) => {
      progress = share
      if (performance.now() - last >= beat) await flush(false)
    })
    const pages = new Map<string, TextPage>()
    for (const [i, s] of sources.entries()) {
      const { source, page } = await asUtf8(s, task.page)
      sources[i] = source
      if (page) pages.set(s.name, page)
    }
    const own = new Set(sources)
    const among =
      task.desk === 'courses' ? courseImportFormats : task.desk === 'exercises' ? formatsOfExercises : formats
    const list = await detected(task, sources, among)
    batch.push({
      files: list.map(({ source, format, part }) => {
        const read_as = pages.get(source.name)
        return {
          name: source.name,
          size: source.size,
          format: format?.id ?? (part === undefined ? null : 'package'),
          ...(read_as ? { read_as } : {}),
        }
      }),
    })
    const order = rank(among)
    // at the desks of one kind nobody asked for the tables of another
    const only = {
      questions: 'theory-question',
      flags: 'flag-challenge',
      resources: undefined,
      exercises: undefined,
      users: undefined,
      courses: undefined,
    }[task.desk]
    const tables = only === undefined ? among : among.filter((f) => f.resources.includes(only))
    for (const d of [...list].sort((a, b) => order(a) - order(b))) {
      batch.push({ file: d.source.name })
      // whatever comes of a large one, it is known which it was
      if (d.source.size > announced) await flush(false)
      for await (const row of readFound(d, sources, tables)) {
        batch.push({ row: await carried(row, own), format: d.format?.id ?? '' })
        weight += 'data' in row ? textIn(row.data) : 0
        if (++rows >= planSize || weight >= batchBytes) await flush()
      }
    }
    await flush()
  } finally {
    zip?.close()
  }
}
