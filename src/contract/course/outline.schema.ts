import { z } from 'zod'
import { LocalId } from '../bank/question.schema.ts'
import { Id, Timestamp } from '../lib/crud.ts'
import { OneLine } from '../lib/oneLine.schema.ts'
import { sized } from '../lib/text.ts'
import { CourseFile, DocumentBody, VideoBody } from './media.schema.ts'
import { mediaLimits } from './media.ts'
import { LabContent } from './lab.schema.ts'
import { HomeworkContent } from './homework.schema.ts'
import { PackageBody } from './package.schema.ts'
import { completionOf, completionRules, outlineLimits, sectionKinds } from './outline.ts'

export const Title = sized(OneLine.trim(), 1, outlineLimits.title)
/** The title in the other language of the course; empty where there is none. */
export const OtherTitle = sized(OneLine.trim(), 0, outlineLimits.title).default('')
const Named = { id: LocalId, title: Title, title_other: OtherTitle }

const section = z.strictObject({
  ...Named,
  kind: z.enum(sectionKinds),
  rule: z.enum(completionRules),
  /** Share of the points that `score` and `report` want, or of the seconds that `watched` does. */
  share: z.number().min(0).max(1).default(0.6),
  /** Does not count for the lesson. */
  optional: z.boolean().default(false),
  /** Minutes it is meant to take. */
  minutes: z.number().int().min(0).max(outlineLimits.minutes).default(0),
})
/** What people write of a section beside its content: the server knows its revision. */
const SectionBody = section
  .extend({
    /** A new section that begins with what this one of the same course says. */
    copy_of: LocalId.optional(),
  })
  .refine((s) => completionOf[s.kind].includes(s.rule), { path: ['rule'], params: { rule: 'not_of_kind' } })
/** `revision`: which of its contents it shows; 0 while it has none. */
export const OutlineSection = section.extend({ revision: z.number().int().min(0) })
export type OutlineSection = z.output<typeof OutlineSection>

const lesson = {
  ...Named,
  /** Class hours: of theory, and of experiments, in halves. */
  theory: z.number().min(0).max(outlineLimits.hours).multipleOf(0.5).default(0),
  experiment: z.number().min(0).max(outlineLimits.hours).multipleOf(0.5).default(0),
  /** Opens when this lesson is done; null: at once. */
  after: LocalId.nullable().default(null),
  /** Opens at this instant; null: at once. */
  opens_at: Timestamp.nullable().default(null),
  /** Opens with the class hour in which it is taught. */
  with_hour: z.boolean().default(false),
  /** To be downloaded beside it. */
  files: z.array(CourseFile).max(mediaLimits.files).optional(),
  /** The lesson of another course it was taken from, what that said then, and which of its sections each of its own was. */
  taken_from: z
    .strictObject({
      course: Id,
      lesson: LocalId,
      digest: z.string().max(64),
      sections: z.record(LocalId, LocalId),
    })
    .optional(),
}
export const OutlineLesson = z.strictObject({
  ...lesson,
  sections: z.array(OutlineSection).max(outlineLimits.sections),
})
export type OutlineLesson = z.output<typeof OutlineLesson>
const LessonBody = z.strictObject({ ...lesson, sections: z.array(SectionBody).max(outlineLimits.sections) })

const chapters = <L extends z.ZodType>(l: L) =>
  z.array(z.strictObject({ ...Named, lessons: z.array(l).max(outlineLimits.lessons) })).max(outlineLimits.chapters)
export const Outline = z.strictObject({ chapters: chapters(OutlineLesson) })
export type Outline = z.output<typeof Outline>

/** Ids once, as many lessons as a course may have, and lessons that wait for one before them only. */
export const OutlineBody = z.strictObject({ chapters: chapters(LessonBody) }).superRefine((o, ctx) => {
  const blame = (path: (string | number)[], rule: string) =>
    ctx.addIssue({ code: 'custom', message: rule, path, params: { rule } })
  const seen = new Set<string>()
  const passed = new Set<string>()
  let lessons = 0
  const once = (id: string, path: (string | number)[]) =>
    seen.has(id) ? blame([...path, 'id'], 'distinct') : seen.add(id)
  for (const [c, chapter] of o.chapters.entries()) {
    once(chapter.id, ['chapters', c])
    for (const [l, at] of chapter.lessons.entries()) {
      const path = ['chapters', c, 'lessons', l]
      once(at.id, path)
      lessons++
      if (at.after !== null && !passed.has(at.after)) blame([...path, 'after'], 'earlier_lesson')
      passed.add(at.id)
      for (const [s, { id }] of at.sections.entries()) once(id, [...path, 'sections', s])
    }
  }
  if (lessons > outlineLimits.lessons) blame(['chapters'], 'too_many_lessons')
})
export type OutlineBody = z.input<typeof OutlineBody>

const Markdown = z.string().max(outlineLimits.text)
const QuizItem = z.strictObject({
  id: LocalId,
  question_id: Id,
  /** Of the question that is asked: an edit afterwards changes no quiz. */
  question_version: z.number().int().min(1),
  score: z.number().min(0).max(1000),
})
/** What a section says, by its kind; in the language of the course, and in the other. */
export const SectionContent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), body: Markdown, body_other: Markdown.default('') }),
  z.strictObject({
    kind: z.literal('slides'),
    body: Markdown,
    body_other: Markdown.default(''),
    /** Shown instead of the Markdown. */
    pdf: CourseFile.nullable().default(null),
    pdf_other: CourseFile.nullable().default(null),
  }),
  z.strictObject({
    kind: z.literal('quiz'),
    items: z.array(QuizItem).max(outlineLimits.questions),
    /** How often it may be handed in; null: as often as somebody likes. */
    attempts: z.number().int().min(1).max(outlineLimits.attempts).nullable().default(null),
    shuffle: z.boolean().default(false),
    /** Not handed in by then it counts zero in the course score, until it is; null: it never does. */
    due_at: Timestamp.nullable().optional(),
  }),
  VideoBody,
  DocumentBody,
  LabContent,
  HomeworkContent,
  PackageBody,
])
export type SectionContent = z.output<typeof SectionContent>
