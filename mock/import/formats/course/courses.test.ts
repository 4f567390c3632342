/** The real courses, read: how much of each comes in, and what of it is named. */
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { FieldProblem } from '#src/contract/problems.ts'
import { folderFiles, realData } from '#tests/contract/support/import.ts'
import type { ImportedRow, RowProblem } from '../found.ts'
import { readFound } from '../registry.ts'
import { bytesSource, zipSources, type SourceFile } from '../source.ts'
import { importLimits } from '../../zip/limits.ts'
import { openArchive, packingOf } from '../../zip/archive.ts'
import { courseImportFormats, detectCourses } from './detect.ts'

interface Read {
  courses: ImportedRow[]
  lessons: ImportedRow[]
  questions: ImportedRow[]
  refused: RowProblem[]
  files: { name: string; code: string }[]
}
async function read(sources: readonly SourceFile[]): Promise<Read> {
  const out: Read = { courses: [], lessons: [], questions: [], refused: [], files: [] }
  for (const d of await detectCourses(sources))
    for await (const row of readFound(d, sources, courseImportFormats))
      if ('unread' in row) continue
      else if ('problem' in row && row.whole) out.files.push({ name: row.place.file, code: row.problem.code })
      else if ('problem' in row) out.refused.push(row)
      else if (row.resource === 'course') out.courses.push(row)
      else if (row.resource === 'course-lesson') out.lessons.push(row)
      else out.questions.push(row)
  return out
}
const inFolder = (dir: string) => read(Object.entries(folderFiles(dir)).map(([n, b]) => bytesSource(n, b)))
async function inArchive(file: string): Promise<Read> {
  // it is unpacked beside itself, and the data is read only
  const copy = path.join(fs.mkdtempSync('/tmp/course-'), path.basename(file))
  fs.copyFileSync(file, copy)
  const packing = await packingOf(copy)
  if (!packing) throw new Error(`${file} is no archive`)
  const zip = await openArchive(copy, packing, { ...importLimits, nested: true })
  try {
    return await read(zipSources(zip))
  } finally {
    zip.close()
    fs.rmSync(path.dirname(copy), { recursive: true })
  }
}
interface Section {
  kind: string
  title: string
  content: { items?: unknown[]; body?: string }
}
const sectionsOf = (rows: readonly ImportedRow[]) => rows.flatMap((r) => r.data['sections'] as Section[])
const kindsOf = (rows: readonly ImportedRow[]) => {
  const out: Record<string, number> = {}
  for (const s of sectionsOf(rows)) out[s.kind] = (out[s.kind] ?? 0) + 1
  return out
}
const notesOf = (rows: readonly ImportedRow[]): FieldProblem[] => rows.flatMap((r) => r.notes ?? [])
const left = (rows: readonly ImportedRow[], kind: string) =>
  notesOf(rows).filter((n) => n.rule === 'note_part' && n.params?.['kind'] === kind)

const olx = realData('courses/openedx')
describe('the demonstration course of Open edX', () => {
  it.skipIf(!olx)('has 6 chapters, 17 lessons, and its problems as far as the bank asks such', async () => {
    const r = await inArchive(path.join(olx ?? '', 'demo-course-repacked.tar.gz'))
    console.log(
      r.courses[0]?.data,
      r.lessons.length,
      kindsOf(r.lessons),
      r.questions.length,
      r.refused.map((x) => [x.label, x.reasons]),
      r.files,
    )
    console.log(new Set(r.lessons.map((l) => (l.data['chapter'] as { title: string }).title)))
    const by: Record<string, number> = {}
    for (const n of notesOf(r.lessons)) {
      const k = n.rule + ' ' + (n.params?.['kind'] ?? '')
      by[k] = (by[k] ?? 0) + 1
    }
    console.log(by)
    console.log(
      r.lessons.map((l) => [l.label, (l.data['sections'] as Section[]).length, l.notes?.length, l.pictures?.length]),
    )
  })
  it.skipIf(!olx)('library', async () => {
    const r = await inArchive(path.join(olx ?? '', 'dist/demo-content-library.tar.gz'))
    console.log(r.courses, r.lessons.length, kindsOf(r.lessons), r.questions.length, r.refused, r.files)
  })
})
const all = realData('courses')
const show = (r: Read) =>
  console.log(
    JSON.stringify(
      {
        c: r.courses.map((x) => [x.data, x.notes]),
        l: r.lessons.map((l) => [
          l.label,
          (l.data['chapter'] as any).title,
          (l.data['sections'] as Section[]).map((s) => s.kind + ':' + s.title),
          (l.data['files'] as any[]).length,
          l.notes,
        ]),
        q: r.questions.length,
        refused: r.refused.map((x) => [x.label, x.reasons]),
        f: r.files,
      },
      null,
      1,
    ).slice(0, 9000),
  )
it.skipIf(!all)('cc', async () => show(await inFolder(path.join(all ?? '', 'cc2olx/imscc_files/main'))))
it.skipIf(!all)('mbz', async () => show(await inArchive(path.join(all ?? '', 'moodle-backup/moodle_28_quiz.mbz'))))
it.skipIf(!all)('csv', async () => show(await inFolder(path.join(all ?? '', 'moodle-backup'))))
it.skipIf(!all)('adl', async () => {
  const r = await inFolder(path.join(all ?? '', 'scorm/adl-2004-4ed-manifests'))
  console.log(
    r.courses.length,
    r.lessons.length,
    r.files,
    JSON.stringify(r.lessons.slice(0, 5).map((l) => [l.label, l.notes])),
  )
})
it.skipIf(!all)('cmi5', async () => {
  const r = await inFolder(path.join(all ?? '', 'cmi5'))
  console.log(r.courses.length, r.lessons.length, r.files, JSON.stringify(r.courses.map((c) => c.label)))
})
