/**
 * Lessons as an import writes them, restores them and takes them back: each with all it says, in the edition that is being written. Learners see
 * nothing of it before it is published.
 */
import { createHash } from 'node:crypto'
import { lessonsOf, noContent, outlineLimits, sectionsOf } from '#src/contract/course/outline.ts'
import { Outline, type OutlineLesson, type SectionContent } from '#src/contract/course/outline.schema.ts'
import type { Data } from '#mock/crud/shape.ts'
import { tableOf } from '#mock/crud/shape.ts'
import type { Hand, StoredDocument } from '#mock/crud/documents.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail } from '#mock/http/request/handler.ts'
import {
  type ImportedLesson,
  type ImportedSection,
  lessonFields,
  lessonOfRow,
  lessonRowId,
} from '#mock/import/plan/importable/lesson.ts'
import type { RowStore } from '#mock/import/plan/importable/importable.ts'
import { forgetUnnamed } from '../bank/attachment/store.ts'
import { drawingOf } from '../topology/drawing.ts'
import { holdTextPictures } from '../bank/pictures.ts'
import { keepLabDrawing } from './lab/content.ts'
import { courseHolder, filesOfContent, filesOfOutline, holdCourseFiles } from './media/named.ts'
import {
  type ContentRow,
  keepContents,
  keepDraft,
  noteQuestions,
  type OutlineRow,
  storedContents,
  storedOutline,
} from './store.ts'

/** The same text for the same value, in whatever order its fields were written. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value !== null && typeof value === 'object')
    return `{${Object.entries(value)
      .filter(([, v]) => v !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([k, v]) => `${JSON.stringify(k)}:${canonical(v)}`)
      .join(',')}}`
  return JSON.stringify(value) ?? 'null'
}
export const canonicalDigest = (value: unknown): string => createHash('sha256').update(canonical(value)).digest('hex')

type Brought = ImportedLesson & { given: string; written: string }
const says = (lesson: Data): Data => Object.fromEntries(lessonFields.map((f) => [f, lesson[f] ?? null]))
/** A lesson has no number that counts its changes: what it says is its version. */
const versionOf = (lesson: Data): number => Number.parseInt(canonicalDigest(says(lesson)).slice(0, 7), 16) + 1
export const writtenOf = (lesson: Data): string => canonicalDigest(says(lesson))

interface Opened {
  row: OutlineRow
  contents: ReadonlyMap<string, ContentRow>
  known: ReadonlyMap<string, { given: string; written: string }>
}
async function open(q: Queryable, course: string, lock?: 'lock'): Promise<Opened | undefined> {
  const { rows: there } = await q.query('select 1 from course_outline where course_id = $1', [course])
  if (!there.length) return undefined
  const row = await storedOutline(q, course, lock)
  const { rows } = await q.query<{ lesson_id: string; given: string; written: string }>(
    `select lesson_id, given, written from course_import where course_id = $1 and lesson_id <> ''`,
    [course],
  )
  return { row, contents: await storedContents(q, course), known: new Map(rows.map((r) => [r.lesson_id, r])) }
}

function lessonIn({ row, contents, known }: Opened, id: string): Brought | undefined {
  for (const { lessons, ...chapter } of row.draft.chapters)
    for (const { sections, ...lesson } of lessons)
      if (lesson.id === id)
        return {
          ...lesson,
          course_id: row.course_id,
          chapter,
          sections: sections.map((s): ImportedSection => {
            const { revision: _, ...section } = s
            return { ...section, content: contents.get(section.id)?.content ?? noContent(section.kind) }
          }),
          given: known.get(id)?.given ?? '',
          written: known.get(id)?.written ?? '',
        }
  return undefined
}

function byCourse<R extends { id: string }>(rows: readonly R[]): Map<string, R[]> {
  const out = new Map<string, R[]>()
  for (const r of rows) {
    const { course } = lessonOfRow(r.id)
    out.set(course, [...(out.get(course) ?? []), r])
  }
  return out
}

