import { z } from 'zod'
import { ShownQuestion } from '../bank/answer.schema.ts'
import { Attached } from '../bank/question.schema.ts'
import { difficulties } from '../bank/question.ts'
import { Id, page, Timestamp } from '../lib/crud.ts'
import { challengeStates } from './flag.ts'

const Count = z.number().int()

/** A flag challenge in a list, as it stands for the learner who asks. */
export const Challenge = z.object({
  id: Id,
  title: z.string(),
  set: z.object({ id: Id, name: z.string() }),
  difficulty: z.enum(difficulties),
  score: z.number(),
  keywords: z.array(z.string()),
  knowledge: z.array(z.string()),
  cve_ids: z.array(z.string()),
  state: z.enum(challengeStates),
  /** Answers the learner handed in. */
  tries: Count,
  /** Points of the solve, after hints; null before. */
  points: z.number().nullable(),
  solves: Count,
  /** Of all answers the right ones, 0 to 1; null before the first. */
  rate: z.number().nullable(),
  /** It comes with machines. */
  scene: z.boolean(),
  collected: z.boolean(),
})
export type Challenge = z.output<typeof Challenge>

export const ChallengeSet = z.object({
  id: Id,
  name: z.string(),
  /** Names of the sets above it. */
  above: z.array(z.string()),
  description: z.string(),
  challenges: Count,
  solved: Count,
  tried: Count,
  scenes: Count,
  /** Points there are, and those the learner has. */
  points: z.number(),
  earned: z.number(),
  levels: z.object({ primary: Count, intermediate: Count, advanced: Count }),
  last_at: Timestamp.nullable(),
})
export type ChallengeSet = z.output<typeof ChallengeSet>

export const FlagDesk = z.object({
  mine: z.object({
    points: z.number(),
    solved: Count,
    challenges: Count,
    /** Of all practice, as `GET /practice/activity` has it. */
    streak: Count,
    hints: Count,
  }),
  sets: z.array(ChallengeSet),
  suggested: Challenge.nullable(),
  most_solved: z.array(Challenge),
  /** Words the challenges bear, the most used first. */
  keywords: z.array(z.string()),
  knowledge: z.array(z.string()),
  cve_ids: z.array(z.string()),
})
export type FlagDesk = z.output<typeof FlagDesk>

/** One answer as its writer finds it again. */
export const Submission = z.object({
  id: Id,
  at: Timestamp,
  right: z.boolean(),
  /** Of a wrong one its beginning and its end. */
  masked: z.string(),
})
export type Submission = z.output<typeof Submission>

export const FlagExercise = z.object({
  ...Challenge.shape,
  question: ShownQuestion,
  languages: z.array(z.enum(['en-US', 'zh-CN'])),
  /** Several texts are wanted, one on each line. */
  several: z.boolean(),
  submissions: z.array(Submission),
  /** Wrong answers left in this minute, and the seconds until there is one again. */
  left: Count,
  wait: Count,
  solve: z.object({ at: Timestamp, place: Count, points: z.number() }).nullable(),
  first: z.object({ name: z.string(), at: Timestamp }).nullable(),
  /** What is told once it is solved; a write-up only where its keeper opened it. */
  after: z.object({ explanation: z.string(), writeup: z.string(), writeup_file: Attached.nullable() }).nullable(),
  /** The learner's own scene of it, while there is one. */
  scene_id: Id.nullable(),
  previous: Id.nullable(),
  next: Id.nullable(),
})
export type FlagExercise = z.output<typeof FlagExercise>

export const FlagVerdict = z.object({
  /** `before`: solved already, and not judged again. */
  result: z.enum(['right', 'wrong', 'before']),
  /** The pattern of its keeper took too long to say; it counts as wrong. */
  slow: z.boolean(),
  points: z.number(),
  /** The how-manieth to solve it; 1 is the first. */
  place: Count,
  left: Count,
  wait: Count,
})
export type FlagVerdict = z.output<typeof FlagVerdict>

/** What one learner did in one set. */
export const FlagRecord = page(
  Submission.extend({ question_id: Id, title: z.string(), points: z.number().nullable() }),
).extend({
  set: ChallengeSet,
  days: z.array(z.object({ day: z.iso.date(), tries: Count, right: Count, points: z.number() })),
  hints: z.array(z.object({ question_id: Id, title: z.string(), cost: z.number(), at: Timestamp })),
})
export type FlagRecord = z.output<typeof FlagRecord>

/** Somebody handed in the flag that was made for somebody else. */
export const FlagSharing = z.object({
  id: Id,
  at: Timestamp,
  question_id: Id,
  title: z.string(),
  by_id: Id,
  by_name: z.string(),
  owner_id: Id,
  owner_name: z.string(),
})
export type FlagSharing = z.output<typeof FlagSharing>
