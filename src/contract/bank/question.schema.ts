import { z } from 'zod'
import { OneLine } from '../lib/oneLine.schema.ts'
import { Id, row, Timestamp } from '../lib/crud.ts'
import { shaped, sized } from '../lib/text.ts'
import { dependsOn } from '../lib/whole.ts'
import { limits } from '../limits.ts'
import { templateBreaks } from './flag.ts'
import {
  attachedName,
  type Bank,
  difficulties,
  flagKinds,
  flagLimits,
  flagNeeds,
  flagOwners,
  mostAttached,
  mostHanded,
  partials,
  questionOrigins,
  questionTypes,
  textLanguages,
  theoryTypes,
} from './question.ts'

const words = (each: number, most: number) => z.array(sized(z.string().trim(), 1, each)).max(most)
/** Markdown with pictures and code. */
const Text = (most: number) => z.string().max(most)
const stem = 20_000
export const LocalId = z.string().min(1).max(36)

export const AttachedName = z.string().superRefine((name, ctx) => {
  if (!attachedName.test(name))
    ctx.addIssue({ code: 'custom', message: 'attached_name', params: { rule: 'attached_name' } })
})
/** A file beside a question: its name as people see it, its place in the store. */
export const Attached = z.strictObject({
  file: z.string().min(1).max(64),
  name: AttachedName,
  size: z.number().int().min(0).max(limits.upload),
})
const Hint = z.strictObject({
  text: Text(2048).min(1),
  cost: z.number().min(0).max(1000).default(0),
})
/** `correct` is the key: it never reaches a learner before its time. */
const Option = z.strictObject({
  id: LocalId,
  text: Text(4000).min(1),
  correct: z.boolean().default(false),
  feedback: Text(2048).default(''),
})
/** Texts that a marker takes as right for a blank. */
const Blank = z.strictObject({
  id: LocalId,
  accepted: words(limits.fill.max, 50).default([]),
})
/** A line of what a marker gives points for. */
export const RubricLine = z.strictObject({
  text: Text(500).min(1),
  points: z.number().min(0).max(1000),
})

/** The same question in the other language, line for line. */
export const Translation = z
  .strictObject({
    title: OneLine.trim().max(255),
    stem: Text(stem),
    options: z.array(Text(4000)).max(26).default([]),
    explanation: Text(stem).default(''),
    hints: z.array(Text(2048)).max(20).default([]),
  })
  .nullable()

const common = {
  title: sized(z.string().trim(), 1, 255),
  /** Markdown. A blank of a completion is written `{{1}}`, `{{2}}` in its order. */
  stem: Text(stem).default(''),
  language: z.enum(textLanguages).default(''),
  translation: Translation.default(null),
  set_id: Id,
  score: z.number().min(0).max(1000).default(1),
  difficulty: z.enum(difficulties).default('primary'),
  keywords: words(60, 30).default([]),
  knowledge: words(120, 30).default([]),
  skills: words(120, 30).default([]),
  cve_ids: z
    .array(shaped(z.string(), /^CVE-\d{4}-\d{4,7}$/, 'cve'))
    .max(50)
    .default([]),
  explanation: Text(stem).default(''),
  hints: z.array(Hint).max(20).default([]),
  attachments: z.array(Attached).max(mostAttached).default([]),
  /** How it is solved, for those who teach: a text, a file, or both. */
  writeup: Text(100_000).default(''),
  writeup_file: Attached.nullable().default(null),
}

/** What the server knows of a question beside what people write. */
const known = {
  origin: z.enum(questionOrigins),
  set_name: z.string(),
  /** Answers that were judged, and the share of the right ones among them; null before the first. */
  answers: z.number().int(),
  correct_rate: z.number().min(0).max(1).nullable(),
  /** Papers that have it. */
  papers: z.number().int(),
  updated_by_name: z.string(),
}

const theory = z.object({
  ...common,
  type: z.enum(theoryTypes),
  /** Of true or false. */
  truth: z.boolean().default(true),
  /** Of single and multiple choice. */
  options: z.array(Option).max(26).default([]),
  partial: z.enum(partials).default('none'),
  /** Whether options may be shown in another order. */
  shuffle: z.boolean().default(true),
  /** Of a completion. */
  blanks: z.array(Blank).max(20).default([]),
  /** Of a short answer: a good one, for the marker. */
  reference: Text(limits.shortAnswer.max * 4).default(''),
  rubric: z.array(RubricLine).max(30).default([]),
})
type Theory = z.output<typeof theory>

