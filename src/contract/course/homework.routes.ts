/** Homework: writing and handing it in, marking it, what a course practises with, and what a course scores. */
import { z } from 'zod'
import { textLanguages } from '../bank/question.ts'
import { LocalId, QuestionType } from '../bank/question.schema.ts'
import { ClassNames } from '../classroom/names.schema.ts'
import { MarkingItem } from '../exam/run.schema.ts'
import { grades } from '../exam/score.ts'
import { Id, many, page, Paging, Timestamp, yes } from '../lib/crud.ts'
import { FreeText } from '../lib/oneLine.schema.ts'
import { routes } from '../lib/route.ts'
import { sized } from '../lib/text.ts'
import { mostWeight, partStates, scoreKinds } from './courseScore.ts'
import { homeworkLimits, homeworkStates } from './homework.ts'
import {
  GivenMark,
  HandIn,
  HandInDocument,
  Homework,
  HomeworkHandIn,
  homeworkBanks,
  HomeworkLearner,
  HomeworkReceipt,
  HomeworkSave,
  HomeworkTakeOver,
  MarkedHandIn,
  ReopenedHandIn,
  ReturnedHandIn,
} from './homework.schema.ts'
import { sectionKinds } from './outline.ts'
import { WrittenPdfNotes } from './pdfNote.schema.ts'
import { courseCatalogue, courseLearning, homeworkWriting } from './screens.ts'

const Count = z.number().int()
const Language = z.strictObject({ language: z.enum(textLanguages).optional() })
/** A list hands out its files by their format, of which there is one. */
const CsvFile = z.strictObject({
  format: z.literal('csv').default('csv'),
  language: z.enum(['en-US', 'zh-CN']).default('en-US'),
})
const closed = ['not_authorized_yet', 'join_first', 'lesson_closed'] as const
const practice = ['course-practice'] as const
/** Learners by their class. */
const InClass = { class_id: Id.optional() }
const Titled = { id: LocalId, title: z.string(), title_other: z.string() }
/** Where a question, a set or a paper is used in a course. */
const UsedIn = z.array(z.object({ ...Titled, kind: z.enum(sectionKinds), lesson: z.string() }))

/** An answer that waits, or was marked: as the marking pane has it. */
const Waiting = z.object({ attempt: Id, candidate: z.string(), version: Count, item: MarkingItem })

const SetLine = z.object({ bank: z.enum(homeworkBanks), id: Id, name: z.string() })
/** What a course practises with. Figures are of its learners; `answered` and `share` of what is judged. */
export const CoursePractice = z.object({
  /** `keeps`: the caller may change it; `all`: its learners are all theirs to mark, else those of their classes; `can`: sets and weights are changed now. */
  course: z.object({ id: Id, name: z.string(), keeps: z.boolean(), all: z.boolean(), can: z.boolean() }),
  /** In which the course is taught, as far as the caller sees them. */
  classes: ClassNames,
  /** `in_exam`: questions of the whole set that exams ask or mark just now. */
  sets: z.array(SetLine.extend({ questions: Count, used: UsedIn, beside: z.boolean(), in_exam: Count })),
  papers: z.array(z.object({ id: Id, name: z.string(), version: Count, newest: Count.nullable(), used: UsedIn })),
  homework: z.array(
    z.object({
      ...Titled,
      lesson: z.string(),
      opens_at: Timestamp.nullable(),
      due_at: Timestamp.nullable(),
      late_until: Timestamp.nullable(),
      items: Count,
      score: z.number(),
      learners: Count,
      handed: Count,
      marked: Count,
      waiting: Count,
      returned: Count,
      missing: Count,
    }),
  ),
})
export type CoursePractice = z.output<typeof CoursePractice>

export const CoursePracticeQuestion = z.object({
  id: Id,
  bank: z.enum(homeworkBanks),
  title: z.string(),
  type: QuestionType,
  used: UsedIn,
  answered: Count,
  /** Mean share of the points of what is judged; null where nothing is. */
  share: z.number().nullable(),
})
export type CoursePracticeQuestion = z.output<typeof CoursePracticeQuestion>

const Weights = z.record(z.enum(scoreKinds), z.number().int().min(0).max(mostWeight))
const AskedWeight = z.coerce.number().int().min(0).max(mostWeight)
const Part = z.object({
  ...Titled,
  kind: z.enum(scoreKinds),
  /** Null of attendance, whose title is that of its kind. */
  lesson: LocalId.nullable(),
  score: z.number(),
  share: z.number().nullable(),
  due_at: Timestamp.nullable(),
  waits: z.boolean(),
  state: z.enum(partStates),
})
/** What a course came to so far, part by part: whoever reads it can add it up. */
export const LearnScore = z.object({
  weights: Weights,
  parts: z.array(Part),
  share: z.number().nullable(),
  grade: z.enum(grades).nullable(),
  now: Timestamp,
})
export type LearnScore = z.output<typeof LearnScore>

