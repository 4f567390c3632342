/** Courses as whoever learns in them sees them. Nothing in it tells what is right in a quiz before its rules say so. */
import { z } from 'zod'
import { Answer, AnswerKey, ShownQuestion } from '../bank/answer.schema.ts'
import { difficulties, textLanguages } from '../bank/question.ts'
import { LocalId } from '../bank/question.schema.ts'
import { Id, Timestamp } from '../lib/crud.ts'
import { courseKinds } from './course.ts'
import { shownChecks } from './lab.ts'
import { homeworkPhases } from './homework.ts'
import { HomeworkBrief } from './homework.schema.ts'
import { courseAccesses, memberStates, memberWays } from './learn.ts'
import { CourseFile, DocumentBody, VideoBody, WatchedVideo } from './media.schema.ts'
import { ShownPackage } from './package.schema.ts'
import { completionRules, sectionKinds } from './outline.ts'
import { reportStatuses } from './report.ts'

const Count = z.number().int()
const Titled = { id: LocalId, title: z.string(), title_other: z.string() }
const Progress = z.object({ sections: Count, done: Count, share: z.number(), complete: z.boolean() })
const Member = z
  .object({
    state: z.enum(memberStates),
    way: z.enum(memberWays),
    since: Timestamp,
    completed_at: Timestamp.nullable(),
    progress: Progress,
    /** Where to go on; null when all is done or closed. */
    next: z.object({ lesson: LocalId, section: LocalId, title: z.string(), title_other: z.string() }).nullable(),
    last_at: Timestamp.nullable(),
  })
  .nullable()

export const CourseCard = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  language: z.enum(textLanguages),
  translation: z.object({ name: z.string(), description: z.string() }).nullable(),
  direction: z.object({ id: Id, name: z.string() }).nullable(),
  cover: z.string(),
  difficulty: z.enum(difficulties),
  credit: z.number(),
  kind: z.enum(courseKinds),
  lecturers: z.array(z.object({ id: Id, name: z.string() })),
  lessons: Count,
  theory_hours: z.number(),
  experiment_hours: z.number(),
  members: Count,
  access: z.enum(courseAccesses),
  /** The caller in it; null when not there. */
  member: Member,
})
export type CourseCard = z.output<typeof CourseCard>

const SectionLine = z.object({
  ...Titled,
  kind: z.enum(sectionKinds),
  rule: z.enum(completionRules),
  share: z.number(),
  optional: z.boolean(),
  minutes: Count,
  /** When the caller did it, and the best share of its points. */
  done_at: Timestamp.nullable(),
  /** It was written anew since. */
  renewed: z.boolean(),
  best: z.number().nullable(),
})
const LessonLine = z.object({
  ...Titled,
  theory: z.number(),
  experiment: z.number(),
  done: z.boolean(),
  /** Why it is closed; null when it is open. `lesson`: the one to do before; `hour`: its class hour, at `at`; `closed`: the whole course is. */
  lock: z
    .object({
      why: z.enum(['after', 'date', 'hour', 'not_member', 'closed']),
      lesson: LocalId.nullable(),
      at: Timestamp.nullable(),
    })
    .nullable(),
  sections: z.array(SectionLine),
})
export const LearnCourse = CourseCard.extend({
  /** A keeper looks at it as a learner would; nothing is kept. */
  preview: z.boolean(),
  /** The caller may ask for it: they find it and are not authorised. */
  may_ask: z.boolean(),
  /** What they may do about being in it. */
  can: z.array(z.enum(['join', 'leave'])),
  /** Their last request, as long as it waits or was refused. */
  request: z.object({ state: z.enum(['waiting', 'refused']), at: Timestamp, reason: z.string() }).nullable(),
  /** `found`: the caller may look at it. */
  prerequisites: z.array(
    z.object({
      id: Id,
      name: z.string(),
      language: z.enum(textLanguages),
      translation: z.object({ name: z.string() }).nullable(),
      completed: z.boolean(),
      found: z.boolean(),
    }),
  ),
  knowledge: z.array(z.string()),
  skills: z.array(z.string()),
  /** What has a time for whoever learns in it; none for others. */
  dates: z.object({
    /** In lessons that are open. `handed`: it was handed in, and not given back. */
    homework: z.array(
      z.object({
        ...Titled,
        lesson: LocalId,
        due_at: Timestamp,
        late_until: Timestamp.nullable(),
        phase: z.enum(homeworkPhases),
        handed: z.boolean(),
      }),
    ),
    /** The next class hour of each lesson, and of those whose lesson is not said yet. */
    hours: z.array(
      z.object({
        id: Id,
        lesson: LocalId.nullable(),
        starts_at: Timestamp,
        ends_at: Timestamp,
        room: z.string(),
      }),
    ),
  }),
  chapters: z.array(z.object({ ...Titled, lessons: z.array(LessonLine) })),
})
export type LearnCourse = z.output<typeof LearnCourse>