/** Questions and drawings in the version that is there now; a question that is not is not asked. */
async function asItIsHere(q: Queryable, content: SectionContent): Promise<SectionContent> {
  if (content.kind === 'lab') {
    const drawing = content.topology_id === null ? undefined : await drawingOf(q, content.topology_id)
    return drawing
      ? { ...content, topology_version: drawing.version }
      : { ...content, topology_id: null, topology_version: 0 }
  }
  if (content.kind !== 'quiz' && content.kind !== 'homework') return content
  const ids = content.items.map((i) => i.question_id)
  if (!ids.length) return content
  const { rows } = await q.query<{ id: string; version: number }>(
    `select id, version from ${tableOf('theory-question')} where id = any($1::text[])
     union all select id, version from ${tableOf('exercise')} where id = any($1::text[])`,
    [ids],
  )
  const version = new Map(rows.map((r) => [r.id, r.version]))
  const there = <I extends { question_id: string; question_version: number }>(items: readonly I[]): I[] =>
    items.flatMap((i) => {
      const now = version.get(i.question_id)
      return now === undefined ? [] : [{ ...i, question_version: now }]
    })
  return content.kind === 'quiz'
    ? { ...content, items: there(content.items) }
    : { ...content, items: there(content.items) }
}

/** The outline with the lesson where it belongs: behind the one it follows in its file, as far as that is there. */
function placed(
  draft: Outline,
  { chapter, ...lesson }: Pick<ImportedLesson, 'chapter'> & OutlineLesson,
  follows: string | null,
): Outline {
  const chapters = draft.chapters.map((c) => ({ ...c, lessons: [...c.lessons] }))
  const before = chapters.findIndex((c) => c.lessons.some((l) => l.id === follows))
  let own = chapters.find((c) => c.id === chapter.id)
  if (!own) {
    own = { ...chapter, lessons: [] }
    chapters.splice(before < 0 ? chapters.length : before + 1, 0, own)
  }
  const at = own.lessons.findIndex((l) => l.id === follows)
  if (at >= 0) own.lessons.splice(at + 1, 0, lesson)
  else if (before < 0) own.lessons.push(lesson)
  else own.lessons.unshift(lesson)
  return { chapters }
}
const replaced = (draft: Outline, lesson: OutlineLesson): Outline => ({
  chapters: draft.chapters.map((c) => ({ ...c, lessons: c.lessons.map((l) => (l.id === lesson.id ? lesson : l)) })),
})
/** A chapter whose last lesson goes goes with it; what waited for one of them waits for nothing. */
const without = (draft: Outline, ids: ReadonlySet<string>): Outline => ({
  chapters: draft.chapters.flatMap((c) => {
    const lessons = c.lessons
      .filter((l) => !ids.has(l.id))
      .map((l) => (l.after !== null && ids.has(l.after) ? { ...l, after: null } : l))
    return lessons.length || !c.lessons.length ? [{ ...c, lessons }] : []
  }),
})

const lessonsMost = (draft: Outline): void => {
  if (lessonsOf(draft).length > outlineLimits.lessons) throw new Fail('too_large', { max: outlineLimits.lessons })
  if (draft.chapters.length > outlineLimits.chapters) throw new Fail('too_large', { max: outlineLimits.chapters })
}

type Row = { id: string; data: Data }
interface Plain extends ImportedLesson {
  given: string
  follows: string | null
}
const lessonOf = ({ data }: Row): Plain =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its plan held it against `ImportedLesson`
  ({ given: '', follows: null, ...data }) as unknown as Plain

