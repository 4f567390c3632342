import { z } from 'zod'
import { OneLine } from '../lib/oneLine.schema.ts'
import { Id, row } from '../lib/crud.ts'
import { sized } from '../lib/text.ts'
import { dependsOn } from '../lib/whole.ts'
import { limits } from '../limits.ts'
import { paperItems, paperModes, paperVariants } from './paper.ts'
import { difficulties } from './question.ts'
import { BankName, LocalId, QuestionType } from './question.schema.ts'

const Score = z.number().min(0).max(1000)
export const PaperItem = z.strictObject({
  id: LocalId,
  bank: BankName,
  question_id: Id,
  /** Of the question that is asked: an edit afterwards changes no paper that is in use. */
  question_version: z.number().int().min(1),
  score: Score,
  /** Rule of its section it was drawn by; null where somebody picked it. */
  rule: LocalId.nullable().default(null),
})
export type PaperItem = z.output<typeof PaperItem>
const PaperSection = z.strictObject({
  id: LocalId,
  title: sized(OneLine.trim(), 1, 120),
  instructions: z.string().max(2048).default(''),
  items: z.array(PaperItem).max(paperItems),
})
export const PaperVariant = z.strictObject({ id: LocalId, sections: z.array(PaperSection).max(20) })
export const PaperRule = z.strictObject({
  id: LocalId,
  bank: BankName,
  types: z.array(QuestionType).max(7).default([]),
  difficulties: z.array(z.enum(difficulties)).max(3).default([]),
  knowledge: z.array(z.string().min(1).max(120)).max(30).default([]),
  set_ids: z.array(Id).max(50).default([]),
  count: z.number().int().min(1).max(200),
  score: Score,
})
export type PaperRule = z.output<typeof PaperRule>
const RuleSection = z.strictObject({
  id: LocalId,
  title: sized(OneLine.trim(), 1, 120),
  instructions: z.string().max(2048).default(''),
  rules: z.array(PaperRule).min(1).max(30),
})

export const RuleSections = z.array(RuleSection).max(20)

const paper = z.object({
  name: sized(z.string().trim(), limits.name.min, limits.name.max * 2),
  description: sized(z.string(), 0, limits.description.max).default(''),
  set_id: Id,
  difficulty: z.enum(difficulties).default('primary'),
  /** Seconds it is meant to take. */
  duration: z
    .number()
    .int()
    .min(60)
    .max(24 * 3600)
    .default(3600),
  /** Share of the points that passes. */
  pass: z.number().min(0).max(1).default(0.6),
  mode: z.enum(paperModes).default('hand'),
  /** What the variants were drawn by. */
  rules: RuleSections.default([]),
  /** Different papers of one kind; a paper by hand begins with one. */
  variants: z.array(PaperVariant).min(1).max(paperVariants),
  shuffle_items: z.boolean().default(false),
  shuffle_options: z.boolean().default(false),
  /** Whether learners may practise on it. */
  practice: z.boolean().default(false),
})

/** What is wrong with a paper as a whole: each question once in a variant, and variants worth the same. */
function paperBreaks(p: Pick<z.output<typeof paper>, 'variants'>): { path: string; rule: string }[] {
  const out: { path: string; rule: string }[] = []
  const worth = new Set<number>()
  for (const { sections } of p.variants) {
    const items = sections.flatMap((s) => s.items)
    if (items.length > paperItems) out.push({ path: 'variants', rule: 'too_many_items' })
    if (new Set(items.map((i) => i.question_id)).size < items.length)
      out.push({ path: 'variants', rule: 'question_once' })
    if (new Set(items.map((i) => i.id)).size < items.length) out.push({ path: 'variants', rule: 'distinct' })
    worth.add(Math.round(items.reduce((n, i) => n + i.score, 0) * 100))
  }
  if (worth.size > 1) out.push({ path: 'variants', rule: 'same_score' })
  return out
}
export const PaperBody = paper.superRefine((p, ctx) => {
  for (const { path, rule } of paperBreaks(p))
    ctx.addIssue({
      code: 'custom',
      message: rule,
      path: [path],
      params: { rule },
    })
}, dependsOn('variants'))
export const Paper = row(paper, {
  set_name: z.string(),
  score: z.number(),
  /** Questions of one variant. */
  items: z.number().int(),
  /** Exams that use it: it is locked while there are any. */
  exams: z.number().int(),
  updated_by_name: z.string(),
})
export type Paper = z.output<typeof Paper>
export type PaperBody = z.input<typeof PaperBody>
