/** A lesson on its way into a course: its place, its sections and all they say, as one row of a plan. Outside of courses there are none. */
import { z } from 'zod'
import { LocalId } from '#src/contract/bank/question.schema.ts'
import { course } from '#src/contract/course/course.ts'
import { completionOf } from '#src/contract/course/outline.ts'
import {
  OtherTitle,
  OutlineLesson,
  OutlineSection,
  SectionContent,
  Title,
} from '#src/contract/course/outline.schema.ts'
import { Id } from '#src/contract/lib/crud.ts'
import { field, type NamedResourceSpec } from '#src/contract/lib/resource.ts'

const Section = OutlineSection.omit({ revision: true })
  .extend({ content: SectionContent })
  .refine((s) => s.content.kind === s.kind, { path: ['kind'], params: { rule: 'not_of_kind' } })
  .refine((s) => completionOf[s.kind].includes(s.rule), { path: ['rule'], params: { rule: 'not_of_kind' } })
export type ImportedSection = z.output<typeof Section>

export const ImportedLesson = OutlineLesson.omit({ sections: true }).extend({
  course_id: Id,
  chapter: z.strictObject({ id: LocalId, title: Title, title_other: OtherTitle }),
  sections: z.array(Section).max(30),
})
export type ImportedLesson = z.output<typeof ImportedLesson>
export const lessonFields = Object.keys(ImportedLesson.shape)

/** What the plan knows of a resource: who may write it is who may write courses. */
const { audience: _audience, owned: _owned, ...spec }: NamedResourceSpec = course
export const lessonSpec: NamedResourceSpec = {
  ...spec,
  name: 'course-lesson',
  label: 'title',
  fields: {
    course_id: field.ref('course'),
    chapter: field.list,
    title: field.text,
    title_other: field.text,
    sections: field.list,
    files: field.list,
  },
  find: [],
  filter: [],
  sort: [],
  unique: [],
  verbs: ['create'],
  usedBy: [],
}

const between = '.'
/** A lesson is told by its course and its own id. */
export const lessonRowId = (course_id: string, lesson: string): string => `${course_id}${between}${lesson}`
export const lessonOfRow = (id: string): { course: string; lesson: string } => {
  const at = id.indexOf(between)
  return { course: id.slice(0, at), lesson: id.slice(at + 1) }
}
