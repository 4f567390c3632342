/** Writing outlines and what their sections say. Learners see neither before it is published. */
import type { CourseOutline, CourseSection } from '#src/contract/course/course.routes.ts'
import { lessonsOf, noContent, sectionsOf } from '#src/contract/course/outline.ts'
import type { Outline, OutlineBody, OutlineSection } from '#src/contract/course/outline.schema.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import type { z } from 'zod'
import type { CallerContext } from '#mock/crud/setting.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Handler, type Platform } from '#mock/http/request/handler.ts'
import { namesOf } from '../bank/banks.ts'
import { holdTextPictures } from '../bank/pictures.ts'
import { courseFor, courses } from './course.ts'
import { openedContent, settledContent } from './kinds.ts'
import { copyLabDrawing, keepLabDrawing } from './lab/content.ts'
import { checkCourseFiles, filesOfContent, filesOfOutline, holdCourseFiles } from './media/named.ts'
import {
  type ContentRow,
  storedContent,
  storedContents,
  keepContent,
  keepDraft,
  storedOutline,
  type OutlineRow,
} from './store.ts'

type Doc = Awaited<ReturnType<typeof courseFor>>
export async function shownOutline(c: CallerContext, doc: Doc, row?: OutlineRow): Promise<CourseOutline> {
  const { version, draft, published } = row ?? (await storedOutline(c.q, doc.id))
  return { course: await courses.rows.one(doc, courses.at(c)), version, draft, published }
}

/** Where each section stands in what was sent, for refusals. */
const placed = (body: z.output<typeof OutlineBody>) =>
  body.chapters.flatMap((chapter, c) =>
    chapter.lessons.flatMap((lesson, l) =>
      lesson.sections.map((section, s) => ({ section, path: `chapters.${c}.lessons.${l}.sections.${s}` })),
    ),
  )

/** What was sent with the revisions that sections have. Throws where a section changed its kind: what it says is of one kind. */
function settled(
  body: z.output<typeof OutlineBody>,
  had: OutlineRow,
  contents: ReadonlyMap<string, ContentRow>,
): { draft: Outline; copies: { from: ContentRow; to: string }[] } {
  const kinds = new Map<string, OutlineSection['kind']>([
    ...(had.published ? sectionsOf(had.published) : []).map((s) => [s.id, s.kind] as const),
    ...[...contents].map(([id, row]) => [id, row.content.kind] as const),
  ])
  const fields: FieldProblem[] = []
  const copies: { from: ContentRow; to: string }[] = []
  for (const { section, path } of placed(body)) {
    if ((kinds.get(section.id) ?? section.kind) !== section.kind)
      fields.push({ path: `${path}.kind`, rule: 'fixed_kind' })
    if (section.copy_of === undefined || contents.has(section.id)) continue
    const from = contents.get(section.copy_of)
    if (from?.content.kind === section.kind) copies.push({ from, to: section.id })
  }
  if (fields.length) throw new Fail('validation', { fields })
  const copied = new Set(copies.map(({ to }) => to))
  const draft = {
    chapters: body.chapters.map((chapter) => ({
      ...chapter,
      lessons: chapter.lessons.map((lesson) => ({
        ...lesson,
        sections: lesson.sections.map(({ copy_of: _copy, ...section }) => ({
          ...section,
          revision: contents.get(section.id)?.revision ?? (copied.has(section.id) ? 1 : 0),
        })),
      })),
    })),
  }
  return { draft, copies }
}

const summary = ({ version, draft }: Pick<OutlineRow, 'version' | 'draft'>) => ({
  version,
  lessons: lessonsOf(draft).length,
  sections: sectionsOf(draft).length,
})

