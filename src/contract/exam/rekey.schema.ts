/** Changing a key after an exam: what is asked, what it would do, and how far it is. */
import { z } from 'zod'
import { AnswerKey, ShownQuestion } from '../bank/answer.schema.ts'
import { LocalId } from '../bank/question.schema.ts'
import { Id, Timestamp } from '../lib/crud.ts'
import { Byline } from '../notice/byline.ts'
import { grades } from './score.ts'

export const KeyChange = z.discriminatedUnion('kind', [
  /** Other right options. Of a single choice several may be right: one of them is enough. */
  z.strictObject({ kind: z.literal('options'), correct: z.array(LocalId).min(1).max(26) }),
  z.strictObject({ kind: z.literal('truth'), truth: z.boolean() }),
  /** All points to everybody who sat it, whatever he wrote. */
  z.strictObject({ kind: z.literal('everybody') }),
  /** It counts for nobody, and the total is less by its points. */
  z.strictObject({ kind: z.literal('left_out') }),
  /** Back to the key of the paper. */
  z.strictObject({ kind: z.literal('as_was') }),
])
export type KeyChange = z.output<typeof KeyChange>

const Standing = z.object({
  /** Of the item, of the sheet; null while a person has to mark something of it. */
  points: z.number().nullable(),
  total: z.number(),
  grade: z.enum(grades).nullable(),
  /** Null for whose sheets are not all marked. */
  rank: z.number().int().nullable(),
})
/** What a change would do. */
export const RekeyPreview = z.object({
  sheets: z.number().int(),
  /** Sheets whose item changes its points, whose grade changes, whose rank changes. */
  points_move: z.number().int(),
  grades_move: z.number().int(),
  ranks_move: z.number().int(),
  score: z.object({ before: z.number(), after: z.number() }),
  mean: z.object({ before: z.number().nullable(), after: z.number().nullable() }),
  /** Who moves, most first; so many as fit. */
  moved: z.array(z.object({ attempt: Id, candidate: z.string(), before: Standing, after: Standing })),
})
export type RekeyPreview = z.output<typeof RekeyPreview>

/** One change of a key, while it is carried out and afterwards. */
export const Rekey = z.object({
  id: Id,
  item: LocalId,
  /** How often the key of this item had been changed with it. */
  revision: z.number().int(),
  change: KeyChange,
  reason: z.string(),
  at: Timestamp,
  author: Byline,
  total: z.number().int(),
  done: z.number().int(),
  finished_at: Timestamp.nullable(),
})
export type Rekey = z.output<typeof Rekey>

/** A question of the exam with the key that counts now. */
export const ExamQuestion = z.object({
  id: LocalId,
  n: z.number().int(),
  variant: LocalId,
  score: z.number(),
  question: ShownQuestion,
  key: AnswerKey,
  /** What was last put in place of the paper's key, if anything was. */
  change: KeyChange.nullable(),
  revision: z.number().int(),
  answers: z.number().int(),
  /** Mean of what is marked. */
  mean: z.number().nullable(),
})
export type ExamQuestion = z.output<typeof ExamQuestion>
