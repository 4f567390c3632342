/** The real courses, read: how much of each comes in, and what of it is named. */
import fs from 'node:fs'
import os from 'node:os'
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
  const copy = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'course-')), path.basename(file))
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

const absent = (dir: string | undefined) => (dir ? '' : ' (skipped: the real data is not beside the project)')
const all = realData('courses')
const at = (...of: string[]) => path.join(all ?? '', ...of)
const chaptersOf = (rows: readonly ImportedRow[]) => [
  ...new Map(
    rows.map((r) => [(r.data['chapter'] as { id: string }).id, (r.data['chapter'] as { title: string }).title]),
  ).values(),
]
const titlesIn = (r: ImportedRow | undefined): string[] =>
  r ? sectionsOf([r]).map((x) => `${x.kind}: ${x.title}`) : []
const picturesLost = (rows: readonly ImportedRow[]) =>
  rows.flatMap((r) => (r.notes ?? []).filter((n) => n.rule === 'note_picture').map((n) => String(n.params?.['name'])))

describe(`security-101${absent(all)}`, () => {
  it.skipIf(!all)('is one course in two languages: 8 chapters and 32 lessons, each with its translation', async () => {
    const r = await inFolder(at('security-101'))
    expect(
      r.courses.map((c) => [c.data['name'], c.data['language'], (c.data['translation'] as { name: string }).name]),
    ).toEqual([['Cybersecurity for Beginners', 'en-US', '初学者的网络安全课程']])
    expect(r.lessons).toHaveLength(32)
    expect(chaptersOf(r.lessons)).toHaveLength(8)
    expect(r.lessons.every((l) => l.data['title_other'] !== '')).toBe(true)
    const bodies = sectionsOf(r.lessons).map((x) => x.content as { body: string; body_other: string })
    expect(bodies.every((b) => b.body.trim() !== '' && b.body_other.trim() !== '')).toBe(true)
    // the quizzes of the modules are links to forms elsewhere, and stay texts
    expect(kindsOf(r.lessons)).toEqual({ text: 32 })
    expect([r.refused, r.files, r.questions]).toEqual([[], [], []])
  })
  it.skipIf(!all)(
    'has 60 pictures beside its lessons: 20 come in, 4 of them from the root, and 40 are named with their lesson',
    async () => {
      const r = await inFolder(at('security-101'))
      const kept = r.lessons.flatMap((l) => l.pictures ?? [])
      // those of the pages about the course stand with the course
      const lost = picturesLost([...r.courses, ...r.lessons])
      expect([kept.length, lost.length]).toEqual([20, 40])
      expect(new Set(r.lessons.filter((l) => picturesLost([l]).length).map((l) => l.label)).size).toBeGreaterThan(20)
      // nothing begins at the root that was not found there
      expect(lost.filter((name) => name.startsWith('/'))).toEqual([])
      // what lies elsewhere is a link, and nothing was fetched
      expect(JSON.stringify(sectionsOf(r.lessons))).toContain(
        '[image](https://github.com/microsoft/Security-101/assets/',
      )
    },
  )
})