const writeOutline: Handler<'PUT /courses/:id/outline'> = async (c) => {
  const { q, params, platform, who } = c
  const doc = await courseFor(c, params.id, 'update', 'lock')
  const had = await storedOutline(q, doc.id, 'lock')
  const { version, ...body } = c.body
  if (version !== had.version) throw new Fail('stale_version', { current: await shownOutline(c, doc, had) })
  const now = platform.now()
  const { draft, copies } = settled(body, had, await storedContents(q, doc.id))
  const hand = { updated_at: now.toISOString(), updated_by: who.id }
  for (const { from, to } of copies) {
    await keepContent(q, doc.id, { ...hand, section_id: to, revision: 1, version: 1, content: from.content })
    const here = { course: doc.id, section: from.section_id, revision: from.revision }
    await copyLabDrawing(q, here, { course: doc.id, section: to, revision: 1 })
  }
  const files = filesOfOutline(draft)
  await checkCourseFiles(q, files, { course: doc.id, owner: who.id })
  await holdCourseFiles(q, doc.id, files)
  await keepDraft(q, doc.id, draft, true, now)
  const after = await shownOutline(c, doc)
  c.audit({ entity: 'course', id: doc.id, before: summary(had), after: summary(after) })
  return after
}

const sectionIn = (outline: Outline, id: string): OutlineSection => {
  const section = sectionsOf(outline).find((s) => s.id === id)
  if (!section) throw new Fail('not_found')
  return section
}

async function shownSection(
  { q, platform }: { q: Queryable; platform: Platform },
  section: OutlineSection,
  row: ContentRow | undefined,
  course: Doc,
): Promise<CourseSection> {
  const by = row?.updated_by ?? course.created_by
  return {
    id: section.id,
    content: row ? await openedContent(row.content, platform) : noContent(section.kind),
    revision: row?.revision ?? 0,
    version: row?.version ?? 0,
    updated_at: new Date(row?.updated_at ?? course.created_at).toISOString(),
    updated_by_name: (await namesOf(q, [by])).get(by) ?? '',
  }
}

const writeSection: Handler<'PUT /courses/:id/sections/:section'> = async (c) => {
  const { q, params, body, platform, who } = c
  const doc = await courseFor(c, params.id, 'update', 'lock')
  const outline = await storedOutline(q, doc.id, 'lock')
  const section = sectionIn(outline.draft, params.section)
  const had = await storedContent(q, doc.id, section.id)
  if (body.version !== (had?.version ?? 0))
    throw new Fail('stale_version', { current: await shownSection(c, section, had, doc) })
  if (body.content.kind !== section.kind)
    throw new Fail('validation', { fields: [{ path: 'content.kind', rule: 'fixed_kind' }] })
  const content = await settledContent(q, body.content, had?.content, who, { course: doc.id, platform })
  const now = platform.now()
  const shown = outline.published && sectionsOf(outline.published).find((s) => s.id === section.id)
  // what learners see stays as it is, and so does what they saw in an edition before it
  const revision = had === undefined ? 1 : had.revision <= (shown?.revision ?? 0) ? had.revision + 1 : had.revision
  const row: ContentRow = {
    section_id: section.id,
    revision,
    version: body.version + 1,
    content,
    updated_at: now.toISOString(),
    updated_by: who.id,
  }
  await keepContent(q, doc.id, row)
  if (content.kind === 'lab') await keepLabDrawing(q, doc.id, { section_id: section.id, revision, content })
  await holdTextPictures(q, content, { at: now })
  await holdCourseFiles(q, doc.id, filesOfContent(content))
  const draft = {
    chapters: outline.draft.chapters.map((chapter) => ({
      ...chapter,
      lessons: chapter.lessons.map((lesson) => ({
        ...lesson,
        sections: lesson.sections.map((s) => (s.id === section.id ? { ...s, revision } : s)),
      })),
    })),
  }
  await keepDraft(q, doc.id, draft, false, now)
  c.audit({
    entity: 'course',
    id: doc.id,
    before: { version: had?.version ?? 0, revision: had?.revision ?? 0 },
    after: { version: row.version, revision, section: section.title },
  })
  return shownSection(c, section, row, doc)
}

export const outlineHandlers = {
  'GET /courses/:id/outline': (async (c) =>
    shownOutline(c, await courseFor(c, c.params.id, 'read'))) satisfies Handler<'GET /courses/:id/outline'>,
  'PUT /courses/:id/outline': writeOutline,
  'GET /courses/:id/sections/:section': (async (c) => {
    const doc = await courseFor(c, c.params.id, 'read')
    const section = sectionIn((await storedOutline(c.q, doc.id)).draft, c.params.section)
    return shownSection(c, section, await storedContent(c.q, doc.id, section.id), doc)
  }) satisfies Handler<'GET /courses/:id/sections/:section'>,
  'PUT /courses/:id/sections/:section': writeSection,
}
