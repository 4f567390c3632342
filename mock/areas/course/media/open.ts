/** Which file of a section somebody may have now: what the section shows in their edition names it, and its lesson is open to them. */
import type { SectionContent } from '#src/contract/course/outline.schema.ts'
import type { RowViewer } from '#mock/crud/ownership.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail } from '#mock/http/request/handler.ts'
import { mustBeOpen, type OpenSection, shownContents } from '../learn/progress.ts'
import { learnableCourse, recordsOf, sectionInOutline } from '../learn/seen.ts'
import { filesOfContent, type NamedFile } from './named.ts'

export interface MediaPlace {
  course_id: string
  section_id: string
  file_id: string
  /** Of what is being written, for whoever may change it. */
  preview: boolean
}
export interface OpenMedia extends OpenSection {
  content: SectionContent
  named: NamedFile
}
/** @throws Fail `not_found` of what is not there for them, or what keeps the lesson closed */
export async function openMedia(q: Queryable, who: RowViewer, at: MediaPlace, now: Date): Promise<OpenMedia> {
  const course = await learnableCourse(q, who, at.course_id, { now, preview: at.preview })
  const found = sectionInOutline(course.outline, at.section_id)
  if (!found) throw new Fail('not_found')
  const records = (await recordsOf(q, who, [course]))(course.id)
  mustBeOpen(course, found.lesson, records, now)
  const content = (await shownContents(q, course.id, [found.section])).get(found.section.id)
  const named = content && filesOfContent(content).find((n) => n.file.file === at.file_id)
  if (!content || !named) throw new Fail('not_found')
  return { course, records, ...found, content, named }
}
