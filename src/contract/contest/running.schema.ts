import { z } from 'zod'
import { Id, Timestamp } from '../lib/crud.ts'
import { answerTellings, askedCategories, askedPlaces, noticeKinds, noticeTargets, rulingKinds } from './running.ts'
import { caseDecisions, casePlaces, confidences, detectors } from './evidence.ts'
import { submissionVerdicts } from './status.ts'

const Count = z.number().int()
const Amount = z.number().int()

export const ContestNotice = z.object({
  id: Id,
  kind: z.enum(noticeKinds),
  at: Timestamp,
  /** Of one by hand; of an extension and a change of rules the reason. */
  text: z.string(),
  pinned: z.boolean(),
  to: z.enum(noticeTargets),
  /** For whom, where it is not for all: a division or an entry. */
  to_name: z.string(),
  /** Of a first solve. */
  item: z.string(),
  entry: z.string(),
  /** Of an extension. */
  minutes: Count,
  /** Who wrote it; told to staff. */
  by: z.string(),
})
export type ContestNotice = z.output<typeof ContestNotice>

const ContestAnswer = z.object({
  id: Id,
  text: z.string(),
  told: z.enum(answerTellings),
  at: Timestamp,
  /** Told to staff. */
  by: z.string(),
})
/** A question as whoever takes part sees it. */
export const ContestAsked = z.object({
  id: Id,
  category: z.enum(askedCategories),
  /** Title of the challenge it is about. */
  item: z.string(),
  text: z.string(),
  at: Timestamp,
  /** Of the own entry; another's is seen because its answer is for all. */
  mine: z.boolean(),
  by: z.string(),
  answers: z.array(ContestAnswer),
})
export type ContestAsked = z.output<typeof ContestAsked>
/** The same for its staff. */
export const AskedInQueue = ContestAsked.extend({
  place: z.enum(askedPlaces),
  entry_id: Id,
  entry: z.string(),
  item_id: Id.nullable(),
  claimed_by: z.string(),
  /** The caller has taken it on. */
  claimed: z.boolean(),
})
export type AskedInQueue = z.output<typeof AskedInQueue>

export const RunItem = z.object({
  id: Id,
  question_id: Id,
  title: z.string(),
  category: z.string(),
  value: Amount,
  solves: Count,
})
export type RunItem = z.output<typeof RunItem>

/** What was decided, with its reason. */
export const Ruling = z.object({
  id: Id,
  kind: z.enum(rulingKinds),
  at: Timestamp,
  entry: z.string(),
  item: z.string(),
  /** Points given or taken; null where it is about something else. */
  amount: Amount.nullable(),
  reason: z.string(),
  by: z.string(),
  /** Verdicts, ranks or minutes that it moved. */
  n: Count.nullable(),
})
export type Ruling = z.output<typeof Ruling>
/** A decision as it stands beside a score. */
export const ScoreRuling = Ruling.pick({ id: true, kind: true, at: true, item: true, amount: true, reason: true })
export type ScoreRuling = z.output<typeof ScoreRuling>

const Standing = z.object({ rank: Count.nullable(), score: Amount })
/** What a decision would move: whoever agrees to it names its digest. */
export const ContestPreview = z.object({
  digest: z.string(),
  /** Submissions that had arrived by then were looked at. */
  until: Timestamp,
  judged: Count,
  /** Right ones whose text was not kept: they stay as they are. */
  unread: Count,
  verdicts: z.array(
    z.object({
      id: Id,
      at: Timestamp,
      item: z.string(),
      entry: z.string(),
      before: z.enum(submissionVerdicts),
      after: z.enum(submissionVerdicts),
    }),
  ),
  /** Challenges whose value or first solvers become others. */
  items: z.array(
    z.object({
      id: Id,
      title: z.string(),
      price_before: Amount,
      price_after: Amount,
      firsts_before: z.array(z.string()),
      firsts_after: z.array(z.string()),
    }),
  ),
  /** Entries whose rank or score becomes another, those that move most in front. */
  entries: z.array(z.object({ id: Id, name: z.string(), before: Standing, after: Standing })),
})
export type ContestPreview = z.output<typeof ContestPreview>

/** One version of what an entry wrote. */
export const WriteUp = z.object({
  id: Id,
  version: Count,
  /** Null: it is written in Markdown. */
  file: z.object({ file: Id, name: z.string(), size: Count }).nullable(),
  text: z.string(),
  at: Timestamp,
  by: z.string(),
  /** Null: not reviewed, or without points. */
  points: Count.nullable(),
  review: z.string(),
  reviewed_at: Timestamp.nullable(),
})
export type WriteUp = z.output<typeof WriteUp>
/** The newest of an entry, as staff list it. */
export const WriteUpLine = WriteUp.omit({ text: true }).extend({
  entry_id: Id,
  entry: z.string(),
  reviewed_by: z.string(),
})
export type WriteUpLine = z.output<typeof WriteUpLine>

const Facts = z.object({ n: Count.optional(), seconds: Count.optional(), address: z.string().optional() })
/** Signs that entries helped each other, what they say to it, and what was decided. */
export const ContestCase = z.object({
  id: Id,
  detector: z.enum(detectors),
  confidence: z.enum(confidences),
  entries: z.array(z.object({ id: Id, name: z.string(), reply: z.string(), replied_at: Timestamp.nullable() })),
  items: z.array(z.string()),
  facts: Facts,
  found_at: Timestamp,
  place: z.enum(casePlaces),
  /** What they were asked. */
  question: z.string(),
  decision: z.enum(caseDecisions).nullable(),
  reason: z.string(),
  decided_at: Timestamp.nullable(),
  decided_by: z.string(),
})
export type ContestCase = z.output<typeof ContestCase>
/** The same for an entry that was asked: of the others it is told nothing. */
export const AskedCase = ContestCase.pick({ id: true, detector: true, items: true, question: true }).extend({
  asked_at: Timestamp,
  reply: z.string(),
  /** They may reply still. */
  can: z.array(z.enum(['reply'])),
})
export type AskedCase = z.output<typeof AskedCase>
