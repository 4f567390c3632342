/** The PDF that goes with a report, and what markers say in it. Its author reads as much as was said when the report was returned or marked. */
import fs from 'node:fs/promises'
import type { z } from 'zod'
import { reportHolder } from '#src/contract/bank/attachment.ts'
import type { ShownQuestion } from '#src/contract/bank/answer.schema.ts'
import { type PdfNote, ReportDocument, type WrittenPdfNotes } from '#src/contract/course/pdfNote.schema.ts'
import { mayWriteReport, reportStatuses } from '#src/contract/course/report.ts'
import { courseReporting, lessonReading } from '#src/contract/course/screens.ts'
import { searchable } from '#mock/crud/fold.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Caller, Fail, type Platform } from '#mock/http/request/handler.ts'
import { checkFiles, holdFiles } from '../../bank/attachment/hold.ts'
import { attachmentFile, forgetUnnamed } from '../../bank/attachment/store.ts'
import { probeCourseFile } from '../media/probe.ts'
import { marksWork } from '../marks.ts'
import { signedNotes } from '../pdfNotes.ts'

type Asking = { q: Queryable; who: Caller; platform: Platform }
interface DocumentRow {
  file_id: string
  name: string
  size: string
  handed_at: string | null
  dropped_at: string | null
  version: number
  notes: PdfNote[]
  told: PdfNote[]
}
const columns = 'file_id, name, size, handed_at, dropped_at, version, notes, told'
const shown = (r: DocumentRow, reader: 'author' | 'marker'): ReportDocument => ({
  file: r.file_id,
  name: r.name,
  size: Number(r.size),
  current: r.dropped_at === null,
  handed_at: r.handed_at && new Date(r.handed_at).toISOString(),
  version: r.version,
  notes: reader === 'author' ? r.told : r.notes,
})

/** The one that goes with it first, then earlier ones. What is not handed in is its author's alone. */
export async function documentsOf(
  q: Queryable,
  report: string,
  reader: 'author' | 'marker',
): Promise<ReportDocument[]> {
  const { rows } = await q.query<DocumentRow>(
    `select ${columns} from course_document where report_id = $1 and ($2 or handed_at is not null)
     order by dropped_at is not null, added_at desc, file_id`,
    [report, reader === 'author'],
  )
  return rows.map((r) => shown(r, reader))
}

export const hasDocument = async (q: Queryable, report: string): Promise<boolean> =>
  (await q.query('select 1 from course_document where report_id = $1 and dropped_at is null', [report])).rows.length > 0

export const handDocument = (q: Queryable, report: string, now: Date): Promise<unknown> =>
  q.query(
    'update course_document set handed_at = $2 where report_id = $1 and dropped_at is null and handed_at is null',
    [report, now.toISOString()],
  )
export const tellNotes = (q: Queryable, report: string, now: Date): Promise<unknown> =>
  q.query('update course_document set told = notes, told_at = $2 where report_id = $1 and handed_at is not null', [
    report,
    now.toISOString(),
  ])

