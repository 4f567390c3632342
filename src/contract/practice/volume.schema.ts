/** Practising on papers: what there is, a run through one, and what came of it. */
import { z } from 'zod'
import { Answer, AnswerKey, ShownQuestion } from '../bank/answer.schema.ts'
import { difficulties } from '../bank/question.ts'
import { LocalId } from '../bank/question.schema.ts'
import { Id, Timestamp } from '../lib/crud.ts'
import { setStates } from './practice.ts'

const Count = z.number().int()

/** One time through a paper. */
export const PaperTry = z.object({
  id: Id,
  began_at: Timestamp,
  handed_at: Timestamp.nullable(),
  /** When its time is up; null without a clock. */
  deadline_at: Timestamp.nullable(),
  /** Points so far and those of the paper; null while it is written. */
  points: z.number().nullable(),
  score: z.number(),
  /** Answers its learner has to judge himself yet. */
  open: Count,
})
export type PaperTry = z.output<typeof PaperTry>

export const PracticePaper = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  difficulty: z.enum(difficulties),
  /** Seconds it is meant to take. */
  duration: Count,
  /** Share of the points that passes. */
  pass: z.number(),
  items: Count,
  score: z.number(),
  tries: Count,
  /** Best share of the points so far, 0 to 1. */
  best: z.number().nullable(),
  state: z.enum(setStates),
  last_at: Timestamp.nullable(),
  /** The run that is being written. */
  open_run: Id.nullable(),
})
export type PracticePaper = z.output<typeof PracticePaper>

export const PaperDetail = PracticePaper.extend({
  /** Of the first variant; others have as many. */
  sections: z.array(z.object({ title: z.string(), items: Count, score: z.number() })),
  variants: Count,
  /** Whether it can be begun now: a paper of an exam that has not ended is looked back at only. */
  may_begin: z.boolean(),
  /** The newest first. */
  runs: z.array(PaperTry),
})
export type PaperDetail = z.output<typeof PaperDetail>

export const PaperAnswer = z.strictObject({ item: LocalId, answer: Answer.nullable(), marked: z.boolean() })

const Item = z.object({ id: LocalId, n: Count, score: z.number(), question: ShownQuestion })
const sections = <T extends z.ZodType>(item: T) =>
  z.array(z.object({ id: LocalId, title: z.string(), instructions: z.string(), items: z.array(item) }))

/** The sheet of a run: while it is written the questions and what is saved, afterwards what came of each. */
export const PaperRun = z.object({
  id: Id,
  paper_id: Id,
  name: z.string(),
  now: Timestamp,
  began_at: Timestamp,
  deadline_at: Timestamp.nullable(),
  handed_at: Timestamp.nullable(),
  score: z.number(),
  pass: z.number(),
  /** Questions left out: an exam that has not ended asks them, or they are flags, which are tried at their own desk. */
  left_out: Count,
  sections: sections(Item),
  answers: z.array(PaperAnswer),
  /** Null while it is written. */
  result: z
    .object({
      points: z.number(),
      open: Count,
      items: z.array(
        z.object({
          item: LocalId,
          answer: Answer.nullable(),
          share: z.number().nullable(),
          points: z.number().nullable(),
          /** Judged by the learner himself; `may_assess`: for him to judge. */
          own: z.boolean(),
          may_assess: z.boolean(),
          /** An exam that asks the question is not over: answer, points and key come when all are. */
          closed: z.boolean(),
          /** Null where an exam asks the question now. */
          key: AnswerKey.nullable(),
        }),
      ),
    })
    .nullable(),
})
export type PaperRun = z.output<typeof PaperRun>
