/** What learners and staff see of a contest. Points are whole ledger units: ten-thousandths of a point. */
import { z } from 'zod'
import { ShownQuestion } from '../bank/answer.schema.ts'
import { difficulties } from '../bank/question.ts'
import { Id, Timestamp } from '../lib/crud.ts'
import {
  aiRules,
  boardNames,
  boardRules,
  contestKinds,
  contestModes,
  contestStarts,
  registrationRules,
} from './flagContest.ts'
import { ledgerCauses } from './ledger.ts'
import { ScoreRuling } from './running.schema.ts'
import { contestStatuses, entryStatuses, submissionVerdicts } from './status.ts'

const Count = z.number().int()
const Amount = z.number().int()

export const Entry = z.object({
  id: Id,
  name: z.string(),
  status: z.enum(entryStatuses),
  reason: z.string(),
  /** Null: of one person. */
  team_id: Id.nullable(),
  /** Empty without divisions. */
  division: z.string(),
  entered_at: Timestamp,
  members: z.array(z.object({ id: Id, name: z.string(), captain: z.boolean() })),
})
export type Entry = z.output<typeof Entry>

/** A contest as whoever may take part sees it. */
export const ContestCard = z.object({
  id: Id,
  kind: z.enum(contestKinds),
  name: z.string(),
  description: z.string(),
  rules: z.string(),
  status: z.enum(contestStatuses),
  mode: z.enum(contestModes),
  team_least: Count,
  team_most: Count,
  start_mode: z.enum(contestStarts),
  /** As things stand, with pauses; before somebody starts it as it is planned. */
  starts_at: Timestamp,
  ends_at: Timestamp,
  freeze_at: Timestamp.nullable(),
  frozen: z.boolean(),
  registration: z.enum(registrationRules),
  register_until: Timestamp.nullable(),
  names: z.enum(boardNames),
  board: z.enum(boardRules),
  ai: z.enum(aiRules),
  /** Until when write-ups are taken; null: none are asked for. */
  write_up_until: Timestamp.nullable(),
  challenges: Count,
  entries: Count,
  /** Learners may found a team for it. */
  founding: z.boolean(),
  /** The caller's own. */
  mine: Entry.nullable(),
  /** What the caller may do now: `register`, `withdraw`, `play`. */
  can: z.array(z.enum(['register', 'withdraw', 'play', 'board'])),
  /** Why they may not register. */
  closed: z.enum(['staff', 'over', 'closed', 'entered', 'rejected']).nullable(),
})
export type ContestCard = z.output<typeof ContestCard>

/** A division somebody may choose when they enter. */
export const OpenDivision = z.object({ id: Id, name: z.string(), review: z.boolean() })

/** A team the caller leads. */
export const LedTeam = z.object({ id: Id, name: z.string(), members: Count })

/** A challenge as one entry sees it. */
export const PlayItem = z.object({
  id: Id,
  title: z.string(),
  category: z.string(),
  difficulty: z.enum(difficulties),
  /** What it is worth now, as far as the caller may know. */
  value: Amount,
  solves: Count,
  state: z.enum(['open', 'tried', 'solved', 'closed']),
  /** What the caller's entry has for it; null: not solved, or not told yet. */
  worth: Amount.nullable(),
  /** Solved after the freeze: points are told with everybody's. */
  held_back: z.boolean(),
  /** From 1; null where the caller's entry is none of the first three, or may not know. */
  blood: Count.nullable(),
  closes_at: Timestamp.nullable(),
  /** Wrong answers left; null: as many as they like. */
  left: Count.nullable(),
  /** Of several flags that count by themselves: how many the entry has found. */
  found: Count,
  /** What its hints take from the solve, or have taken. */
  spent: Amount,
})
export type PlayItem = z.output<typeof PlayItem>

/** A challenge that is not open yet: what it takes, and nothing of what it is. */
export const LockedItem = z.object({
  category: z.string(),
  value: Amount,
  /** Challenges that have to be solved before, and how many of them are. */
  wanted: Count,
  solved: Count,
  /** Points that the entry has to have; null: none. */
  score: Count.nullable(),
})
export type LockedItem = z.output<typeof LockedItem>

