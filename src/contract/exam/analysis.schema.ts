/** What is said of an exam that is marked: the whole, each question, groups of candidates. Null where the data gives no figure. */
import { z } from 'zod'
import { LocalId, QuestionType } from '../bank/question.schema.ts'
import { Id } from '../lib/crud.ts'
import { grades } from './score.ts'

const Figure = z.number().nullable()

/** How many of the lower, middle and upper third of candidates chose an option. */
const Choice = z.object({
  id: z.string(),
  text: z.string(),
  right: z.boolean(),
  low: z.number().int(),
  middle: z.number().int(),
  high: z.number().int(),
})
export const ItemReport = z.object({
  /** Of the item on the first of the variants it is on. */
  id: LocalId,
  question_id: Id,
  version: z.number().int(),
  /** Which form of the paper, from 1, and its number on it. */
  form: z.number().int(),
  n: z.number().int(),
  title: z.string(),
  type: QuestionType,
  score: z.number(),
  /** Sheets it was on, and those with an answer to it. */
  sheets: z.number().int(),
  answered: z.number().int(),
  mean: Figure,
  facility: Figure,
  deviation: Figure,
  intended_weight: z.number(),
  effective_weight: Figure,
  discrimination: Figure,
  efficiency: Figure,
  /** Options by third; none where nothing is chosen. */
  choices: z.array(Choice),
  /** What its bank knows of it: answers ever judged, and the mean share of the points. */
  bank: z.object({ answers: z.number().int(), share: Figure }),
})
export type ItemReport = z.output<typeof ItemReport>

const WholeReport = z.object({
  /** Those with a result; who was absent is in no figure. */
  candidates: z.number().int(),
  absent: z.number().int(),
  mean: Figure,
  median: Figure,
  deviation: Figure,
  least: Figure,
  most: Figure,
  skewness: Figure,
  kurtosis: Figure,
  consistency: Figure,
  error_ratio: Figure,
  standard_error: Figure,
})
export const GroupReport = z.object({
  id: z.string(),
  name: z.string(),
  candidates: z.number().int(),
  /** In no other figure of it; 0 for forms and variants, which nobody was given who did not come. */
  absent: z.number().int(),
  mean: Figure,
  median: Figure,
  deviation: Figure,
  least: Figure,
  most: Figure,
  consistency: Figure,
})
export type GroupReport = z.output<typeof GroupReport>

export const Analysis = z.object({
  exam: z.string(),
  score: z.number(),
  /** Sheets that are not marked to the end: they are not in here. */
  unmarked: z.number().int(),
  published: z.boolean(),
  whole: WholeReport,
  /** Candidates by twentieths of the points, from the least; the whole belongs to the last. */
  distribution: z.array(z.number().int()),
  /** Variants that ask the same questions are one form. */
  forms: z.array(GroupReport.extend({ variants: z.array(LocalId) })),
  orgs: z.array(GroupReport),
  /** Organisations left out: of too few candidates for a reader from whom names are hidden. */
  few: z.number().int(),
  variants: z.array(GroupReport),
  /** Those that can be chosen, whatever is chosen now. */
  choose: z.object({
    orgs: z.array(z.object({ id: z.string(), name: z.string() })),
    variants: z.array(z.object({ id: LocalId, name: z.string() })),
  }),
  items: z.array(ItemReport),
})
export type Analysis = z.output<typeof Analysis>

/** Everybody with a result, as far as grades are about them. */
export const Standings = z.object({
  exam: z.string(),
  score: z.number(),
  version: z.number().int(),
  published: z.boolean(),
  a: z.number(),
  b: z.number(),
  c: z.number(),
  /** Whether this caller may move the boundaries. */
  may: z.boolean(),
  people: z.array(
    z.object({
      user_id: Id,
      name: z.string(),
      org_name: z.string(),
      points: z.number(),
      rank: z.number().int(),
      grade: z.enum(grades),
    }),
  ),
})
export type Standings = z.output<typeof Standings>
