/** A report that was marked makes its lab done for its author, where the lab is done by its report. Done stays done. */
import { courseProgress } from '#src/contract/course/learn.ts'
import type { Outline } from '#src/contract/course/outline.schema.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { writeEvidence } from '../../record/write.ts'
import { completeFor } from '../learn/progress.ts'
import { recordsOfMany, sectionInOutline } from '../learn/seen.ts'
import type { ReportRow } from './report.ts'

interface Marking {
  q: Queryable
  platform: Platform
}
export async function doneByReport(
  { q, platform }: Marking,
  row: Pick<ReportRow, 'course_id' | 'section_id' | 'user_id'>,
  share: number,
): Promise<void> {
  const { rows } = await q.query<{ published: Outline | null; name: string; skills: string[]; state: string | null }>(
    `select o.published, t.data->>'name' as name,
       coalesce(t.data->'skills', '[]'::jsonb) as skills, m.state from course_outline o join r_course t on t.id = o.course_id
     left join course_member m on m.course_id = o.course_id and m.user_id = $2 where o.course_id = $1`,
    [row.course_id, row.user_id],
  )
  const [course] = rows
  const section = course?.published && sectionInOutline(course.published, row.section_id)?.section
  if (!course?.published || section?.rule !== 'report') return
  const at = platform.now().toISOString()
  await q.query('select 1 from course_member where course_id = $1 and user_id = $2 for update', [
    row.course_id,
    row.user_id,
  ])
  await q.query(
    `insert into course_record (course_id, user_id, section_id, done_at, rule, revision, share, updated_at)
     values ($1, $2, $3, $4, 'report', $5, $6, $7)
     on conflict (course_id, user_id, section_id) do update set
       done_at = coalesce(course_record.done_at, excluded.done_at),
       rule = case when course_record.done_at is null then excluded.rule else course_record.rule end,
       revision = case when course_record.done_at is null then excluded.revision else course_record.revision end,
       share = greatest(course_record.share, excluded.share), updated_at = excluded.updated_at`,
    [row.course_id, row.user_id, row.section_id, share >= section.share ? at : null, section.revision, share, at],
  )
  const line = { user_id: row.user_id, subject: row.course_id, title: course.name, points: course.skills }
  // marked anew is another line: none is ever changed
  await writeEvidence(q, platform, [
    { ...line, kind: 'section', part: section, version: section.revision, result: share },
  ])
  if (course.state !== 'learning') return
  const records = await recordsOfMany(q, row.course_id, [row.user_id])
  if (!courseProgress(course.published, records(row.user_id)).complete) return
  const { name, skills, published: outline } = course
  await completeFor(q, platform, { id: row.course_id, name, skills, outline }, row.user_id)
}
