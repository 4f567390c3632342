/** Which files a section or a lesson names, and that they are there to be named. */
import type { CourseFileUse } from '#src/contract/course/media.ts'
import type { CourseFile } from '#src/contract/course/media.schema.ts'
import type { Outline, SectionContent } from '#src/contract/course/outline.schema.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail } from '#mock/http/request/handler.ts'

/** Under this name courses stand among what holds files. */
export const courseHolder = 'course'

export interface NamedFile {
  file: CourseFile
  use: CourseFileUse
  /** Below `content` of a section, or `chapters` of an outline. */
  path: string
}
const one = (file: CourseFile | null | undefined, use: CourseFileUse, path: string): NamedFile[] =>
  file ? [{ file, use, path }] : []

export function filesOfContent(content: SectionContent): NamedFile[] {
  switch (content.kind) {
    case 'video':
      return [
        ...one(content.video, 'video', 'content.video'),
        ...one(content.video_other, 'video', 'content.video_other'),
        ...content.captions.flatMap((c, n) => one(c, 'captions', `content.captions.${n}`)),
      ]
    case 'document':
    case 'slides':
      return [...one(content.pdf, 'pdf', 'content.pdf'), ...one(content.pdf_other, 'pdf', 'content.pdf_other')]
    case 'package':
      return [
        ...one(content.pack, 'package', 'content.pack'),
        ...one(content.pack_other, 'package', 'content.pack_other'),
      ]
    default:
      return []
  }
}
export const filesOfOutline = (outline: Outline): NamedFile[] =>
  outline.chapters.flatMap((c, x) =>
    c.lessons.flatMap((l, y) =>
      (l.files ?? []).flatMap((f, n) => one(f, 'file', `chapters.${x}.lessons.${y}.files.${n}`)),
    ),
  )

/**
 * Each must have come for what it is named for, and be the writer's own or this course's since earlier. Its name and size are what the store has.
 * @throws Fail validation `unknown_file`
 */
export async function checkCourseFiles(
  q: Queryable,
  named: readonly NamedFile[],
  { course, owner }: { course: string; owner: string },
): Promise<void> {
  if (!named.length) return
  const { rows } = await q.query<{ id: string; name: string; size: number; use: CourseFileUse }>(
    `select a.id, a.name, a.size, f.use from attachment a join course_file f on f.attachment_id = a.id
     where a.id = any($1::text[]) and a.state = 'here' and (
       exists (select 1 from attachment_use u where u.attachment_id = a.id and u.holder = $2 and u.holder_id = $3)
       or (a.owner = $4 and not exists (select 1 from attachment_use u where u.attachment_id = a.id)))
     order by a.id for key share of a`,
    [named.map((n) => n.file.file), courseHolder, course, owner],
  )
  const known = new Map(rows.map((r) => [r.id, r]))
  const fields: FieldProblem[] = []
  for (const { file, use, path } of named) {
    const row = known.get(file.file)
    if (row?.use === use) Object.assign(file, { name: row.name, size: Number(row.size) })
    else fields.push({ path, rule: 'unknown_file' })
  }
  if (fields.length) throw new Fail('validation', { fields })
}

/** They stay as long as the course does: an edition that was shown once may be learnt from still. */
export async function holdCourseFiles(q: Queryable, course: string, named: readonly NamedFile[]): Promise<void> {
  if (!named.length) return
  await q.query(
    `insert into attachment_use (attachment_id, holder, holder_id, secret)
     select id, $2, $3, false from attachment where id = any($1::text[]) on conflict do nothing`,
    [named.map((n) => n.file.file), courseHolder, course],
  )
}