describe(`the demonstration course of Open edX${absent(all)}`, () => {
  it.skipIf(!all)('has 6 chapters and 17 lessons of 58 units, and asks what the bank can ask', async () => {
    const r = await inArchive(at('openedx/demo-course-repacked.tar.gz'))
    expect(r.courses.map((c) => c.data['name'])).toEqual(['Open edX Demo Course'])
    expect([chaptersOf(r.lessons).length, r.lessons.length]).toEqual([6, 17])
    expect(kindsOf(r.lessons)).toEqual({ text: 87, quiz: 8 })
    // 23 problems of units and 6 of a library: 16 are questions, and each of the others says why it is none
    expect([r.questions.length, r.refused.length]).toEqual([16, 13])
    expect(r.refused.map((x) => [x.label, x.reasons[0]?.params?.['type'] ?? x.reasons[0]?.rule]).toSorted()).toEqual([
      ['Advanced Custom Python-Evaluated Input Problem', 'script'],
      ['Advanced Dropdown', 'several_questions'],
      ['Advanced Numerical Problem with Fractions and Constants', 'formularesponse'],
      ['Advanced text input', 'regexp'],
      ['Annotation Problem', 'annotationresponse'],
      ['Custom JavaScript Display and Grading', 'script'],
      ['Design a Logic Gate', 'schematicresponse'],
      ['Image Mapped Input', 'imageresponse'],
      ['Medical Scenario', 'script'],
      ['Protein Builder', 'script'],
      ['Reflection questions', 'regexp'],
      ['Simple Code Grading using Python Problem Builder', 'script'],
      ['Simple Python-Evaluated Input Problem', 'script'],
    ])
    expect(r.files).toEqual([])
  })
  it.skipIf(!all)('links its 11 videos, and names what is voted, drawn and launched elsewhere one by one', async () => {
    const r = await inArchive(at('openedx/demo-course-repacked.tar.gz'))
    const links = sectionsOf(r.lessons).filter((x) =>
      /^\[[^\]]+\]\(https:\/\/(?:www\.youtube\.com\/watch\?v=|curricume-uploads)[^)]*\)$/.test(x.content.body ?? ''),
    )
    expect(links).toHaveLength(11)
    const by = Object.fromEntries(
      [
        'lti',
        'poll',
        'survey',
        'drag-and-drop-v2',
        'openassessment',
        'edx_sga',
        'staffgradedxblock',
        'done',
        'annotatable',
        'discussion',
        'schematicresponse',
        'script',
      ].map((kind) => [kind, left(r.lessons, kind).length]),
    )
    expect(by).toMatchObject({
      lti: 2,
      poll: 1,
      survey: 1,
      'drag-and-drop-v2': 1,
      openassessment: 2,
      edx_sga: 1,
      staffgradedxblock: 1,
    })
    expect(by['schematicresponse']).toBe(1)
    expect(by['script']).toBeGreaterThan(5)
    const polls = r.lessons.find((l) => left([l], 'poll').length)
    expect(polls?.label).toBe('Social Learning Tools')
    expect(JSON.stringify(sectionsOf(r.lessons))).not.toMatch(/\]\(javascript:/i)
  })
  it.skipIf(!all)('asks with the right keys', async () => {
    const r = await inArchive(at('openedx/demo-course-repacked.tar.gz'))
    const key = (title: string) => r.questions.find((x) => x.label.startsWith(title))?.data
    const right = (title: string) =>
      (key(title)?.['options'] as { text: string; correct: boolean }[] | undefined)
        ?.filter((o) => o.correct)
        .map((o) => o.text)
    expect(right('Basic Multiple Choice')).toEqual(['Lion'])
    expect(right('Simple Dropdown')).toEqual(['Canberra'])
    expect(right('Multiple Choice with Hints')).toEqual(['17'])
    expect(key('Basic text input')?.['blanks']).toMatchObject([
      { accepted: ['Doc', 'Sleepy', 'Dopey', 'Grumpy', 'Happy', 'Bashful', 'Sneezy'] },
    ])
    expect(key('Simple Numerical')?.['blanks']).toMatchObject([{ accepted: ['600'] }])
  })
  it.skipIf(!all)('has a library beside it, whose shadows of a Mac are nothing', async () => {
    const r = await inArchive(at('openedx/dist/demo-content-library.tar.gz'))
    expect(r.courses.map((c) => c.data['name'])).toEqual(['Respiratory System Question Bank 1'])
    expect([r.lessons.length, kindsOf(r.lessons), r.questions.length, r.refused, r.files]).toEqual([
      1,
      { quiz: 1 },
      6,
      [],
      [],
    ])
  })
})