/** What is wrong with a theory question as a whole: the field to blame and the rule, in the words of forms. */
export function theoryBreaks(
  q: Pick<Theory, 'type' | 'options' | 'blanks' | 'stem'>,
): { path: string; rule: string }[] {
  const out: { path: string; rule: string }[] = []
  const right = q.options.filter((o) => o.correct).length
  if (q.type === 'single' || q.type === 'multiple') {
    if (q.options.length < 2) out.push({ path: 'options', rule: 'two_options' })
    else if (q.type === 'single' && right !== 1) out.push({ path: 'options', rule: 'one_right_option' })
    else if (right === 0) out.push({ path: 'options', rule: 'a_right_option' })
    if (new Set(q.options.map((o) => o.id)).size < q.options.length) out.push({ path: 'options', rule: 'distinct' })
    if (new Set(q.options.map((o) => o.text.trim())).size < q.options.length)
      out.push({ path: 'options', rule: 'distinct' })
  }
  if (q.type === 'completion') {
    const asked = new Set([...q.stem.matchAll(/\{\{(\d{1,2})\}\}/g)].map((m) => Number(m[1])))
    if (q.blanks.length === 0) out.push({ path: 'blanks', rule: 'a_blank' })
    // a stem that marks none has its blanks below it, in order
    else if (asked.size > 0 && (asked.size !== q.blanks.length || Math.max(...asked) !== q.blanks.length))
      out.push({ path: 'stem', rule: 'blanks_of_stem' })
  }
  return out
}
export const TheoryBody = theory.superRefine(
  (q, ctx) => {
    for (const { path, rule } of theoryBreaks(q))
      ctx.addIssue({
        code: 'custom',
        message: rule,
        path: [path],
        params: { rule },
      })
  },
  dependsOn('type', 'options', 'blanks', 'stem'),
)
export const TheoryQuestion = row(theory, known)
export type TheoryQuestion = z.output<typeof TheoryQuestion>
export type TheoryBody = z.input<typeof TheoryBody>

/** Hands-on work that a person judges: in a scene of a topology, with files handed in, or both. */
const exercise = z.object({
  ...common,
  type: z.literal('operation').default('operation'),
  topology_id: Id.nullable().default(null),
  /** What has to be handed in: how many files of which ends of names at most. */
  upload: z
    .strictObject({
      wanted: z.boolean().default(false),
      files: z.number().int().min(1).max(mostHanded).default(1),
      ends: words(12, 20).default([]),
    })
    .default({ wanted: false, files: 1, ends: [] }),
  /** Whether a written report is asked for. */
  report: z.boolean().default(true),
  reference: Text(limits.shortAnswer.max * 4).default(''),
  rubric: z.array(RubricLine).max(30).default([]),
})
export const ExerciseBody = exercise.superRefine(
  (q, ctx) => {
    if (!q.report && !q.upload.wanted)
      ctx.addIssue({
        code: 'custom',
        message: 'something_to_judge',
        path: ['report'],
        params: { rule: 'something_to_judge' },
      })
  },
  dependsOn('report', 'upload'),
)
export const Exercise = row(exercise, { ...known, topology_name: z.string() })
export type Exercise = z.output<typeof Exercise>
export type ExerciseBody = z.input<typeof ExerciseBody>

const flagText = z.string().min(1).max(512)
export const FlagRule = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal(flagKinds[0]),
      value: flagText,
      ignore_case: z.boolean().default(false),
    }),
    z.strictObject({
      kind: z.literal(flagKinds[1]),
      pattern: flagText,
      ignore_case: z.boolean().default(false),
    }),
    z.strictObject({
      kind: z.literal(flagKinds[2]),
      values: z
        .array(
          z.strictObject({
            value: flagText,
            ignore_case: z.boolean().default(false),
          }),
        )
        .min(1)
        .max(50),
      need: z.enum(flagNeeds).default('any'),
    }),
    z.strictObject({
      kind: z.literal(flagKinds[3]),
      /** `{random}` stands where the made text goes: `flag{{random}}` or `CTF{leet_{random}}`. */
      template: z.string().min(1).max(flagLimits.most),
      length: z.number().int().min(flagLimits.least).max(flagLimits.most),
      per: z.enum(flagOwners).default('user'),
    }),
  ])
  .superRefine((rule, ctx) => {
    if (rule.kind !== 'dynamic') return
    for (const { path, rule: word, params } of templateBreaks(rule))
      ctx.addIssue({ code: 'custom', message: word, path: [path], params: { rule: word, ...params } })
  })
export type FlagRule = z.output<typeof FlagRule>

const flag = z.object({
  ...common,
  type: z.literal('flag').default('flag'),
  flag: FlagRule,
  /** Machines that go with it. */
  topology_id: Id.nullable().default(null),
  /** Where it is reached without a scene of its own, as the solver reads it. */
  connection: z.string().max(500).default(''),
  /** Whoever solved it in practice reads the write-up. */
  writeup_open: z.boolean().default(false),
  author: z.string().max(120).default(''),
})
export const FlagBody = flag
export const FlagChallenge = row(flag, { ...known, topology_name: z.string() })
export type FlagChallenge = z.output<typeof FlagChallenge>
export type FlagBody = z.input<typeof FlagBody>

/** A node of the tree by which a bank sorts its questions; one that is open for practice is a question set to learners. */
export const SetBody = z.object({
  name: sized(z.string().trim(), 1, 60),
  parent_id: Id.nullable().default(null),
  description: sized(z.string(), 0, 500).default(''),
  order: z.number().int().min(0).max(9999).default(0),
  practice: z.boolean().default(false),
})
export const QuestionSet = row(SetBody, {
  /** Questions in it, and in it and all below it. */
  own: z.number().int(),
  all: z.number().int(),
})
export type QuestionSet = z.output<typeof QuestionSet>
export type SetBody = z.input<typeof SetBody>

/** A question as it was when it had this version: what papers, exams and answers refer to. */
export const QuestionVersion = z.object({
  version: z.number().int(),
  at: Timestamp,
  by_name: z.string(),
  data: z.record(z.string(), z.unknown()),
  /** Papers and exams that stand on it. */
  uses: z.number().int(),
})

export const QuestionType = z.enum(questionTypes)
export const BankName = z.enum(['theory', 'exercise', 'flag'] as const satisfies readonly Bank[])
