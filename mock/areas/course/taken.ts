/**
 * Lessons taken from other courses. What is taken is a copy: who learns here is not moved by an edit there. It knows where it comes from, so that the
 * newer one is offered, and each section which one it was, so that records of learners go on when it is taken.
 */
import { randomUUID } from 'node:crypto'
import { lessonsOf, outlineLimits, sectionsOf } from '#src/contract/course/outline.ts'
import type { Outline, OutlineLesson } from '#src/contract/course/outline.schema.ts'
import type { LessonUses } from '#src/contract/course/taken.routes.ts'
import { deepEqual } from '#src/contract/lib/equal.ts'
import { resources } from '#src/contract/resources.ts'
import { type DataOf, wholeDocument } from '#mock/crud/documents.ts'
import { seenText } from '#mock/crud/ownership.ts'
import type { CallerContext } from '#mock/crud/setting.ts'
import { tableOf } from '#mock/crud/shape.ts'
import { where } from '#mock/crud/where.ts'
import { Fail, type Handler } from '#mock/http/request/handler.ts'
import { holdTextPictures } from '../bank/pictures.ts'
import { courseFor, notOthersDraft, takesDraft } from './course.ts'
import { canonicalDigest } from './imported.ts'
import { copyLabDrawing } from './lab/content.ts'
import { titleOf } from './learn/cards.ts'
import { filesOfContent, filesOfOutline, holdCourseFiles } from './media/named.ts'
import { shownOutline } from './outline.ts'
import {
  type ContentRow,
  contentsOf,
  keepContents,
  keepDraft,
  type OutlineRow,
  storedContents,
  storedOutline,
} from './store.ts'

type Doc = Awaited<ReturnType<typeof courseFor>>
const nameOf = ({ id, data }: { id: string; data: DataOf<'course'> }) => {
  const { name, language, translation } = wholeDocument(data)
  return { id, name: name ?? '', language, translation: translation && { name: translation.name } }
}

interface TakenFrom {
  doc: Doc
  outline: Outline
  contents: ReadonlyMap<string, ContentRow>
}
/** The course as the caller may copy it. Throws where they may not. */
async function offered(c: CallerContext, id: string): Promise<TakenFrom> {
  const doc = await courseFor(c, id, 'copy')
  const { draft, published } = await storedOutline(c.q, doc.id)
  const shown = published && !(await takesDraft(c, doc)) ? published : undefined
  return {
    doc,
    outline: shown ?? draft,
    contents: shown ? await contentsOf(c.q, doc.id, sectionsOf(shown)) : await storedContents(c.q, doc.id),
  }
}
const lessonIn = (outline: Outline, id: string): OutlineLesson => {
  const found = lessonsOf(outline).find((l) => l.id === id)
  if (!found) throw new Fail('not_found')
  return found
}
/** All that is taken of it: when it opens is each course's own. */
const digestOf = ({ contents }: TakenFrom, l: OutlineLesson): string =>
  canonicalDigest({
    ...titleOf(l),
    theory: l.theory,
    experiment: l.experiment,
    files: l.files ?? [],
    sections: l.sections.map((section) => {
      const { revision: _, ...s } = section
      return { ...s, content: contents.get(s.id)?.content ?? null }
    }),
  })