/** Throws where the file did not come, is another's or is no PDF. @returns whether anything changed */
export async function putDocument({ q, who, platform }: Asking, report: string, file: string | null): Promise<boolean> {
  const refuse = (rule: string) => new Fail('validation', { fields: [{ path: 'file', rule }] })
  const { rows } = await q.query<Pick<DocumentRow, 'file_id' | 'handed_at'>>(
    'select file_id, handed_at from course_document where report_id = $1 and dropped_at is null for update',
    [report],
  )
  const [had] = rows
  if ((had?.file_id ?? null) === file) return false
  const now = platform.now()
  const attached = { file: file ?? '', name: '', size: 0 }
  if (file !== null) {
    // a file of this report may come back
    await checkFiles(q, { attachments: [attached] }, { holder: reportHolder, id: report, owner: who.id })
    if (!(await isPdfFile(attachmentFile(platform.files, file), attached.size))) throw refuse('not_pdf')
  }
  if (had?.handed_at === null) {
    await q.query('delete from course_document where report_id = $1 and file_id = $2', [report, had.file_id])
    await q.query('delete from attachment_use where attachment_id = $1 and holder = $2 and holder_id = $3', [
      had.file_id,
      reportHolder,
      report,
    ])
    await forgetUnnamed(q, now, [had.file_id])
  } else if (had)
    await q.query('update course_document set dropped_at = $3 where report_id = $1 and file_id = $2', [
      report,
      had.file_id,
      now.toISOString(),
    ])
  if (file !== null) {
    await holdFiles(q, { attachments: [attached] }, reportHolder, report)
    await q.query(
      `insert into course_document (report_id, file_id, name, size, added_at) values ($1, $2, $3, $4, $5)
       on conflict (report_id, file_id) do update set dropped_at = null, added_at = excluded.added_at`,
      [report, file, attached.name, attached.size, now.toISOString()],
    )
  }
  return true
}
/** By what is in it, whatever it is called. */
export async function isPdfFile(path: string, size: number): Promise<boolean> {
  const handle = await fs.open(path).catch(() => undefined)
  if (!handle) return false
  try {
    const read = async (from: number, length: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from)
      return buffer.subarray(0, bytesRead)
    }
    return (await probeCourseFile('pdf', read, size)).ok
  } finally {
    await handle.close()
  }
}

/** Throws where others wrote meanwhile. */
export async function writeNotes(
  { q, who, platform }: Asking,
  report: string,
  file: string,
  { version, notes }: { version: number; notes: z.output<typeof WrittenPdfNotes> },
): Promise<ReportDocument> {
  const { rows } = await q.query<DocumentRow>(
    `select ${columns} from course_document where report_id = $1 and file_id = $2 and handed_at is not null for update`,
    [report, searchable(file)],
  )
  const [row] = rows
  if (!row) throw new Fail('not_found')
  if (row.version !== version) throw new Fail('stale_version', { current: shown(row, 'marker') })
  const kept = signedNotes(row.notes, notes, { who, platform })
  await q.query(
    'update course_document set notes = $3::jsonb, version = version + 1 where report_id = $1 and file_id = $2',
    [report, row.file_id, JSON.stringify(kept)],
  )
  return shown({ ...row, notes: kept, version: version + 1 }, 'marker')
}

/** Whether a file is read by way of a report: by its author, and once it was handed in by whoever marks it. */
export async function inReport(
  { q, who }: Pick<Asking, 'q' | 'who'>,
  { holder, holder_id }: { holder: string; holder_id: string },
  file: string,
): Promise<boolean> {
  if (holder !== reportHolder) return false
  const w = where()
  const marks = marksWork(who, w.add, { course: 'r.course_id', user: 'r.user_id', at: 'r.submitted_at' })
  const { rows } = await q.query<{ user_id: string; marks: boolean; handed: boolean }>(
    `select r.user_id, ${marks} as marks,
       exists (select 1 from course_document d where d.report_id = r.id and d.file_id = ${w.add(file)} and d.handed_at is not null) as handed
     from course_report r where r.id = ${w.add(holder_id)}`,
    w.params,
  )
  const [report] = rows
  if (!report) return false
  if (report.user_id === who.id) return lessonReading.some((screen) => who.granted.has(screen))
  return report.handed && report.marks && courseReporting.some((screen) => who.granted.has(screen))
}

const writing = reportStatuses.filter(mayWriteReport)
/** A learner who has a report to write may send a PDF for it. */
export async function reportUpload(q: Queryable, user: string): Promise<NonNullable<ShownQuestion['upload']>[]> {
  const { rows } = await q.query(
    `select 1 from course_member m join course_content c on c.course_id = m.course_id and c.content->>'kind' = 'lab' and c.content->'report' <> 'null'
     where m.user_id = $1 and m.state <> 'withdrawn' and not exists (select 1 from course_report r
       where r.course_id = c.course_id and r.section_id = c.section_id and r.user_id = $1 and not r.status = any($2::text[])) limit 1`,
    [user, [...writing]],
  )
  return rows.length ? [{ wanted: true, files: 1, ends: ['.pdf'] }] : []
}
