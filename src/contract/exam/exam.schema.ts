import { z } from 'zod'
import { Id, row, Timestamp } from '../lib/crud.ts'
import { sized } from '../lib/text.ts'
import { type Break, rulesOver } from '../lib/whole.ts'
import { limits } from '../limits.ts'
import { examKinds, examLimits, navigations, reviewDepths, startModes } from './exam.ts'
import { isReviewedTooEarly } from './planned.ts'
import { attemptRules } from './score.ts'
import { examStatuses } from './status.ts'

const share = z.number().min(0).max(1)
const minutes = (least: number) => z.number().int().min(least).max(examLimits.duration)

const exam = z.object({
  name: sized(z.string().trim(), limits.name.min, limits.name.max * 2),
  kind: z.enum(examKinds).default('exam'),
  /** What candidates read before they begin: Markdown. */
  notice: z.string().max(examLimits.notice).default(''),
  /** What candidates accept before they begin: Markdown. Empty: nothing. */
  declaration: z.string().max(examLimits.declaration).default(''),
  paper_id: Id,
  starts_at: Timestamp,
  ends_at: Timestamp,
  start_mode: z.enum(startModes).default('clock'),
  /** Minutes a candidate has; null: until the end. */
  duration: minutes(1).nullable().default(null),
  /** Minutes after the start in which one may still begin; null: until the end. */
  late: minutes(0).nullable().default(null),
  /** Minutes before which nobody hands in. */
  early: minutes(0).default(0),
  attempts: z.number().int().min(1).max(examLimits.attempts).default(1),
  attempt_rule: z.enum(attemptRules).default('highest'),
  navigation: z.enum(navigations).default('free'),
  /** The page asks for the whole screen; leaving it is recorded and said, never punished. */
  full_screen: z.boolean().default(false),
  /** Looking elsewhere is recorded and said. */
  focus: z.boolean().default(true),
  /** When results are shown; null: when somebody publishes them. */
  results_at: Timestamp.nullable().default(null),
  review_depth: z.enum(reviewDepths).default('answers'),
  /** Null: with the results; to null: for good. */
  review_from: Timestamp.nullable().default(null),
  review_to: Timestamp.nullable().default(null),
  /** Markers see no names. */
  anonymous: z.boolean().default(false),
  /** Who marks; nobody named: its owner, and whoever may change it. */
  markers: z.array(Id).max(100).default([]),
  /** Two markers judge each answer; where they differ by more than `threshold` of its points, a third does. */
  double: z.boolean().default(false),
  threshold: share.default(0.2),
  objections: z.boolean().default(true),
  /** Least shares of the points for the grades above D. */
  grade_a: share.default(0.9),
  grade_b: share.default(0.75),
  grade_c: share.default(0.6),
})
type ExamFields = z.output<typeof exam>

const lengthOf = (e: Pick<ExamFields, 'starts_at' | 'ends_at'>) => Date.parse(e.ends_at) - Date.parse(e.starts_at)
/** What is longer than the exam; nothing is, of one that ends before it starts. */
function beyond(e: Pick<ExamFields, 'starts_at' | 'ends_at'>, path: string, minutes: number | null): Break[] {
  const length = lengthOf(e)
  if (minutes === null || length <= 0 || !(minutes * 60_000 > length)) return []
  return [{ path, rule: 'within_exam', params: { minutes, window: Math.floor(length / 60_000) } }]
}
const broken = (is: boolean, path: string, rule: string): Break[] => (is ? [{ path, rule }] : [])
const over = rulesOver<ExamFields>()

/** What is wrong with an exam as a whole: the field to blame and the rule, in the words of forms. Each waits for the fields it reads alone. */
export const ExamBody = exam
  .superRefine(...over(['starts_at', 'ends_at'], (e) => broken(lengthOf(e) <= 0, 'ends_at', 'after_start')))
  .superRefine(...over(['starts_at', 'ends_at', 'duration'], (e) => beyond(e, 'duration', e.duration)))
  .superRefine(...over(['starts_at', 'ends_at', 'late'], (e) => beyond(e, 'late', e.late)))
  .superRefine(...over(['starts_at', 'ends_at', 'early'], (e) => beyond(e, 'early', e.early)))
  .superRefine(
    ...over(['duration', 'early'], ({ duration, early }) =>
      duration === null || early <= duration
        ? []
        : [{ path: 'early', rule: 'within_duration', params: { minutes: early, duration } }],
    ),
  )
  // practice shows what came of it by itself
  .superRefine(
    ...over(['kind', 'ends_at', 'results_at'], ({ kind, ends_at, results_at: at }) =>
      broken(kind !== 'practice' && at !== null && Date.parse(at) < Date.parse(ends_at), 'results_at', 'after_end'),
    ),
  )
  .superRefine(
    ...over(['review_from', 'review_to'], ({ review_from: from, review_to: to }) =>
      broken(from !== null && to !== null && Date.parse(to) <= Date.parse(from), 'review_to', 'after_review_start'),
    ),
  )
  .superRefine(
    ...over(['kind', 'ends_at', 'results_at', 'review_to'], (e) =>
      broken(isReviewedTooEarly(e), 'review_to', 'after_results'),
    ),
  )
  .superRefine(...over(['grade_a', 'grade_b'], (e) => broken(e.grade_b >= e.grade_a, 'grade_b', 'below_better_grade')))
  .superRefine(...over(['grade_b', 'grade_c'], (e) => broken(e.grade_c >= e.grade_b, 'grade_c', 'below_better_grade')))
export const Exam = row(exam, {
  status: z.enum(examStatuses),
  /** When it began, and when it ends as things stand now: pauses counted in. Null before an invigilator started it. */
  began_at: Timestamp.nullable(),
  end_at: Timestamp.nullable(),
  /** When somebody ended it, before its time or called it off. */
  ended_at: Timestamp.nullable(),
  paper_name: z.string(),
  score: z.number(),
  items: z.number().int(),
  /** Attempts: begun, handed in, and those of them in which something is to be marked. */
  begun: z.number().int(),
  handed_in: z.number().int(),
  to_be_scored: z.number().int(),
  /** Those of them that wait for the caller. */
  for_me: z.number().int(),
  published_at: Timestamp.nullable(),
  /** Somebody writes it still, or may begin. */
  running: z.boolean(),
  updated_by_name: z.string(),
})
export type Exam = z.output<typeof Exam>
export type ExamBody = z.input<typeof ExamBody>
