/** Sheets as they are put on paper: who, what for, how many points and why, and the proof of what was stored. */
import { z } from 'zod'
import { Answer, AnswerKey, ShownQuestion } from '../bank/answer.schema.ts'
import { LocalId } from '../bank/question.schema.ts'
import { Id, Timestamp } from '../lib/crud.ts'
import { grades } from './score.ts'
import { handIns } from './status.ts'
import { PointsJudgement } from './why.schema.ts'

const PrintItem = z.object({
  id: LocalId,
  n: z.number().int(),
  score: z.number(),
  points: z.number().nullable(),
  /** An exam that asks this question is not over: points and key come when all are. */
  closed: z.boolean(),
  /** A person judges it, and has not yet. */
  waits: z.boolean(),
  rule: z.string(),
  comment: z.string(),
  why: z.array(PointsJudgement),
  question: ShownQuestion,
  answer: Answer.nullable(),
  /** Null where the reader may not know it. */
  key: AnswerKey.nullable(),
})
export const PrintSheet = z.object({
  attempt: Id,
  /** A number in place of a name where marking is anonymous. */
  candidate: z.string(),
  username: z.string(),
  org_name: z.string(),
  n: z.number().int(),
  /** Null where marking is anonymous; so are the proofs. */
  began_at: Timestamp.nullable(),
  handed_at: Timestamp.nullable(),
  handed_by: z.enum(handIns),
  points: z.number(),
  score: z.number(),
  /** Worth of what is not counted in the points yet, because exams still ask it. */
  waiting: z.number(),
  /** Answers that somebody has to mark yet: points are so far. */
  open: z.number().int(),
  grade: z.enum(grades).nullable(),
  rank: z.number().int().nullable(),
  /** Those with a result. */
  candidates: z.number().int(),
  answered: z.number().int(),
  partly: z.number().int(),
  items: z.number().int(),
  saves: z.number().int(),
  digest: z.string(),
  signature: z.string(),
  sections: z.array(
    z.object({
      id: LocalId,
      title: z.string(),
      points: z.number(),
      score: z.number(),
      /** None where the reader sees points alone. */
      items: z.array(PrintItem),
    }),
  ),
})
export type PrintSheet = z.output<typeof PrintSheet>

export const PrintPage = z.object({
  exam: z.string(),
  starts_at: Timestamp,
  /** Sheets there are to print. */
  total: z.number().int(),
  page: z.number().int(),
  page_size: z.number().int(),
  sheets: z.array(PrintSheet),
})