/** What sections say goes in first, then the outline; what learners are shown now stays as it is. */
async function write(
  q: Queryable,
  course: string,
  rows: readonly Row[],
  { at, by }: Hand,
  how: 'add' | 'change' | 'restore',
): Promise<Map<string, number>> {
  const opened = await open(q, course, 'lock')
  if (!opened) throw new Fail('plan_changed', { rows: rows.length })
  const { row, contents } = opened
  const shown = new Map((row.published ? sectionsOf(row.published) : []).map((s) => [s.id, s.revision]))
  let { draft } = row
  const kept: ContentRow[] = []
  for (const one of rows) {
    const lesson = lessonOf(one)
    const sections: OutlineLesson['sections'] = []
    for (const { content: said, ...section } of lesson.sections) {
      const content = how === 'restore' ? said : await asItIsHere(q, said)
      const had = contents.get(section.id)
      const same = had !== undefined && canonical(had.content) === canonical(content)
      const revision =
        had === undefined ? 1 : same || had.revision > (shown.get(section.id) ?? 0) ? had.revision : had.revision + 1
      sections.push({ ...section, revision })
      if (!same)
        kept.push({
          section_id: section.id,
          revision,
          version: (had?.version ?? 0) + 1,
          content,
          updated_at: at.toISOString(),
          updated_by: by,
        })
    }
    const {
      course_id: _c,
      chapter,
      given: _g,
      follows,
      written: _w,
      sections: _s,
      ...rest
    } = lesson as Plain & { written?: string }
    const { files, ...plain } = rest
    const whole: OutlineLesson = { ...plain, ...(files?.length ? { files } : {}), sections }
    draft = how === 'add' ? placed(draft, { ...whole, chapter }, follows) : replaced(draft, whole)
  }
  lessonsMost(draft)
  await keepContents(q, course, kept)
  for (const { section_id, revision, content } of kept)
    if (content.kind === 'lab') await keepLabDrawing(q, course, { section_id, revision, content })
  await holdCourseFiles(q, course, [...kept.flatMap((k) => filesOfContent(k.content)), ...filesOfOutline(draft)])
  await holdTextPictures(
    q,
    kept.map((k) => k.content),
    { at },
  )
  await keepDraft(q, course, draft, true, at)
  const now = await open(q, course)
  const versions = new Map<string, number>()
  for (const one of rows) {
    const { lesson: id } = lessonOfRow(one.id)
    const stands = now && lessonIn(now, id)
    if (!stands) continue
    versions.set(one.id, versionOf(stands))
    const { given = '', written } = one.data as { given?: string; written?: string }
    await q.query(
      `insert into course_import (course_id, lesson_id, given, written) values ($1, $2, $3, $4)
       on conflict (course_id, lesson_id) do update set given = excluded.given, written = excluded.written`,
      [course, id, given, how === 'restore' ? (written ?? '') : writtenOf(stands)],
    )
  }
  return versions
}

/** Files that only these lessons named. */
async function letGo(q: Queryable, course: string, gone: readonly string[], now: Date): Promise<void> {
  if (!gone.length) return
  const opened = await open(q, course)
  const { rows: all } = await q.query<{ content: SectionContent }>(
    'select content from course_content where course_id = $1',
    [course],
  )
  const outlines = opened ? [opened.row.draft, ...(opened.row.published ? [opened.row.published] : [])] : []
  const named = new Set(
    [...all.flatMap((r) => filesOfContent(r.content)), ...outlines.flatMap(filesOfOutline)].map((f) => f.file.file),
  )
  const free = gone.filter((f) => !named.has(f))
  await q.query('delete from attachment_use where holder = $1 and holder_id = $2 and attachment_id = any($3::text[])', [
    courseHolder,
    course,
    free,
  ])
  await forgetUnnamed(q, now, free)
}

export const lessonStore: RowStore = {
  async byIds(q, ids) {
    const out: StoredDocument[] = []
    for (const [course, rows] of byCourse(ids.map((id) => ({ id })))) {
      const opened = await open(q, course)
      if (!opened) continue
      for (const { id } of rows) {
        const lesson = lessonIn(opened, lessonOfRow(id).lesson)
        if (!lesson) continue
        const data: Data = { ...lesson }
        out.push({ id, data, version: versionOf(data), created_at: '', updated_at: '', created_by: '', updated_by: '' })
      }
    }
    return out
  },
  async insert(q, rows, hand) {
    const out = new Map<string, number>()
    for (const [course, mine] of byCourse(rows))
      for (const [id, version] of await write(q, course, mine, hand, 'add')) out.set(id, version)
    return out
  },
  async overwrite(q, rows, hand, how) {
    const out = new Map<string, number>()
    for (const [course, mine] of byCourse(rows)) {
      const opened = await open(q, course, 'lock')
      const free = mine.filter((r) => {
        const stands = opened && lessonIn(opened, lessonOfRow(r.id).lesson)
        return stands && versionOf({ ...stands }) === r.version
      })
      if (!free.length) continue
      for (const [id, version] of await write(q, course, free, hand, how === 'undo' ? 'restore' : 'change'))
        out.set(id, version)
    }
    return out
  },
  async remove(q, rows, hand) {
    const out = new Set<string>()
    for (const [course, mine] of byCourse(rows)) {
      const opened = await open(q, course, 'lock')
      if (!opened) continue
      const files: string[] = []
      const gone = new Map<string, string[]>()
      for (const { id, version } of mine) {
        const { lesson: own } = lessonOfRow(id)
        const stands = lessonIn(opened, own)
        if (!stands || versionOf({ ...stands }) !== version) continue
        out.add(id)
        gone.set(
          own,
          stands.sections.map((s) => s.id),
        )
        files.push(...(stands.files ?? []).map((f) => f.file))
        files.push(...stands.sections.flatMap((s) => filesOfContent(s.content).map((f) => f.file.file)))
      }
      if (!gone.size) continue
      const shown = new Set(opened.row.published ? sectionsOf(opened.row.published).map((s) => s.id) : [])
      const sections = [...gone.values()].flat().filter((id) => !shown.has(id))
      for (const table of ['course_content', 'course_drawing'])
        await q.query(`delete from ${table} where course_id = $1 and section_id = any($2::text[])`, [course, sections])
      await q.query('delete from course_import where course_id = $1 and lesson_id = any($2::text[])', [
        course,
        [...gone.keys()],
      ])
      await noteQuestions(q, course)
      await keepDraft(q, course, without(opened.row.draft, new Set(gone.keys())), true, hand.at)
      await letGo(q, course, files, hand.at)
    }
    return out
  },
}

