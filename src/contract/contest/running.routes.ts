/** Running a contest: time, notices, questions, decisions about scores. */
import { z } from 'zod'
import { Id, many, page, Paging, Timestamp } from '../lib/crud.ts'
import { FreeText, OneLine } from '../lib/oneLine.schema.ts'
import { routes } from '../lib/route.ts'
import { sized } from '../lib/text.ts'
import { bloodKinds, contestLimits, curveKinds, flagContestPlaying, flagContestRunning } from './flagContest.ts'
import { FlagContest } from './flagContest.schema.ts'
import { Entry, JudgedSubmission } from './play.schema.ts'
import {
  answerTellings,
  askedCategories,
  askedPlaces,
  boardViews,
  contestFileFormats,
  noticeTargets,
  rejudgeKeys,
  runningLimits,
  writeUpLimits,
} from './running.ts'
import { caseDecisions, casePlaces } from './evidence.ts'
import {
  AskedCase,
  AskedInQueue,
  ContestAsked,
  ContestCase,
  ContestNotice,
  ContestPreview,
  Ruling,
  RunItem,
  WriteUp,
  WriteUpLine,
} from './running.schema.ts'

const nothing = z.strictObject({})
const playing = ['flag-contest-play'] as const
const Reason = sized(FreeText, 1, contestLimits.reason)
const Digest = z.string().regex(/^[0-9a-f]{64}$/)
const whole = (from: number, to: number) => z.number().int().min(from).max(to)

const deed = { screens: flagContestRunning, problems: ['not_allowed_in_state'], finishes: true } as const
const judging = {
  screens: flagContestRunning,
  problems: ['not_allowed_in_state', 'contest_final'],
  finishes: true,
} as const
const reasoned = z.strictObject({ reason: Reason })

const rejudging = {
  /** Of one challenge, or of all. */
  item_id: Id.nullable().default(null),
  entry_id: Id.nullable().default(null),
  /** Those that are right now, or wrong; both when left out. */
  verdict: z.enum(['right', 'wrong']).nullable().default(null),
  key: z.enum(rejudgeKeys).default('contest'),
}
const ItemRules = z
  .strictObject({
    id: Id,
    curve: z.enum(curveKinds),
    most: whole(1, contestLimits.points),
    least: whole(0, contestLimits.points),
    decay: whole(1, 10_000),
    blood: z.boolean(),
  })
  .refine((i) => i.curve === 'static' || i.least <= (i.curve === 'exponential' ? 1000 : i.most), {
    params: { rule: 'least_within_most' },
  })
const Scoring = {
  blood: z.enum(bloodKinds),
  blood_first: whole(0, 1000),
  blood_second: whole(0, 1000),
  blood_third: whole(0, 1000),
  /** Challenges that are to be worth something else; the others stay as they are. */
  items: z.array(ItemRules).max(contestLimits.items),
}

