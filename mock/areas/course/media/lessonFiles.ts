/** What a learner takes along of a lesson: its files, documents that may be downloaded, and the words of its videos. */
import { createReadStream } from 'node:fs'
import fs from 'node:fs/promises'
import { mediaLimits } from '#src/contract/course/media.ts'
import { lessonsOf } from '#src/contract/course/outline.ts'
import type { OutlineLesson } from '#src/contract/course/outline.schema.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Handler } from '#mock/http/request/handler.ts'
import { attachmentFile } from '../../bank/attachment/store.ts'
import { mustBeOpen, shownContents } from '../learn/progress.ts'
import { learnableCourse, type LearnedCourse, recordsOf } from '../learn/seen.ts'
import { openMedia } from './open.ts'
import { captionsIn } from './probe.ts'

/** Lessons that give a file away: beside them, or as a document that may be downloaded. */
async function lessonsWith(q: Queryable, { id, outline }: LearnedCourse, file: string): Promise<OutlineLesson[]> {
  const lessons = lessonsOf(outline)
  const beside = lessons.filter((l) => (l.files ?? []).some((f) => f.file === file))
  if (beside.length) return beside
  const documents = lessons.flatMap((l) => l.sections.filter((s) => s.kind === 'document'))
  const contents = await shownContents(q, id, documents)
  const gives = new Set(
    [...contents].flatMap(([section, c]) =>
      c.kind === 'document' && c.download && (c.pdf?.file === file || c.pdf_other?.file === file) ? [section] : [],
    ),
  )
  return lessons.filter((l) => l.sections.some((s) => gives.has(s.id)))
}

export const downloadLessonFile: Handler<'GET /learning/courses/:id/files/:file'> = async (c) => {
  const { q, who, platform, params, query } = c
  const now = platform.now()
  const course = await learnableCourse(q, who, params.id, { now, preview: query.preview })
  const [first, ...more] = await lessonsWith(q, course, params.file)
  if (!first) throw new Fail('not_found')
  const records = (await recordsOf(q, who, [course]))(course.id)
  // one of them open is enough
  const isOpen = (l: OutlineLesson) => {
    try {
      mustBeOpen(course, l, records, now)
      return true
    } catch {
      return false
    }
  }
  if (!more.some(isOpen)) mustBeOpen(course, first, records, now)
  const { rows } = await q.query<{ id: string; name: string; size: number }>(
    `select id, name, size from attachment where id = $1 and state = 'here'`,
    [params.file],
  )
  const [row] = rows
  if (!row) throw new Fail('not_found')
  c.audit({ entity: 'course', id: course.id, details: { file: row.name } })
  const file = attachmentFile(platform.files, row.id)
  return {
    name: row.name,
    type: 'application/octet-stream',
    size: Number(row.size),
    body: createReadStream(file),
    part: (start: number, end: number) => createReadStream(file, { start, end }),
  }
}

export const readCaptions: Handler<'GET /learning/courses/:id/sections/:section/captions/:file'> = async (c) => {
  const { q, who, platform, params, query } = c
  const { named } = await openMedia(
    q,
    who,
    { course_id: params.id, section_id: params.section, file_id: params.file, preview: query.preview === true },
    platform.now(),
  )
  if (named.use !== 'captions' || named.file.size > mediaLimits.captions) throw new Fail('not_found')
  const verdict = captionsIn(await fs.readFile(attachmentFile(platform.files, params.file)))
  return { cues: verdict.ok ? verdict.cues : [] }
}
