/** Files that a section names, looked up when it is written. */
import type { ContentOf } from '#src/contract/course/outline.ts'
import type { SectionContent } from '#src/contract/course/outline.schema.ts'
import { present } from '#src/contract/lib/typed.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Caller } from '#mock/http/request/handler.ts'
import { checkCourseFiles, filesOfContent } from './named.ts'

export async function settleFiles<C extends SectionContent>(
  q: Queryable,
  content: C,
  _had: unknown,
  who: Caller,
  { course }: { course: string },
): Promise<C> {
  await checkCourseFiles(q, filesOfContent(content), { course, owner: who.id })
  return content
}

/** A video that says how long it is, is so long; of another its author says it. Chapters come in the order of their seconds. */
export async function settleVideo(
  q: Queryable,
  content: ContentOf<'video'>,
  had: unknown,
  who: Caller,
  { course }: { course: string },
): Promise<ContentOf<'video'>> {
  await settleFiles(q, content, had, who, { course })
  const videos = [content.video, content.video_other].flatMap((v) => v ?? [])
  const { rows } = await q.query<{ id: string; seconds: number }>(
    'select attachment_id as id, seconds from course_file where attachment_id = any($1::text[]) and seconds is not null',
    [videos.map((v) => v.file)],
  )
  for (const { id, seconds } of rows) present(videos.find((v) => v.file === id)).seconds = seconds
  return { ...content, chapters: content.chapters.toSorted((a, b) => a.at - b.at) }
}