export const contestRunningRoutes = routes({
  'POST /flag-contests/:id/extend': {
    ...deed,
    summary: 'Move the end, and a freeze that has not begun, by some minutes',
    body: z.strictObject({
      minutes: whole(1, runningLimits.extension),
      /** Told to everybody. */
      reason: sized(OneLine.trim(), 0, contestLimits.reason).default(''),
    }),
    reply: FlagContest,
    audit: 'flag-contest.extend',
  },
  'POST /flag-contests/:id/freeze': {
    ...deed,
    summary: 'Stop telling others what is won, from now on',
    body: nothing,
    reply: FlagContest,
    audit: 'flag-contest.freeze',
  },
  'POST /flag-contests/:id/finalise': {
    ...deed,
    summary: 'Make the result final: no score is corrected any more',
    body: nothing,
    reply: FlagContest,
    audit: 'flag-contest.finalise',
  },
  'POST /flag-contests/:id/reopen': {
    ...deed,
    summary: 'Make a final result provisional again, with a reason',
    body: reasoned,
    reply: FlagContest,
    audit: 'flag-contest.reopen',
  },

  'GET /contests/:id/notices': {
    summary: 'What was told to the caller: by staff, and by itself as far as they may know',
    screens: flagContestPlaying,
    reply: z.object({ items: z.array(ContestNotice) }),
  },
  'GET /contests/:id/questions': {
    summary: 'Questions of the own entry, and those whose answer is for all',
    screens: playing,
    reply: z.object({
      items: z.array(ContestAsked),
      /** The caller may ask now. */
      can: z.array(z.enum(['ask'])),
    }),
  },
  'POST /contests/:id/questions': {
    summary: 'Ask the staff of a contest',
    screens: playing,
    body: z.strictObject({
      category: z.enum(askedCategories),
      /** The challenge it is about, which is open to the own entry. */
      item_id: Id.nullable().default(null),
      text: sized(FreeText, 1, runningLimits.question),
    }),
    reply: ContestAsked,
    problems: ['contest_not_in'],
    personal: true,
    rate: 'comment',
    audit: 'contest-question.create',
  },

  'GET /contests/:id/write-up': {
    summary: 'What the own entry wrote about how it solved things, the newest first, and what was said of it',
    screens: playing,
    reply: z.object({
      /** Until when it is taken; null: none is asked for. */
      until: Timestamp.nullable(),
      versions: z.array(WriteUp),
      can: z.array(z.enum(['hand-in'])),
      now: Timestamp,
    }),
  },
  'POST /contests/:id/write-up': {
    summary: 'Hand in a write-up: Markdown, or a PDF that was uploaded. Each is a version of its own',
    screens: playing,
    body: z.strictObject({ text: z.string().max(writeUpLimits.text).default(''), file: Id.nullable().default(null) }),
    reply: WriteUp,
    problems: ['contest_not_in', 'contest_write_up_over'],
    personal: true,
    rate: 'comment',
    audit: 'contest-write-up.create',
  },
  'GET /flag-contests/:id/write-ups': {
    summary: 'The newest write-up of each entry',
    screens: flagContestRunning,
    query: z.strictObject(Paging),
    reply: page(WriteUpLine),
  },
  'GET /flag-contests/:id/write-ups/file': {
    summary: 'The newest write-up of each entry in one ZIP',
    screens: flagContestRunning,
    reply: z.unknown(),
    stream: 'download',
    audit: 'flag-contest.write-ups',
  },
  'GET /contest-write-ups/:id': {
    summary: 'One write-up with all its versions, the newest first',
    screens: flagContestRunning,
    reply: z.object({ entry: z.string(), versions: z.array(WriteUp) }),
  },
  'POST /contest-write-ups/:id/review': {
    ...judging,
    summary: 'Say something of a write-up, and give points for it',
    body: z.strictObject({
      points: whole(0, runningLimits.adjust).nullable().default(null),
      review: sized(FreeText, 1, writeUpLimits.review),
    }),
    reply: WriteUp,
    audit: 'contest-write-up.review',
  },

  'GET /flag-contests/:id/notices': {
    summary: 'All notices, with whom they were told to',
    screens: flagContestRunning,
    reply: z.object({
      items: z.array(ContestNotice),
      divisions: z.array(z.object({ id: Id, name: z.string() })),
    }),
  },
  'POST /flag-contests/:id/notices': {
    summary: 'Tell everybody, a division or one entry something',
    screens: flagContestRunning,
    body: z.strictObject({
      text: sized(FreeText, 1, runningLimits.notice),
      pinned: z.boolean().default(false),
      to: z.enum(noticeTargets).default('all'),
      /** Of the division or the entry. */
      to_id: Id.nullable().default(null),
    }),
    reply: ContestNotice,
    finishes: true,
    audit: 'contest-notice.create',
  },
  'POST /contest-notices/:id/pin': {
    summary: 'Keep a notice in sight, or no longer',
    screens: flagContestRunning,
    body: z.strictObject({ pinned: z.boolean() }),
    reply: ContestNotice,
    finishes: true,
    audit: 'contest-notice.pin',
  },
  'DELETE /contest-notices/:id': {
    summary: 'Take a notice back',
    screens: flagContestRunning,
    reply: nothing,
    finishes: true,
    audit: 'contest-notice.remove',
  },
  'GET /flag-contests/:id/questions': {
    summary: 'The queue of questions: those that wait in front, the oldest first',
    screens: flagContestRunning,
    query: z.strictObject({ ...Paging, place: many(z.enum(askedPlaces)), category: many(z.enum(askedCategories)) }),
    reply: page(AskedInQueue),
  },
  'POST /contest-questions/:id/claim': {
    summary: 'Take a question on, so that others leave it alone; or give it back',
    screens: flagContestRunning,
    body: z.strictObject({ claimed: z.boolean() }),
    reply: AskedInQueue,
    problems: ['not_allowed_in_state'],
    finishes: true,
    audit: 'contest-question.claim',
  },
  'POST /contest-questions/:id/answer': {
    summary: 'Answer a question, to whoever asked or to all',
    screens: flagContestRunning,
    body: z.strictObject({ text: sized(FreeText, 1, runningLimits.answer), told: z.enum(answerTellings) }),
    reply: AskedInQueue,
    finishes: true,
    audit: 'contest-question.answer',
  },

  'GET /flag-contests/:id/items': {
    summary: 'Challenges of a contest as they stand: what each is worth, and how many have it',
    screens: flagContestRunning,
    reply: z.object({ items: z.array(RunItem) }),
  },
  'GET /flag-contests/:id/file': {
    summary: 'A contest as a file: its board, the ledger that every score follows from, or the feed that CTFtime reads',
    screens: flagContestRunning,
    query: z.strictObject({
      format: z.enum(contestFileFormats).default('xlsx'),
      /** Of a board: as those who take part see it, or as it is. */
      view: z.enum(boardViews).default('true'),
      /** Of the headings. */
      language: z.enum(['en-US', 'zh-CN']).default('en-US'),
    }),
    reply: z.unknown(),
    stream: 'download',
    audit: 'flag-contest.file',
  },
  'GET /contests/:id/ctftime': {
    summary: 'The feed that CTFtime reads, of a contest that gives it to everybody',
    screens: 'public',
    serves: ['flag-contest'],
    reply: z.unknown(),
    stream: 'download',
  },
  'POST /flag-contests/:id/evidence/scan': {
    summary: 'Look for signs that entries helped each other',
    screens: flagContestRunning,
    body: nothing,
    reply: z.object({ found: z.number().int() }),
    finishes: true,
    rate: 'heavy',
    audit: 'flag-contest.scan',
  },
  'GET /flag-contests/:id/evidence': {
    summary: 'Cases with what was seen, said and decided: those without a decision in front',
    screens: flagContestRunning,
    query: z.strictObject({ ...Paging, place: many(z.enum(casePlaces)) }),
    reply: page(ContestCase),
  },
  'POST /contest-cases/:id/ask': {
    ...deed,
    summary: 'Ask the entries of a case what they say to it',
    body: z.strictObject({ text: sized(FreeText, 1, runningLimits.question) }),
    reply: ContestCase,
    audit: 'contest-case.ask',
  },
  'POST /contest-cases/:id/decide': {
    ...judging,
    summary: 'Decide a case: dismiss it, warn entries, take the solves away, or ban',
    body: z.strictObject({
      decision: z.enum(caseDecisions),
      /** Of the case; none where it is dismissed. */
      entries: z.array(Id).max(50).default([]),
      reason: Reason,
    }),
    reply: ContestCase,
    audit: 'contest-case.decide',
  },
  'GET /contests/:id/cases': {
    summary: 'What the own entry was asked about',
    screens: playing,
    reply: z.object({ items: z.array(AskedCase) }),
  },
  'POST /contest-cases/:id/reply': {
    summary: 'Say something to a case that one’s entry was asked about',
    screens: playing,
    body: z.strictObject({ text: sized(FreeText, 1, runningLimits.answer) }),
    reply: AskedCase,
    problems: ['not_allowed_in_state'],
    personal: true,
    rate: 'comment',
    audit: 'contest-case.reply',
  },
  'GET /flag-contests/:id/rulings': {
    summary: 'What was decided, with reasons, the newest first',
    screens: flagContestRunning,
    query: z.strictObject(Paging),
    reply: page(Ruling),
  },
  'POST /contest-entries/:id/adjust': {
    ...judging,
    summary: 'Give an entry points or take some, with a reason',
    body: z.strictObject({
      /** Whole points, below nothing where they are taken. */
      points: z
        .number()
        .int()
        .min(-runningLimits.adjust)
        .max(runningLimits.adjust)
        .refine((n) => n !== 0, { params: { rule: 'required' } }),
      reason: Reason,
    }),
    reply: Entry,
    audit: 'contest-entry.adjust',
  },
  'POST /contest-submissions/:id/void': {
    ...judging,
    summary: 'Leave a submission out of account, with a reason: a solve is lost, a wrong answer forgiven',
    body: reasoned,
    reply: JudgedSubmission,
    audit: 'contest-submission.void',
  },
  'POST /contest-submissions/:id/restore': {
    ...judging,
    summary: 'Take a submission into account again, with a reason',
    body: reasoned,
    reply: JudgedSubmission,
    audit: 'contest-submission.restore',
  },
  'POST /flag-contests/:id/rejudge/preview': {
    ...judging,
    summary: 'What would move if submissions were judged again',
    body: z.strictObject(rejudging),
    reply: ContestPreview,
    safe: true,
    guarded: true,
  },
  'POST /flag-contests/:id/rejudge': {
    ...judging,
    summary: 'Judge submissions again, as it was previewed',
    body: z.strictObject({ ...rejudging, until: Timestamp, digest: Digest, reason: Reason }),
    reply: ContestPreview,
    problems: ['not_allowed_in_state', 'contest_final', 'plan_changed'],
    audit: 'flag-contest.rejudge',
  },
  'POST /flag-contests/:id/rules/preview': {
    ...judging,
    summary: 'What would move if a contest that has begun were scored by other rules',
    body: z.strictObject(Scoring),
    reply: ContestPreview,
    safe: true,
    guarded: true,
  },
  'POST /flag-contests/:id/rules': {
    ...judging,
    summary: 'Score a contest that has begun by other rules, as it was previewed',
    body: z.strictObject({ ...Scoring, digest: Digest, reason: Reason }),
    reply: FlagContest,
    problems: ['not_allowed_in_state', 'contest_final', 'plan_changed'],
    audit: 'flag-contest.rules',
  },
})
