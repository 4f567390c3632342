/** How a paper is put together: questions to pick, what its items say, drawing by rules, copying. */
import { z } from 'zod'
import { Id, many, page, Paging } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import { AnswerKey, ShownQuestion } from './answer.schema.ts'
import { paper } from './banks.ts'
import { PaperItem, PaperRule, PaperVariant, RuleSections } from './paper.schema.ts'
import { paperItems, paperVariants, inExamStates } from './paper.ts'
import { CopyInto } from './routes.ts'
import { difficulties, textLanguages } from './question.ts'
import { BankName, QuestionType } from './question.schema.ts'

/** A question as whoever picks it sees it. */
export const PickedQuestion = z.object({
  bank: BankName,
  question_id: Id,
  question_version: z.number().int(),
  type: QuestionType,
  title: z.string(),
  difficulty: z.enum(difficulties),
  score: z.number(),
  set_name: z.string(),
  knowledge: z.array(z.string()),
  in_exam: z.enum(inExamStates).nullable(),
})
export type PickedQuestion = z.output<typeof PickedQuestion>

/** What stands behind an item: the question as it is asked, its key, and whether there is a newer version. */
export const ItemFacts = z.object({
  question_id: Id,
  question_version: z.number().int(),
  newest: z.number().int(),
  question: ShownQuestion,
  key: AnswerKey,
  /** What the lines of its rubric add up to; null without any. */
  rubric: z.number().nullable(),
  /** Whether its options may be shown in another order. */
  shuffle: z.boolean(),
  in_exam: z.enum(inExamStates).nullable(),
})
export type ItemFacts = z.output<typeof ItemFacts>

/** How far the bank can satisfy a rule: alone, and together with the rules that want some of the same questions. */
const RuleCheck = z.object({ id: z.string(), wanted: z.number().int(), has: z.number().int(), gets: z.number().int() })
export type RuleCheck = z.output<typeof RuleCheck>

/** Pages on which questions are put together: papers, and quizzes of courses. */
const composing = [...paper.write, 'lesson-manage'] as const

export const paperRoutes = routes({
  'GET /papers/questions': {
    summary: 'Questions of one bank to put on a paper or into a quiz',
    screens: composing,
    query: z.strictObject({
      ...Paging,
      bank: BankName.default('theory'),
      type: many(QuestionType),
      difficulty: many(z.enum(difficulties)),
      knowledge: many(z.string().max(120)),
      set_id: many(Id),
    }),
    reply: page(PickedQuestion),
  },
  'POST /papers/items': {
    summary: 'What the items of a paper or a quiz ask, with their keys; questions that are not there are left out',
    screens: composing,
    body: z.strictObject({
      items: z.array(PaperItem.pick({ bank: true, question_id: true, question_version: true })).max(paperItems),
      language: z.enum(textLanguages).default(''),
    }),
    reply: z.object({ items: z.array(ItemFacts) }),
    safe: true,
  },
  'POST /papers/check': {
    summary: 'Whether the banks can satisfy the rules of a paper',
    screens: paper.write,
    body: z.strictObject({ rules: RuleSections }),
    reply: z.object({ rules: z.array(RuleCheck) }),
    safe: true,
  },
  'POST /papers/draw': {
    summary: 'Draw the variants of a paper by its rules; nothing is kept before the paper is saved',
    screens: paper.write,
    body: z.strictObject({
      rules: RuleSections.min(1),
      variants: z.number().int().min(1).max(paperVariants).default(1),
    }),
    reply: z.object({ variants: z.array(PaperVariant) }),
    problems: ['paper_short'],
    safe: true,
  },
  'POST /papers/redraw': {
    summary: 'Draw another question by the rule of an item, none of those already in the variant',
    screens: paper.write,
    body: z.strictObject({ rule: PaperRule, without: z.array(Id).max(paperItems) }),
    reply: PaperItem,
    problems: ['paper_short'],
    safe: true,
  },
  'POST /papers/:id/copy': {
    summary: 'Copy one paper, into its own set or another; the copy is locked by no exam',
    screens: paper.write,
    body: CopyInto,
    reply: z.object({ id: Id }),
    problems: ['name_taken'],
    audit: 'paper.copy',
  },
})
