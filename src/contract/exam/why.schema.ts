/** Where points come from: each judgement of an answer with its rule, what went into it, the version of the question and who judged. */
import { z } from 'zod'
import { Timestamp } from '../lib/crud.ts'
import { attemptRules } from './score.ts'

export const PointsJudgement = z.object({
  /** Round 0 is the key, 1 and 2 are the markers, 3 settles between them, 4 answers an objection. */
  round: z.number().int(),
  points: z.number(),
  rule: z.string(),
  /** Empty where the key judged, and where marking is anonymous: neither side knows the other. */
  marker_name: z.string(),
  comment: z.string(),
  /** Lines of the rubric that were given; none where the reader may not know the key. */
  lines: z.array(z.object({ text: z.string(), points: z.number() })),
  at: Timestamp,
  version: z.number().int(),
  /** How often the exam had changed the key by then. */
  revision: z.number().int(),
})
export type PointsJudgement = z.output<typeof PointsJudgement>

const share = z.number().min(0).max(1)
/** What makes a total, a grade and a rank of the points. */
export const ResultRules = z.object({
  double: z.boolean(),
  threshold: share,
  grade_a: share,
  grade_b: share,
  grade_c: share,
  attempt_rule: z.enum(attemptRules),
  /** Points of all his attempts in their order, and those that count. */
  attempts: z.array(z.number()),
  counted: z.number(),
})
export type ResultRules = z.output<typeof ResultRules>
