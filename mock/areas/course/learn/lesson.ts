/** A lesson with what its sections say and where the caller is in them; and what they read of it. */
import type { LearnLesson } from '#src/contract/course/learn.schema.ts'
import { completionOf, lessonsOf, saidRules } from '#src/contract/course/outline.ts'
import { Fail, type Handler } from '#mock/http/request/handler.ts'
import { placeIn, saysDone, shownContent } from '../kinds.ts'
import { titleOf } from './cards.ts'
import { lessonLine } from './lessonLines.ts'
import { cameTo, completeCourse, shownContents, keepDoing, mustBeOpen, openSection } from './progress.ts'
import { learnableCourse, recordsOf, courseTexts } from './seen.ts'

export const readLesson: Handler<'GET /learning/courses/:id/lessons/:lesson'> = async ({
  q,
  who,
  platform,
  params,
  query,
}) => {
  const now = platform.now()
  const course = await learnableCourse(q, who, params.id, { now, preview: query.preview })
  const lessons = lessonsOf(course.outline)
  const n = lessons.findIndex((l) => l.id === params.lesson)
  const lesson = lessons[n]
  const chapter = course.outline.chapters.find((ch) => ch.lessons.some((l) => l.id === params.lesson))
  if (!lesson || !chapter) throw new Fail('not_found')
  const records = (await recordsOf(q, who, [course]))(course.id)
  mustBeOpen(course, lesson, records, now)
  const contents = await shownContents(q, course.id, lesson.sections)
  const line = lessonLine(course, lesson, records, now)
  const reading = { q, who, now, language: query.language ?? '' }
  const sections: LearnLesson['sections'] = []
  const { rows: chosen } = await q.query<{ captions: string | null }>(
    'select captions from learner_choice where user_id = $1',
    [who.id],
  )
  for (const [i, s] of lesson.sections.entries()) {
    const about = line.sections[i]
    if (!about) continue
    const record = records.get(s.id)
    sections.push({
      ...about,
      revision: s.revision,
      place: record?.place ?? 0,
      content: await shownContent(reading, { course, section: s, content: contents.get(s.id), record }),
    })
  }
  const { name, language, translation } = courseTexts(course)
  const [before, after] = [lessons[n - 1], lessons[n + 1]]
  const at = course.member?.at_section ?? null
  return {
    course: { id: course.id, name: name ?? '', language, translation: translation && { name: translation.name } },
    preview: course.preview,
    chapter: titleOf(chapter),
    ...line,
    sections,
    files: lesson.files ?? [],
    at: lesson.sections.some((s) => s.id === at) ? at : null,
    before: before ? titleOf(before) : null,
    after: after ? titleOf(after) : null,
    captions: chosen[0]?.captions ?? null,
  }
}

export const keepCaptions: Handler<'PUT /learning/captions'> = async ({ q, who, body }) => {
  await q.query(
    `insert into learner_choice (user_id, captions) values ($1, $2) on conflict (user_id) do update set captions = excluded.captions`,
    [who.id, body.language],
  )
  return body
}

export const keepPlace: Handler<'POST /learning/courses/:id/sections/:section/place'> = async (c) => {
  const { q, who, platform, params, body } = c
  const open = await openSection(c, params.id, params.section)
  const place = placeIn(open.section.kind, body.place)
  await q.query(
    `insert into course_record (course_id, user_id, section_id, place, updated_at) values ($1, $2, $3, $4, $5)
     on conflict (course_id, user_id, section_id) do update set place = excluded.place, updated_at = excluded.updated_at`,
    [open.course.id, who.id, open.section.id, place, platform.now().toISOString()],
  )
  await cameTo(c, open)
  return { place }
}

export const readToEnd: Handler<'POST /learning/courses/:id/sections/:section/done'> = async (c) => {
  const open = await openSection(c, c.params.id, c.params.section)
  const { section } = open
  const { kind, rule } = section
  if (!saysDone(kind) || !saidRules.has(rule) || !completionOf[kind].includes(rule))
    throw new Fail('not_allowed_in_state')
  if (c.body.revision !== section.revision) throw new Fail('stale_version')
  await keepDoing(c, open, { done: true })
  return { completed: await completeCourse(c, open) }
}