/** The chapters of a course that was just made, in their order; lessons find theirs by its id. */
export async function beginOutline(q: Queryable, id: string, chapters: readonly Data[], now: Date): Promise<void> {
  const { draft } = await storedOutline(q, id, 'lock')
  if (draft.chapters.length) return
  const parsed = Outline.safeParse({ chapters: chapters.map((c) => ({ ...c, lessons: [] })) })
  if (parsed.success) await keepDraft(q, id, parsed.data, true, now)
}

/** Of these lessons those that somebody has begun to learn. */
export async function learntLessons(q: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const out = new Set<string>()
  for (const [course, rows] of byCourse(ids.map((id) => ({ id })))) {
    const opened = await open(q, course)
    if (!opened) continue
    const { rows: begun } = await q.query<{ section_id: string }>(
      'select distinct section_id from course_record where course_id = $1',
      [course],
    )
    const learnt = new Set(begun.map((b) => b.section_id))
    for (const { id } of rows)
      if (lessonIn(opened, lessonOfRow(id).lesson)?.sections.some((s) => learnt.has(s.id))) out.add(id)
  }
  return out
}

/** Of these courses those that have lessons. @param gone rows of lessons that would not be there any more */
export async function withLessons(
  q: Queryable,
  ids: readonly string[],
  gone: readonly string[] = [],
): Promise<Set<string>> {
  const left = new Set(gone)
  const { rows } = await q.query<{ id: string; draft: Outline }>(
    'select course_id as id, draft from course_outline where course_id = any($1::text[])',
    [ids],
  )
  return new Set(
    rows.filter((r) => lessonsOf(r.draft).some((l) => !left.has(lessonRowId(r.id, l.id)))).map((r) => r.id),
  )
}

/** Questions that sections ask which are in none of these lessons: those of them that would go are no reason to keep a question. */
export async function askedOutside(
  q: Queryable,
  ids: readonly string[],
  gone: readonly string[],
): Promise<Set<string>> {
  const courses = [...byCourse(gone.map((id) => ({ id }))).keys()]
  const out = new Set<string>()
  const { rows } = await q.query<{ id: string }>(
    `select distinct question_id as id from course_question where question_id = any($1::text[]) and course_id <> all($2::text[])`,
    [ids, courses],
  )
  for (const { id } of rows) out.add(id)
  const left = new Set(gone)
  for (const course of courses) {
    const opened = await open(q, course)
    if (!opened) continue
    const leaving = new Set(
      lessonsOf(opened.row.draft).flatMap((l) =>
        left.has(lessonRowId(course, l.id)) ? l.sections.map((s) => s.id) : [],
      ),
    )
    const { rows: asked } = await q.query<{ section_id: string; id: string }>(
      `select c.section_id, i->>'question_id' as id from course_content c cross join jsonb_array_elements(c.content->'items') i
       where c.course_id = $1 and c.content->>'kind' in ('quiz', 'homework') and i->>'question_id' = any($2::text[])`,
      [course, ids],
    )
    for (const a of asked) if (!leaving.has(a.section_id)) out.add(a.id)
  }
  return out
}
