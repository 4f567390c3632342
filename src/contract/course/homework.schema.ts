/** Homework as it is written, as its learner has it, and as it is marked. Nothing of it tells what is right before its rules say so. */
import { z } from 'zod'
import { Answer, AnswerKey, ShownQuestion } from '../bank/answer.schema.ts'
import { textLanguages } from '../bank/question.ts'
import { LocalId } from '../bank/question.schema.ts'
import { ClassNames } from '../classroom/names.schema.ts'
import { WriterName } from '../exam/attempt.schema.ts'
import { examLimits } from '../exam/exam.ts'
import { MarkingItem } from '../exam/run.schema.ts'
import { Id, Timestamp } from '../lib/crud.ts'
import { FreeText, OneLine } from '../lib/oneLine.schema.ts'
import { Byline } from '../notice/byline.ts'
import { sized } from '../lib/text.ts'
import {
  countedHandIns,
  handInStates,
  homeworkLimits,
  homeworkPhases,
  homeworkStates,
  homeworkTellings,
} from './homework.ts'
import { completionRules, outlineLimits } from './outline.ts'
import { NotedDocument } from './pdfNote.schema.ts'

const Count = z.number().int()
export const homeworkBanks = ['theory', 'exercise'] as const

const HomeworkItem = z.strictObject({
  id: LocalId,
  bank: z.enum(homeworkBanks).default('theory'),
  question_id: Id,
  /** Of the question that is asked: an edit afterwards changes no homework. */
  question_version: z.number().int().min(1),
  score: z.number().min(0).max(1000),
  /** Title of the part of the paper it came with; empty where it was picked. */
  part: sized(OneLine.trim(), 0, 120).default(''),
})
/** What a section of the kind says. Dates are not checked here: while they are typed one comes before the other; what is published is. */
export const HomeworkContent = z.strictObject({
  kind: z.literal('homework'),
  items: z.array(HomeworkItem).max(outlineLimits.questions),
  /** The paper the items are copied from, as it was in this version; the server copies it where the version is 0. */
  paper: z
    .strictObject({ paper_id: Id, paper_version: z.number().int().min(0), name: z.string().max(200).default('') })
    .nullable()
    .default(null),
  opens_at: Timestamp.nullable().default(null),
  due_at: Timestamp.nullable().default(null),
  /** Taken until then after the due time; null: not at all. */
  late_until: Timestamp.nullable().default(null),
  /** Thousandths of the points that each begun day after the due time costs. */
  late_permille: z.number().int().min(0).max(1000).default(0),
  /** How often it may be handed in; null: as often as somebody likes. */
  attempts: z.number().int().min(1).max(outlineLimits.attempts).nullable().default(null),
  counts: z.enum(countedHandIns).default('last'),
  tells: z.enum(homeworkTellings).default('marked'),
})
export type HomeworkContent = z.output<typeof HomeworkContent>

const rules = {
  opens_at: Timestamp.nullable(),
  due_at: Timestamp.nullable(),
  late_until: Timestamp.nullable(),
  late_permille: Count,
  attempts: Count.nullable(),
  counts: z.enum(countedHandIns),
  tells: z.enum(homeworkTellings),
}
const standing = {
  phase: z.enum(homeworkPhases),
  state: z.enum(homeworkStates),
  /** The caller may hand in now, and how often still; null: as often as they like. */
  may: z.boolean(),
  left: Count.nullable(),
  /** Of what was handed in last. */
  handed_at: Timestamp.nullable(),
  /** Of the hand-in that counts, with the deduction taken; null before it may be told. */
  points: z.number().nullable(),
  /** That the hand-in could have had: of what was asked then. */
  points_of: z.number(),
  score: z.number(),
}
/** Of a lesson: what there is to do and how it stands, and nothing of what is asked. */
export const HomeworkBrief = z.object({ kind: z.literal('homework'), items: Count, ...rules, ...standing })
export type HomeworkBrief = z.output<typeof HomeworkBrief>

/** What was handed in, by number, time and digest, signed by the server. */
export const HomeworkReceipt = z.strictObject({
  hand_in: Id,
  course: z.string(),
  homework: z.string(),
  learner: z.string(),
  n: Count,
  handed_at: Timestamp,
  items: Count,
  answered: Count,
  partly: Count,
  saves: Count,
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  signature: z.string().regex(/^[0-9a-f]{64}$/),
})
export type HomeworkReceipt = z.output<typeof HomeworkReceipt>

/** A PDF among the files of an answer. */
export const HandInDocument = NotedDocument.extend({ item: LocalId })
export type HandInDocument = z.output<typeof HandInDocument>