/** Directions of the courses that somebody may find, in the order of their tree; `n`: courses in it and below it. */
export const LearnDirection = z.object({ id: Id, name: z.string(), parent_id: Id.nullable(), n: Count })

/** One handing-in of a quiz, as far as it may be told now: an answer whose question an exam asks is left out, of the sum too. */
export const QuizTry = z.object({
  id: Id,
  at: Timestamp,
  points: z.number().nullable(),
  score: z.number(),
  share: z.number().nullable(),
  answers: z.array(
    z.object({
      item: LocalId,
      answer: Answer.nullable(),
      points: z.number().nullable(),
      right: z.boolean().nullable(),
      key: AnswerKey.nullable(),
      /** What it came to waits for a homework that asks the same. */
      held: z.boolean(),
    }),
  ),
})
export type QuizTry = z.output<typeof QuizTry>

/** A step of a lab. Of what is right in it, of hints that were not taken, and of the line that looks at a node, nothing is told. */
const ShownStep = z.object({
  ...Titled,
  text: z.string(),
  text_other: z.string(),
  check: z.enum(shownChecks),
  points: Count,
  passed_at: Timestamp.nullable(),
  hints: z.array(z.object({ cost: Count, text: z.string().nullable(), text_other: z.string().nullable() })),
})
const ShownLab = z.object({
  kind: z.literal('lab'),
  /** It has machines. */
  machines: z.boolean(),
  minutes: Count,
  steps: z.array(ShownStep),
  points: Count,
  score: Count,
  /** Wrong flags left in this minute, and the seconds until there is one again. */
  left: Count,
  wait: Count,
  /** The caller's own, while there is one. */
  scene_id: Id.nullable(),
  /** When they end with a class hour; null where they are of none. */
  until: Timestamp.nullable(),
  /** null where none is asked for; its status is null before it is begun. */
  report: z
    .object({ status: z.enum(reportStatuses).nullable(), share: z.number().nullable(), due_at: Timestamp.nullable() })
    .nullable(),
})

const Section = SectionLine.extend({
  revision: Count,
  content: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('text'), body: z.string(), body_other: z.string() }),
    z.object({
      kind: z.literal('slides'),
      body: z.string(),
      body_other: z.string(),
      pdf: CourseFile.nullable().default(null),
      pdf_other: CourseFile.nullable().default(null),
    }),
    z.object({
      kind: z.literal('quiz'),
      items: z.array(z.object({ id: LocalId, score: z.number(), question: ShownQuestion })),
      attempts: Count.nullable(),
      left: Count.nullable(),
      due_at: Timestamp.nullable(),
      tries: z.array(QuizTry),
      /** Questions that are left out of it for now, because an exam asks them. */
      withheld: Count,
      draft: z.record(z.string(), Answer.nullable()),
    }),
    z.object({ ...VideoBody.shape, watched: z.array(WatchedVideo) }),
    z.object(DocumentBody.shape),
    ShownLab,
    HomeworkBrief,
    ShownPackage,
  ]),
  /** Where the caller was: the slide or page, or the share of the text that was scrolled past. */
  place: z.number(),
})
export const LearnLesson = z.object({
  course: z.object({
    id: Id,
    name: z.string(),
    language: z.enum(textLanguages),
    translation: z.object({ name: z.string() }).nullable(),
  }),
  preview: z.boolean(),
  chapter: z.object(Titled),
  ...LessonLine.shape,
  sections: z.array(Section),
  /** To be downloaded beside it. */
  files: z.array(CourseFile),
  /** Where the caller was last. */
  at: LocalId.nullable(),
  before: z.object(Titled).nullable(),
  after: z.object(Titled).nullable(),
  /** Language of the captions that the caller reads, empty for none; null where they never said. */
  captions: z.string().nullable(),
})
export type LearnLesson = z.output<typeof LearnLesson>
