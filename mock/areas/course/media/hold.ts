/** Files of a course that is copied, removed or put back. */
import type { Outline, SectionContent } from '#src/contract/course/outline.schema.ts'
import type { Queryable } from '#mock/db/db.ts'
import { courseHolder, filesOfContent, filesOfOutline, holdCourseFiles } from './named.ts'

export const copyCourseFiles = (q: Queryable, from: string, to: string): Promise<unknown> =>
  q.query(
    `insert into attachment_use (attachment_id, holder, holder_id, secret)
     select attachment_id, holder, $3, secret from attachment_use where holder = $1 and holder_id = $2 on conflict do nothing`,
    [courseHolder, from, to],
  )

/** Nothing names them any more; they stay as long as the course may be put back, and a little longer. */
export async function letFilesGo(q: Queryable, course: string, now: Date): Promise<void> {
  await q.query(
    `with gone as (delete from attachment_use where holder = $1 and holder_id = $2 returning attachment_id)
     update attachment a set created_at = $3 from gone where a.id = gone.attachment_id`,
    [courseHolder, course, now.toISOString()],
  )
}

export async function holdFilesAgain(q: Queryable, course: string): Promise<void> {
  const { rows } = await q.query<{ content: SectionContent }>(
    'select content from course_content where course_id = $1',
    [course],
  )
  const { rows: outlines } = await q.query<{ draft: Outline; published: Outline | null }>(
    'select draft, published from course_outline where course_id = $1',
    [course],
  )
  await holdCourseFiles(q, course, [
    ...rows.flatMap((r) => filesOfContent(r.content)),
    ...outlines.flatMap((o) => [o.draft, ...(o.published ? [o.published] : [])].flatMap(filesOfOutline)),
  ])
}