describe(`the cartridge of cc2olx${absent(all)}`, () => {
  const files = () => folderFiles(at('cc2olx/imscc_files/main'))
  it.skipIf(!all)('has 2 modules with a lesson for each heading, the same as its files and packed', async () => {
    const r = await inFolder(at('cc2olx/imscc_files/main'))
    expect([chaptersOf(r.lessons), r.lessons.map((l) => l.label)]).toEqual([
      ['Sequence', 'Sequence2'],
      ['Sequence', 'Sequence2', 'Sub Header 1', 'Sub Header 2'],
    ])
    expect(kindsOf(r.lessons)).toEqual({ text: 18, quiz: 1, document: 2 })
    expect(titlesIn(r.lessons[3])).toEqual([
      'text: Vertical',
      'text: Assignment 1. University education scope essay',
      'text: Assignment 2. Television role in education composition',
    ])
    expect([r.questions.length, r.refused.map((x) => x.label)]).toEqual([6, ['question_fill_in_blank_with_regexp']])
    expect(left(r.lessons, 'LTI')).toHaveLength(2)
    const packed = await read(Object.entries(files()).map(([n, b]) => bytesSource(n, b)))
    expect(packed.lessons.map((l) => l.data)).toEqual(r.lessons.map((l) => l.data))
  })
})

describe(`Moodle${absent(all)}`, () => {
  it.skipIf(!all)('a backup, a zip whatever its name says, is a quiz of two questions', async () => {
    const r = await inArchive(at('moodle-backup/moodle_28_quiz.mbz'))
    expect(r.lessons.map(titlesIn)).toEqual([['quiz: Restored Moodle 2.8 quiz']])
    expect(r.questions.map((x) => [x.label, x.data['type'], x.data['truth']])).toEqual([
      ['TF1', 'true-false', false],
      ['TF2', 'true-false', false],
    ])
  })
  it.skipIf(!all)('a list of courses is three drafts', async () => {
    const r = await read([bytesSource('courses.csv', fs.readFileSync(at('moodle-backup/courses.csv')))])
    expect(r.courses.map((c) => [c.data['name'], c.data['direction'], c.data['description']])).toEqual([
      ['Course 1', '1', 'Summary 1'],
      ['Course 2', '1', 'Summary 2'],
      ['Course 3', '1', 'Summary 3'],
    ])
  })
})

describe(`what plays elsewhere${absent(all)}`, () => {
  it.skipIf(!all)('30 manifests of ADL are 30 outlines, with the rules of their sequencing named', async () => {
    const r = await inFolder(at('scorm/adl-2004-4ed-manifests'))
    expect([r.courses.length, r.lessons.length, r.files]).toEqual([30, 142, []])
    expect(r.courses.every((c) => c.notes?.some((n) => n.rule === 'note_structure'))).toBe(true)
    const rules = notesOf([...r.courses, ...r.lessons]).filter((n) => n.rule === 'note_sequencing')
    expect(rules.length).toBeGreaterThan(60)
    expect(rules.map((n) => n.params?.['rule'])).toContain('preConditionRule skip')
  })
  it.skipIf(!all)('12 structures of cmi5 are 12 outlines', async () => {
    const r = await inFolder(at('cmi5'))
    expect([r.courses.length, r.lessons.length, r.files]).toEqual([12, 12, []])
    expect(r.courses.every((c) => c.notes?.some((n) => n.rule === 'note_structure'))).toBe(true)
  })
  it.skipIf(!all)('a SCORM package with its pages belongs in a lesson', async () => {
    const manifest = fs.readFileSync(at('scorm/adl-2004-4ed-manifests/LMSTestPackage_CM-01/imsmanifest.xml'), 'utf8')
    const href = /<resource[^>]*href\s*=\s*"([^"]+)"/.exec(manifest)?.[1] ?? ''
    const base = /<resource[^>]*xml:base\s*=\s*"([^"]+)"/.exec(manifest)?.[1] ?? ''
    const r = await read([bytesSource('imsmanifest.xml', manifest), bytesSource(`${base}${href}`, '<html></html>')])
    expect([r.courses, r.files]).toEqual([[], [{ name: 'imsmanifest.xml', code: 'scorm_package' }]])
  })
  it.skipIf(!all)('what has no course says so', async () => {
    const empty = await read([bytesSource('notes.txt', 'nothing')])
    expect(empty.files.map((f) => f.code)).toEqual(['format_unknown'])
  })
})