/** Writes what a lesson there says into the draft here. @param was the lesson that is renewed */
async function take(
  c: CallerContext,
  { doc, had }: { doc: Doc; had: OutlineRow },
  from: TakenFrom,
  lesson: OutlineLesson,
  { was, place }: { was?: OutlineLesson; place: (taken: OutlineLesson) => Outline },
): Promise<OutlineLesson> {
  const { q, who, platform } = c
  const now = platform.now()
  const mine = await storedContents(q, doc.id)
  const shown = new Map((had.published ? sectionsOf(had.published) : []).map((s) => [s.id, s.revision]))
  const known = new Map(
    (was?.sections ?? []).flatMap((s) => {
      const there = was?.taken_from?.sections[s.id]
      return there === undefined ? [] : [[there, s] as const]
    }),
  )
  const sections: Record<string, string> = {}
  const rows: { row: ContentRow; of: ContentRow }[] = []
  const taken: OutlineLesson = {
    ...titleOf(lesson),
    id: was?.id ?? randomUUID().slice(0, 12),
    theory: lesson.theory,
    experiment: lesson.experiment,
    after: was?.after ?? null,
    opens_at: was?.opens_at ?? null,
    with_hour: was?.with_hour ?? false,
    ...(lesson.files ? { files: lesson.files } : {}),
    sections: lesson.sections.map((section) => {
      const { revision: _, ...s } = section
      const before = known.get(s.id)
      // what it says is of one kind: another kind is another section
      const id = before?.kind === s.kind ? before.id : randomUUID().slice(0, 12)
      sections[id] = s.id
      const of = from.contents.get(s.id)
      const old = mine.get(id)
      if (!of) return { ...s, id, revision: old?.revision ?? 0 }
      if (old && deepEqual(old.content, of.content)) return { ...s, id, revision: old.revision }
      // what learners see here stays as it is until the draft is published
      const revision = old === undefined ? 1 : old.revision <= (shown.get(id) ?? 0) ? old.revision + 1 : old.revision
      const hand = { updated_at: now.toISOString(), updated_by: who.id }
      rows.push({
        row: { section_id: id, revision, version: (old?.version ?? 0) + 1, content: of.content, ...hand },
        of,
      })
      return { ...s, id, revision }
    }),
    taken_from: { course: from.doc.id, lesson: lesson.id, digest: digestOf(from, lesson), sections },
  }
  await keepContents(
    q,
    doc.id,
    rows.map((r) => r.row),
  )
  for (const { row, of } of rows) {
    const to = { course: doc.id, section: row.section_id, revision: row.revision }
    await q.query('delete from course_drawing where course_id = $1 and section_id = $2 and revision = $3', [
      to.course,
      to.section,
      to.revision,
    ])
    await copyLabDrawing(q, { course: from.doc.id, section: of.section_id, revision: of.revision }, to)
    await holdTextPictures(q, row.content, { at: now })
  }
  const chapter = { id: '', title: '', title_other: '', lessons: [taken] }
  await holdCourseFiles(q, doc.id, [
    ...filesOfOutline({ chapters: [chapter] }),
    ...rows.flatMap(({ row }) => filesOfContent(row.content)),
  ])
  await keepDraft(q, doc.id, place(taken), true, now)
  return taken
}

/** The course that is written, held, at the version the caller knows. */
async function writable(c: CallerContext, id: string, version: number) {
  const doc = await courseFor(c, id, 'update', 'lock')
  const had = await storedOutline(c.q, doc.id, 'lock')
  if (version !== had.version) throw new Fail('stale_version', { current: await shownOutline(c, doc, had) })
  return { doc, had }
}

const takeLesson: Handler<'POST /courses/:id/lessons'> = async (c) => {
  const { body } = c
  const here = await writable(c, c.params.id, body.version)
  const { draft } = here.had
  const from = await offered(c, body.course_id)
  const lesson = lessonIn(from.outline, body.lesson_id)
  const full = (rule: string) => new Fail('validation', { fields: [{ path: 'chapter', rule }] })
  if (lessonsOf(draft).length >= outlineLimits.lessons) throw full('too_many_lessons')
  const into = draft.chapters.find((chapter) => chapter.id === body.chapter)
  if (body.chapter !== null && !into) throw full('unknown_reference')
  if (!into && draft.chapters.length >= outlineLimits.chapters) throw full('unknown_reference')
  const place = (taken: OutlineLesson): Outline => ({
    chapters: into
      ? draft.chapters.map((ch) => (ch === into ? { ...ch, lessons: [...ch.lessons, taken] } : ch))
      : [
          ...draft.chapters,
          {
            id: randomUUID().slice(0, 12),
            title: taken.title,
            title_other: taken.title_other,
            lessons: [taken],
          },
        ],
  })
  const { id: made } = await take(c, here, from, lesson, { place })
  c.audit({ entity: 'course', id: here.doc.id, details: { from: from.doc.data.name ?? '', name: lesson.title } })
  return { ...(await shownOutline(c, here.doc)), made }
}