/** Homework, quizzes and reports that are due, the next first. */
export const DueHomework = z.object({
  course: z.object({
    id: Id,
    name: z.string(),
    language: z.enum(textLanguages),
    translation: z.object({ name: z.string() }).nullable(),
  }),
  lesson: LocalId,
  ...Titled,
  kind: z.enum(['homework', 'quiz', 'report']),
  due_at: Timestamp,
  late_until: Timestamp.nullable(),
  /** The due time is over, and it is taken still. */
  late: z.boolean(),
  state: z.enum(homeworkStates),
})
export type DueHomework = z.output<typeof DueHomework>

export const homeworkRoutes = routes({
  'GET /learning/courses/:id/homework/:section': {
    summary: 'A homework with what is written and was handed in',
    screens: homeworkWriting,
    query: Language.extend({ preview: yes }),
    reply: Homework,
    problems: closed,
  },
  'POST /learning/courses/:id/homework/:section/save': {
    summary: 'Keep what is written of a homework; nothing is judged by it',
    screens: homeworkWriting,
    body: HomeworkSave,
    reply: z.object({ saved: Count, now: Timestamp }),
    problems: [...closed, 'homework_not_open', 'homework_over', 'homework_elsewhere', 'attempts_used_up'],
    own_trail: true,
  },
  'POST /learning/courses/:id/homework/:section/take-over': {
    summary: 'Go on writing a homework on this page; the one before writes no more',
    screens: homeworkWriting,
    body: HomeworkTakeOver,
    reply: z.object({ epoch: Count }),
    problems: closed,
    own_trail: true,
  },
  'POST /learning/courses/:id/homework/:section/hand-in': {
    summary: 'Hand in a homework: what a rule can judge is judged at once',
    screens: homeworkWriting,
    query: Language,
    body: HomeworkHandIn,
    reply: z.object({ hand_in: HandIn, completed: z.boolean() }),
    problems: [
      ...closed,
      'stale_version',
      'homework_not_open',
      'homework_over',
      'homework_elsewhere',
      'attempts_used_up',
      'answer_blank',
      'not_allowed_in_state',
    ],
    audit: 'course.hand-in',
  },
  'POST /learning/receipts/verify': {
    summary: 'Whether a receipt of a homework is genuine, and what was handed in unchanged',
    screens: homeworkWriting,
    body: HomeworkReceipt,
    reply: z.object({ genuine: z.boolean(), unchanged: z.boolean() }),
    safe: true,
  },
  'GET /learning/courses/:id/score': {
    summary: 'What the caller reached in a course so far, part by part',
    screens: courseLearning,
    reply: LearnScore,
  },
  'GET /learning/due': {
    summary: 'Homework, quizzes and reports of the caller’s courses that are due, the next first',
    screens: ['my-profession', 'personal', ...courseLearning],
    query: z.strictObject({ page: Paging.page, page_size: Paging.page_size }),
    reply: page(DueHomework),
  },
  'GET /learning/courses/:id/practice': {
    summary: 'Sets to practise beside a course, as far as the caller may practise them',
    screens: [...courseCatalogue, ...courseLearning],
    reply: z.object({ items: z.array(SetLine.extend({ questions: Count, solved: Count })) }),
  },
  'GET /courses/:id/practice': {
    summary: 'Sets, papers and homework of a course, and where they are used',
    screens: practice,
    reply: CoursePractice,
  },
  'GET /courses/:id/practice/questions': {
    summary: 'Questions of a course with how its learners answered them',
    screens: practice,
    query: z.strictObject({ ...Paging }),
    reply: page(CoursePracticeQuestion),
  },
  'PUT /courses/:id/practice/sets': {
    summary: 'Choose the sets to practise beside a course',
    screens: practice,
    body: z.strictObject({
      sets: z.array(z.strictObject({ bank: z.enum(homeworkBanks), id: Id })).max(50),
    }),
    reply: z.object({ sets: z.array(SetLine) }),
    problems: ['not_allowed_in_state'],
    audit: 'course.practice',
  },
  'GET /courses/:id/homework/:section/learners': {
    summary: 'Who has handed in a homework, and how it stands',
    screens: practice,
    query: z.strictObject({ ...Paging, ...InClass, state: many(z.enum([...homeworkStates, 'missing'])) }),
    reply: page(HomeworkLearner).extend({ waiting: Count }),
  },
  'GET /courses/:id/homework/:section/learners/file': {
    summary: 'The same as a CSV file',
    screens: practice,
    query: CsvFile.extend(InClass),
    reply: z.unknown(),
    stream: 'download',
    audit: 'course.homework-export',
  },
  'GET /courses/:id/homework/:section/marking': {
    summary: 'Questions of a homework that a person judges, and how many answers wait',
    screens: practice,
    reply: z.object({
      items: z.array(
        z.object({
          id: LocalId,
          n: Count,
          title: z.string(),
          type: QuestionType,
          score: z.number(),
          answers: Count,
          open: Count,
        }),
      ),
    }),
  },
  'GET /courses/:id/homework/:section/marking/next': {
    summary: 'The next answers to a question of a homework that wait, and remarks already used on it',
    screens: practice,
    query: Language.extend({ item: LocalId, not: many(Id) }),
    reply: z.object({ items: z.array(Waiting), left: Count, comments: z.array(z.object({ text: z.string() })) }),
  },
  'GET /courses/:id/homework/:section/marking/mine': {
    summary: 'Answers to a question of a homework that the caller marked, the last first',
    screens: practice,
    query: Language.extend({ item: LocalId }),
    reply: z.object({ items: z.array(Waiting) }),
  },
  'GET /courses/:id/hand-ins/:hand_in': {
    summary: 'One hand-in before its marker',
    screens: practice,
    query: Language,
    reply: MarkedHandIn,
  },
  'POST /courses/:id/hand-ins/:hand_in/marks': {
    summary: 'Give points for one answer of a hand-in',
    screens: practice,
    body: GivenMark,
    reply: z.object({ points: z.number(), open: Count, version: Count }),
    problems: ['stale_version', 'not_allowed_in_state'],
    audit: 'course.mark',
  },
  'PUT /courses/:id/hand-ins/:hand_in/documents/:file/notes': {
    summary:
      'Write what is highlighted and said in a PDF of a hand-in; its learner reads it once it came back or its marks are told',
    screens: practice,
    body: z.strictObject({ version: Count, notes: WrittenPdfNotes }),
    reply: HandInDocument,
    problems: ['stale_version', 'not_allowed_in_state'],
    audit: 'course.hand-in-notes',
  },
  'POST /courses/:id/hand-ins/:hand_in/return': {
    summary: 'Give a hand-in back with a comment, to be done again',
    screens: practice,
    body: ReturnedHandIn,
    reply: MarkedHandIn,
    problems: ['stale_version', 'not_allowed_in_state', 'homework_return_until'],
    audit: 'course.hand-in-return',
  },
  'POST /courses/:id/hand-ins/:hand_in/reopen': {
    summary: 'Open a marked hand-in for marking again, with a reason',
    screens: practice,
    body: ReopenedHandIn,
    reply: MarkedHandIn,
    problems: ['stale_version', 'not_allowed_in_state'],
    audit: 'course.hand-in-reopen',
  },
  'POST /courses/:id/sections/:section/said': {
    summary: 'Say of learners that a section is done that a teacher ticks, or take it back, with a reason',
    screens: [...practice, 'class-card'],
    body: z.strictObject({
      users: z.array(Id).min(1).max(200),
      done: z.boolean(),
      reason: sized(FreeText, 1, homeworkLimits.words),
    }),
    reply: z.object({ changed: Count }),
    problems: ['not_allowed_in_state', 'certificate_stands'],
    audit: 'course.section-said',
  },
  'GET /courses/:id/scores': {
    summary: 'What learners of a course reached so far',
    screens: practice,
    query: z.strictObject({ ...Paging, ...InClass }),
    reply: page(
      z.object({
        user_id: Id,
        name: z.string(),
        username: z.string(),
        classes: ClassNames,
        share: z.number().nullable(),
        grade: z.enum(grades).nullable(),
        kinds: z.array(z.object({ kind: z.enum(scoreKinds), share: z.number() })),
        missing: Count,
        /** Sections that a teacher ticks; without those that were done by another rule before. */
        ticks: z.array(z.object({ id: LocalId, done: z.boolean() })),
      }),
    ).extend({
      weights: Weights,
      version: Count,
      /** Sections that a teacher ticks; none where nothing is changed any more. */
      ticks: z.array(z.object(Titled)),
    }),
  },
  'GET /courses/:id/scores/preview': {
    summary: 'Whose score in a course rises and whose falls by other weights; nothing is changed',
    screens: practice,
    query: z.strictObject({
      quiz: AskedWeight,
      homework: AskedWeight,
      report: AskedWeight,
      package: AskedWeight,
      attendance: AskedWeight,
    } satisfies Record<(typeof scoreKinds)[number], unknown>),
    reply: z.object({
      learners: Count,
      higher: Count,
      lower: Count,
      /** Whose score changes, the greatest change first; of very many the first of them. */
      moved: z.array(
        z.object({
          user_id: Id,
          name: z.string(),
          username: z.string(),
          before: z.number().nullable(),
          before_grade: z.enum(grades).nullable(),
          after: z.number().nullable(),
          after_grade: z.enum(grades).nullable(),
        }),
      ),
    }),
  },
  'GET /courses/:id/scores/file': {
    summary: 'The scores of a course as a CSV file',
    screens: practice,
    query: CsvFile.extend(InClass),
    reply: z.unknown(),
    stream: 'download',
    audit: 'course.score-export',
  },
  'PUT /courses/:id/scores/weights': {
    summary: 'Say what the parts of a course weigh in its score',
    screens: practice,
    body: z.strictObject({ weights: Weights, version: Count }),
    reply: z.object({ weights: Weights, version: Count }),
    problems: ['stale_version', 'not_allowed_in_state'],
    audit: 'course.weights',
  },
})