export const PlayChallenge = z.object({
  item: PlayItem,
  /** A hint that is not taken has a price in points and no text. */
  question: ShownQuestion,
  /** Hints cost when they are taken, not of the solve. */
  hints_at_once: z.boolean(),
  /** Several flags that count by themselves, how many there are; 1 otherwise. */
  flags: Count,
  /** Its machines can be started; and those of the entry that are there. */
  scene: z.boolean(),
  scene_id: Id.nullable(),
  /** What may be done with it now. */
  can: z.array(z.enum(['submit', 'hint', 'scene'])),
  /** Several texts are wanted, one on each line. */
  several: z.boolean(),
  /** The entry's own answers, the newest first. */
  submissions: z.array(
    z.object({
      id: Id,
      at: Timestamp,
      verdict: z.enum(submissionVerdicts),
      by: z.string(),
      text: z.string(),
      voided: z.boolean(),
    }),
  ),
  /** Who solved it, the first in front, as far as the caller may know. */
  solvers: z.array(z.object({ name: z.string(), at: Timestamp, mine: z.boolean() })),
})
export type PlayChallenge = z.output<typeof PlayChallenge>

export const ContestVerdict = z.object({
  verdict: z.enum(submissionVerdicts),
  /** The same wrong text was handed in before: it counts once. */
  again: z.boolean(),
  /** What the solve is worth now; null: not told. */
  worth: Amount.nullable(),
  /** Of the first three; null: none of them, or not told. */
  blood: Count.nullable(),
  /** Points are told after the freeze. */
  held_back: z.boolean(),
  /** Seconds until another answer is taken. */
  wait: Count,
  /** Wrong answers left of this challenge; null: as many as they like. */
  left: Count.nullable(),
})
export type ContestVerdict = z.output<typeof ContestVerdict>

export const ContestBoardRow = z.object({
  id: Id,
  name: z.string(),
  /** 0: their division has no rank among all. */
  rank: Count,
  /** Null without divisions. */
  division: Id.nullable(),
  division_rank: Count.nullable(),
  score: Amount,
  /** When they last earned something that counts. */
  last_at: Timestamp.nullable(),
  solved: Count,
  mine: z.boolean(),
  /** Solves of the caller's own entry that are told with everybody's. */
  held_back: Count,
})
export type ContestBoardRow = z.output<typeof ContestBoardRow>
export const ContestBoard = z.object({
  /** Null: the caller may not see the others. */
  rows: z.array(ContestBoardRow),
  divisions: z.array(z.object({ id: Id, name: z.string() })),
  hidden: z.boolean(),
  /** Since when nothing of others is told; null: all is. */
  frozen_at: Timestamp.nullable(),
  now: Timestamp,
})
export type ContestBoard = z.output<typeof ContestBoard>

/** Why a score is what it is. */
export const ScoreExplained = z.object({
  id: Id,
  name: z.string(),
  rank: Count.nullable(),
  score: Amount,
  /** Points that are no challenge's. */
  points: Amount,
  /** Points of challenges beside their solves: parts of their flags, and hints. */
  parts: z.array(z.object({ id: Id, title: z.string(), cause: z.enum(ledgerCauses), amount: Amount })),
  items: z.array(
    z.object({
      id: Id,
      title: z.string(),
      at: Timestamp,
      /** What everybody who has it gets for it now, and by which curve. */
      price: Amount,
      solves: Count,
      curve: z.string(),
      bonus: Amount,
      blood: Count.nullable(),
      cost: Amount,
      worth: Amount,
    }),
  ),
  held_back: Count,
  /** What its staff decided of it, with reasons, the newest first. */
  rulings: z.array(ScoreRuling),
  rule_version: Count,
})
export type ScoreExplained = z.output<typeof ScoreExplained>

/** An answer as staff see it. */
export const JudgedSubmission = z.object({
  id: Id,
  at: Timestamp,
  verdict: z.enum(submissionVerdicts),
  item_id: Id,
  item: z.string(),
  entry_id: Id,
  entry: z.string(),
  by: z.string(),
  /** A right one is not written out: it is the flag. */
  text: z.string(),
  /** Whose flag it is, if not their own. */
  made_for: z.string(),
  /** It is left out of account. */
  voided: z.boolean(),
})
export type JudgedSubmission = z.output<typeof JudgedSubmission>

export const ContestCheck = z.object({
  what: z.enum([
    'challenges',
    'dates',
    'audience',
    'entries',
    'made_flags',
    'changed',
    'registration',
    'staff',
    'thaw',
  ]),
  ok: z.boolean(),
  /** Without it nobody can take part. */
  grave: z.boolean(),
  params: z.record(z.string(), z.number()),
  names: z.array(z.string()),
})
export type ContestCheck = z.output<typeof ContestCheck>