/** One handing-in as its learner is told of it now. */
export const HandIn = z.object({
  id: Id,
  n: Count,
  at: Timestamp,
  state: z.enum(handInStates),
  /** It is the one that counts. */
  counts: z.boolean(),
  late_days: Count,
  /** Taken off, in thousandths. */
  late_permille: Count,
  /** What was written when it was returned or opened again, the newest first. */
  words: z.array(z.object({ what: z.enum(['return', 'reopen']), text: z.string(), author: Byline, at: Timestamp })),
  /** Its PDF with what was said in them; before that may be told, none. */
  documents: z.array(HandInDocument),
  /** Returned: until when it may be done again. */
  until: Timestamp.nullable(),
  receipt: HomeworkReceipt,
  /** Marks may be told; `waits`: answers that wait for a person. */
  told: z.boolean(),
  waits: Count,
  /** Before and after the deduction; null before they may be told. */
  raw: z.number().nullable(),
  points: z.number().nullable(),
  /** Of what may be told: a question that an exam asks is left out. */
  score: z.number(),
  answers: z.array(
    z.object({
      item: LocalId,
      question: ShownQuestion,
      score: z.number(),
      answer: Answer.nullable(),
      points: z.number().nullable(),
      comment: z.string(),
      /** Lines of the rubric that were given. */
      lines: z.array(z.object({ text: z.string(), points: z.number() })),
      key: AnswerKey.nullable(),
    }),
  ),
})
export type HandIn = z.output<typeof HandIn>

const SavedAnswer = z.strictObject({ item: LocalId, answer: Answer.nullable(), marked: z.boolean() })
const Titled = { id: LocalId, title: z.string(), title_other: z.string() }
/** The homework as its learner has it: what it asks once it is open, what is written, and what was handed in. */
export const Homework = z.object({
  ...Titled,
  course: z.object({
    id: Id,
    name: z.string(),
    language: z.enum(textLanguages),
    translation: z.object({ name: z.string() }).nullable(),
  }),
  lesson: z.object(Titled),
  preview: z.boolean(),
  revision: Count,
  now: Timestamp,
  rule: z.enum(completionRules),
  share: z.number(),
  done_at: Timestamp.nullable(),
  ...rules,
  ...standing,
  /** Empty before it opens. */
  parts: z.array(
    z.object({
      id: LocalId,
      title: z.string(),
      items: z.array(z.object({ id: LocalId, n: Count, score: z.number(), question: ShownQuestion })),
    }),
  ),
  /** Questions left out for now, because an exam asks them. */
  withheld: Count,
  answers: z.array(SavedAnswer),
  epoch: Count,
  /** The page that writes; empty where none does. */
  writer: z.string(),
  /** Seconds since it was last heard of. */
  heard: Count.nullable(),
  /** The newest first. */
  hand_ins: z.array(HandIn),
})
export type Homework = z.output<typeof Homework>

const written = { writer: WriterName, epoch: z.number().int().min(1) }
export const HomeworkSave = z.strictObject({
  ...written,
  answers: z.array(SavedAnswer).min(1).max(homeworkLimits.save),
})
export const HomeworkTakeOver = z.strictObject({ writer: WriterName })
/** What is written goes with it, saved before or not. */
export const HomeworkHandIn = z.strictObject({
  ...written,
  revision: Count,
  /** Which hand-in this is, from 1: said twice, it is the same one. */
  n: z.number().int().min(1),
  answers: z.array(SavedAnswer).max(outlineLimits.questions),
})

/** One learner in a homework, for whoever marks. */
export const HomeworkLearner = z.object({
  user_id: Id,
  name: z.string(),
  username: z.string(),
  org_name: z.string(),
  classes: ClassNames,
  state: z.enum(homeworkStates),
  /** Nothing was handed in, and the due time is over. */
  missing: z.boolean(),
  hand_in: Id.nullable(),
  hand_ins: Count,
  at: Timestamp.nullable(),
  late_days: Count,
  open: Count,
  points: z.number().nullable(),
  score: z.number(),
})
export type HomeworkLearner = z.output<typeof HomeworkLearner>

/** A hand-in before its marker. */
export const MarkedHandIn = z.object({
  id: Id,
  course_id: Id,
  section: z.object(Titled),
  /** By name and account. */
  learner: z.object({ id: Id, name: z.string() }),
  n: Count,
  of: Count,
  at: Timestamp,
  state: z.enum(handInStates),
  version: Count,
  late_days: Count,
  late_permille: Count,
  until: Timestamp.nullable(),
  open: Count,
  raw: z.number(),
  points: z.number(),
  score: z.number(),
  items: z.array(MarkingItem),
  /** Its PDF, in which whoever marks may write. */
  documents: z.array(HandInDocument),
  history: z.array(
    z.object({
      what: z.enum(['mark', 'return', 'reopen']),
      item: z.string().nullable(),
      points: z.number().nullable(),
      text: z.string(),
      author: Byline,
      at: Timestamp,
    }),
  ),
  can: z.array(z.enum(['mark', 'return', 'reopen'])),
})
export type MarkedHandIn = z.output<typeof MarkedHandIn>

const words = sized(FreeText, 1, homeworkLimits.words)
export const GivenMark = z.strictObject({
  item: LocalId,
  points: z.number().min(0).max(1000),
  comment: FreeText.max(examLimits.comment).default(''),
  lines: z.array(z.number().int().min(0).max(50)).max(50).default([]),
  version: Count,
})
export const ReturnedHandIn = z.strictObject({
  comment: words,
  /** Null: as long as others hand in. */
  until: Timestamp.nullable().default(null),
  version: Count,
})
export const ReopenedHandIn = z.strictObject({
  reason: words,
  version: Count,
})
