import { z } from 'zod'
import { sized } from '../lib/text.ts'
import { limits } from '../limits.ts'
import { difficulties, mostHanded, partials, textLanguages } from './question.ts'
import { Attached, LocalId, QuestionType } from './question.schema.ts'

const chosen = z.array(LocalId).max(26)
/** What a learner says to a question, by its type. Lengths are those of the text area: a Chinese character counts 2. */
export const Answer = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('true-false'),
    truth: z.boolean().nullable(),
  }),
  z.strictObject({ type: z.literal('single'), chosen: chosen.max(1) }),
  z.strictObject({ type: z.literal('multiple'), chosen }),
  z.strictObject({
    type: z.literal('completion'),
    blanks: z.array(sized(z.string(), 0, limits.fill.max)).max(20),
  }),
  z.strictObject({
    type: z.literal('short'),
    text: sized(z.string(), 0, limits.shortAnswer.max),
  }),
  z.strictObject({
    type: z.literal('operation'),
    text: sized(z.string(), 0, limits.shortAnswer.max),
    files: z.array(Attached).max(mostHanded),
  }),
  z.strictObject({ type: z.literal('flag'), text: z.string().max(512) }),
])
export type Answer = z.output<typeof Answer>

/** The key of a question, shown to a learner when its time has come. */
export const AnswerKey = z.object({
  truth: z.boolean().optional(),
  correct: z.array(LocalId).optional(),
  /** What is said of each option, by its id. */
  feedback: z.record(z.string(), z.string()).optional(),
  accepted: z.array(z.array(z.string())).optional(),
  reference: z.string().optional(),
  explanation: z.string(),
})
export type AnswerKey = z.output<typeof AnswerKey>

/** A question as a learner has it before him: nothing in it tells what is right. Texts are in the language asked for where there are two. */
export const ShownQuestion = z.object({
  id: z.string(),
  version: z.number().int(),
  type: QuestionType,
  title: z.string(),
  stem: z.string(),
  language: z.enum(textLanguages),
  difficulty: z.enum(difficulties),
  score: z.number(),
  /** In the order in which they are shown to this person. */
  options: z.array(z.object({ id: LocalId, text: z.string() })),
  blanks: z.number().int(),
  /** What an incomplete choice of several earns. */
  partial: z.enum(partials),
  keywords: z.array(z.string()),
  attachments: z.array(Attached),
  /** A text that is not paid for yet is null. */
  hints: z.array(z.object({ cost: z.number(), text: z.string().nullable() })),
  upload: z
    .object({
      wanted: z.boolean(),
      files: z.number().int(),
      ends: z.array(z.string()),
    })
    .nullable(),
  report: z.boolean(),
  /** Machines that go with it: the topology a scene of it is made from. */
  scene: z.boolean(),
  connection: z.string(),
  author: z.string(),
})
export type ShownQuestion = z.output<typeof ShownQuestion>