const renewLesson: Handler<'POST /courses/:id/lessons/:lesson/renew'> = async (c) => {
  const here = await writable(c, c.params.id, c.body.version)
  const { draft } = here.had
  const was = lessonIn(draft, c.params.lesson)
  if (!was.taken_from) throw new Fail('not_allowed_in_state', { action: 'update' })
  const from = await offered(c, was.taken_from.course)
  const lesson = lessonIn(from.outline, was.taken_from.lesson)
  const place = (taken: OutlineLesson): Outline => ({
    chapters: draft.chapters.map((ch) => ({ ...ch, lessons: ch.lessons.map((l) => (l === was ? taken : l)) })),
  })
  await take(c, here, from, lesson, { was, place })
  c.audit({ entity: 'course', id: here.doc.id, details: { from: from.doc.data.name ?? '', name: lesson.title } })
  return shownOutline(c, here.doc)
}

/** Where it was taken from, as the caller sees that now. */
async function fromOf(c: CallerContext, taken: NonNullable<OutlineLesson['taken_from']>): Promise<LessonUses['from']> {
  const refused = (e: unknown): undefined => {
    if (e instanceof Fail) return undefined
    throw e
  }
  const from = await offered(c, taken.course).catch(refused)
  const lesson = from && lessonsOf(from.outline).find((l) => l.id === taken.lesson)
  if (from && lesson)
    return {
      state: digestOf(from, lesson) === taken.digest ? 'same' : 'newer',
      course: nameOf(from.doc),
      lesson: titleOf(lesson),
    }
  // who may not take it may still see which course it is
  const doc = from?.doc ?? (await courseFor(c, taken.course, 'read').catch(refused))
  return { state: 'gone', course: doc ? nameOf(doc) : null, lesson: null }
}

const lessonUses: Handler<'GET /courses/:id/lessons/:lesson/uses'> = async (c) => {
  const { q, who, params } = c
  const doc = await courseFor(c, params.id, 'update')
  const lesson = lessonIn((await storedOutline(q, doc.id)).draft, params.lesson)
  const w = where()
  const here = JSON.stringify({ course: doc.id, lesson: lesson.id })
  w.and(`o.draft @> jsonb_build_object('chapters', jsonb_build_array(jsonb_build_object('lessons', jsonb_build_array(
    jsonb_build_object('taken_from', ${w.add(here)}::jsonb)))))`)
  w.and(seenText(resources.course.line, who, w.add))
  w.and(notOthersDraft(who, w.add))
  w.and(`l.v->'taken_from' @> ${w.add(here)}::jsonb`)
  const { rows } = await q.query<{ id: string; data: DataOf<'course'>; lesson: OutlineLesson }>(
    `select t.id, t.data, l.v as lesson from ${tableOf('course')} t join course_outline o on o.course_id = t.id
       cross join lateral jsonb_array_elements(o.draft->'chapters') ch(v) cross join lateral jsonb_array_elements(ch.v->'lessons') l(v)
     ${w.text()} order by t.data->>'name', t.id limit 50`,
    w.params,
  )
  return {
    from: lesson.taken_from ? await fromOf(c, lesson.taken_from) : null,
    uses: rows.map((r) => ({ course: nameOf(r), lesson: titleOf(r.lesson) })),
  }
}

const offeredLessons: Handler<'GET /courses/:id/lessons'> = async (c) => {
  const { doc, outline } = await offered(c, c.params.id)
  return {
    course: nameOf(doc),
    chapters: outline.chapters.map((chapter) => ({
      ...titleOf(chapter),
      lessons: chapter.lessons.map((l) => ({ ...titleOf(l), sections: l.sections.map((s) => s.kind) })),
    })),
  }
}

export const takenHandlers = {
  'GET /courses/:id/lessons': offeredLessons,
  'GET /courses/:id/lessons/:lesson/uses': lessonUses,
  'POST /courses/:id/lessons': takeLesson,
  'POST /courses/:id/lessons/:lesson/renew': renewLesson,
}
