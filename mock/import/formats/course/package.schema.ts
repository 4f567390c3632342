/**
 * A course as our own package: `course.json` beside its pictures, files and topologies. Texts name pictures by `pictures/<name>`, contents name files by
 * their path, quizzes questions and labs topologies by their `ref`. Learners, who finds it or may take it, and the sets it
 * practises with, are not in it.
 */
import { z } from 'zod'
import { mostWeight, scoreKinds } from '#src/contract/course/courseScore.ts'
import { courseFileUses } from '#src/contract/course/media.ts'
import { CourseBody } from '#src/contract/course/course.schema.ts'
import { OutlineLesson, OutlineSection, OtherTitle, Title } from '#src/contract/course/outline.schema.ts'
import { LocalId } from '#src/contract/bank/question.schema.ts'

export const coursePackageFormat = 'range-course'
export const coursePackageVersion = 1

/** What a section says, held against its rules when it is planned: there its files have come. */
const Content = z.record(z.string(), z.unknown())
/** Kinds that this platform does not know are left out. */
const ScoreWeightsOfFile = z
  .record(z.string().max(40), z.number().int().min(0).max(mostWeight))
  .transform((given) => Object.fromEntries(scoreKinds.flatMap((k) => (given[k] === undefined ? [] : [[k, given[k]]]))))
const Named = { id: LocalId, title: Title, title_other: OtherTitle }

export const CoursePackage = z.object({
  format: z.literal(coursePackageFormat),
  version: z.literal(coursePackageVersion),
  created: z.iso.datetime({ offset: true }),
  course: CourseBody.omit({ direction_id: true, cover: true, lecturers: true, prerequisites: true }).extend({
    id: z.string().min(1).max(128),
    /** By name. */
    direction: z.string().max(200),
    /** Path of the picture; empty: none. */
    cover: z.string().max(200).default(''),
    /** What each kind of work weighs in the score, where somebody said so. */
    weights: ScoreWeightsOfFile.optional(),
  }),
  chapters: z
    .array(
      z.strictObject({
        ...Named,
        lessons: z
          .array(
            OutlineLesson.omit({ sections: true, files: true, taken_from: true }).extend({
              files: z
                .array(z.strictObject({ file: z.string().max(400), name: z.string(), size: z.number() }))
                .max(100),
              sections: z.array(OutlineSection.omit({ revision: true }).extend({ content: Content })).max(100),
            }),
          )
          .max(300),
      }),
    )
    .max(50),
  files: z
    .array(z.strictObject({ path: z.string().max(400), name: z.string().max(255), use: z.enum([...courseFileUses]) }))
    .max(10_000),
  questions: z
    .array(z.strictObject({ ref: z.string().max(64), set: z.string().max(200), question: Content }))
    .max(10_000),
  topologies: z
    .array(
      z.strictObject({
        ref: z.string().max(64),
        name: z.string().max(60),
        description: z.string().max(10_000),
        /** Path of its drawing. */
        file: z.string().max(400),
      }),
    )
    .max(1000),
  /** What the course has and the package does not, by kind and name. */
  left_out: z.array(z.strictObject({ kind: z.string().max(60), name: z.string().max(300) })).max(10_000),
})
export type CoursePackage = z.output<typeof CoursePackage>
