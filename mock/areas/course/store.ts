/** Outlines and what their sections say, as they are kept. */
import { lessonsOf, isEmptyContent, sectionsOf } from '#src/contract/course/outline.ts'
import type { Outline, SectionContent } from '#src/contract/course/outline.schema.ts'
import type { Queryable } from '#mock/db/db.ts'

export interface OutlineRow {
  course_id: string
  version: number
  draft: Outline
  published: Outline | null
  published_at: string | null
}
/** @param lock held until the transaction ends: who else writes the outline or its sections waits */
export async function storedOutline(q: Queryable, id: string, lock?: 'lock'): Promise<OutlineRow> {
  const { rows } = await q.query<OutlineRow>(
    `select course_id, version, draft, published, published_at from course_outline where course_id = $1${lock ? ' for update' : ''}`,
    [id],
  )
  if (!rows[0]) throw new Error(`course ${id} has no outline`)
  return rows[0]
}

/** Figures of a draft that lists show; hours come in halves, so that sums are exact. */
export function figuresOf(draft: Outline) {
  const lessons = lessonsOf(draft)
  return {
    lessons: lessons.length,
    theory: lessons.reduce((n, l) => n + l.theory, 0),
    experiment: lessons.reduce((n, l) => n + l.experiment, 0),
  }
}

/** @param renewed the outline was written; what a section says has a version of its own */
export async function keepDraft(q: Queryable, id: string, draft: Outline, renewed: boolean, now: Date): Promise<void> {
  const { lessons, theory, experiment } = figuresOf(draft)
  const sections = sectionsOf(draft).map((s) => s.id)
  await q.query(
    `update course_outline set draft = $2::jsonb, lessons = $3, theory = $4, experiment = $5, updated_at = $6,
       version = version + $7, changed = published is not null and published <> $2::jsonb,
       empty = cardinality($8::text[]) - (select count(*) from (
         select distinct on (section_id) written from course_content
         where course_id = $1 and section_id = any($8::text[]) order by section_id, revision desc) c where c.written)
     where course_id = $1`,
    [id, JSON.stringify(draft), lessons, theory, experiment, now.toISOString(), renewed ? 1 : 0, sections],
  )
}

export interface ContentRow {
  section_id: string
  revision: number
  version: number
  content: SectionContent
  updated_at: string
  updated_by: string
}
/** The newest revision of each section that has one. */
export async function storedContents(q: Queryable, id: string): Promise<ReadonlyMap<string, ContentRow>> {
  const { rows } = await q.query<ContentRow>(
    `select distinct on (section_id) section_id, revision, version, content, updated_at, updated_by from course_content
     where course_id = $1 order by section_id, revision desc`,
    [id],
  )
  return new Map(rows.map((r) => [r.section_id, r]))
}
/** The revisions that an outline shows. */
export async function contentsOf(
  q: Queryable,
  id: string,
  sections: readonly { id: string; revision: number }[],
): Promise<ReadonlyMap<string, ContentRow>> {
  const { rows } = await q.query<ContentRow>(
    `select c.section_id, c.revision, c.version, c.content, c.updated_at, c.updated_by from course_content c
     join jsonb_to_recordset($2::jsonb) as w(id text, revision integer) on c.section_id = w.id and c.revision = w.revision
     where c.course_id = $1`,
    [id, JSON.stringify(sections.map(({ id: section, revision }) => ({ id: section, revision })))],
  )
  return new Map(rows.map((r) => [r.section_id, r]))
}
export async function storedContent(q: Queryable, id: string, section: string): Promise<ContentRow | undefined> {
  const { rows } = await q.query<ContentRow>(
    `select section_id, revision, version, content, updated_at, updated_by from course_content
     where course_id = $1 and section_id = $2 order by revision desc limit 1`,
    [id, section],
  )
  return rows[0]
}

/** Puts revisions in their places, or adds them; the questions they ask are kept from being removed. */
export async function keepContents(q: Queryable, id: string, rows: readonly ContentRow[]): Promise<void> {
  if (!rows.length) return
  await q.query(
    `insert into course_content (course_id, section_id, revision, version, content, written, updated_at, updated_by)
     select $1, r.section_id, r.revision, r.version, r.content, r.written, r.updated_at, r.updated_by
     from jsonb_to_recordset($2::jsonb) as r(section_id text, revision integer, version integer, content jsonb, written boolean,
       updated_at timestamptz, updated_by text)
     on conflict (course_id, section_id, revision) do update
       set version = excluded.version, content = excluded.content, written = excluded.written,
         updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
    [id, JSON.stringify(rows.map((r) => ({ ...r, written: !isEmptyContent(r.content) })))],
  )
  await noteQuestions(q, id)
}
export const keepContent = (q: Queryable, id: string, row: ContentRow): Promise<void> => keepContents(q, id, [row])

/** Which questions a course asks, in any revision: tries name them. */
export async function noteQuestions(q: Queryable, id: string): Promise<void> {
  await q.query('delete from course_question where course_id = $1', [id])
  await q.query(
    `insert into course_question (course_id, question_id)
     select distinct $1, i->>'question_id' from course_content c cross join jsonb_array_elements(c.content->'items') i
     where c.course_id = $1 and c.content->>'kind' in ('quiz', 'homework')`,
    [id],
  )
}
