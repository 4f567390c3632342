/** What a contest shows to a hall: the board with what happens on it, and its reveal. Points are whole ledger units. */
import { z } from 'zod'
import { Id, Timestamp } from '../lib/crud.ts'
import { awardKinds } from './awards.ts'
import { contestStarts } from './flagContest.ts'
import { contestStatuses } from './status.ts'

const Count = z.number().int()
const Amount = z.number().int()

const Shown = {
  id: Id,
  name: z.string(),
  status: z.enum(contestStatuses),
  /** Since when nothing of others is told; null: all is. */
  frozen_at: Timestamp.nullable(),
  now: Timestamp,
}
const Row = z.object({ id: Id, name: z.string(), rank: Count, score: Amount })

export const ContestDisplay = z.object({
  ...Shown,
  start_mode: z.enum(contestStarts),
  starts_at: Timestamp,
  ends_at: Timestamp,
  /** Entries on the board. */
  entries: Count,
  /** The viewer is told nothing of the board now. */
  hidden: z.boolean(),
  /** Those in front. */
  rows: z.array(Row.extend({ solved: Count, last_at: Timestamp.nullable() })),
  /** The newest first. */
  solves: z.array(
    z.object({
      id: z.string(),
      entry: z.string(),
      /** Empty for a challenge that is not open to everybody: not even its name is told. */
      item: z.string(),
      at: Timestamp,
      /** Nobody on the board had it before. */
      first: z.boolean(),
    }),
  ),
  /** Scores over time of who is in front, at the prices of their time. */
  graph: z.object({ ids: z.array(Id), points: z.array(z.object({ at: Timestamp, scores: z.array(Amount) })) }),
})
export type ContestDisplay = z.output<typeof ContestDisplay>

/** A step as people are told it. */
export const RevealEvent = z.object({
  is: z.enum(['prices', 'gain', 'settled', 'award']),
  /** Of an entry; empty for prices. */
  id: z.string(),
  name: z.string(),
  rank: Count,
  /** Before a gain. */
  from: Count,
  score: Amount,
  amount: Amount,
  /** What was solved; empty for points that are no challenge's. */
  item: z.string(),
  awards: z.array(
    z.object({ is: z.enum(awardKinds), division: z.string().default(''), items: z.array(z.string()).default([]) }),
  ),
})
export type RevealEvent = z.output<typeof RevealEvent>

const RevealedRow = Row.extend({ settled: z.boolean() })
export type RevealedRow = z.output<typeof RevealedRow>
const revealStates = ['waiting', 'going', 'over'] as const
export const ContestReveal = z.object({
  ...Shown,
  /** Nothing of it is shown yet; some of it; all of it. How much is to come is nobody's to know. */
  state: z.enum(revealStates),
  hidden: z.boolean(),
  /** Around the row that was last in question. */
  rows: z.array(RevealedRow),
  event: RevealEvent.nullable(),
})
export type ContestReveal = z.output<typeof ContestReveal>

/** The reveal as who runs it has it. */
export const RevealControl = z.object({
  /** May be begun or gone on with now: the contest is over, its board is frozen. */
  can: z.boolean(),
  /** Steps that are shown, of all. */
  shown: Count,
  steps: Count,
  /** Steps that are stops: how many are shown then. */
  stops: z.array(Count),
  /** What was shown last, and what comes next. */
  event: RevealEvent.nullable(),
  next: RevealEvent.nullable(),
  rows: z.array(RevealedRow),
  /** Scores were changed since it began: it begins anew. */
  changed: z.boolean(),
})
export type RevealControl = z.output<typeof RevealControl>
export const RevealTo = z.strictObject({
  /** So many steps are to be shown. */
  shown: Count.min(0).max(1_000_000),
})

const Placed = z.object({ rank: Count, score: Amount }).nullable()
export const Rescored = z.object({
  /** Of the ledger. */
  rows: Count,
  entries: Count,
  /** Entries whose place is another when it is reckoned anew; null: not on that board. */
  differences: z.array(z.object({ id: Id, name: z.string(), shown: Placed, anew: Placed })),
})
export type Rescored = z.output<typeof Rescored>
