/** What the caller did to practise; nobody else's. */
import { z } from 'zod'
import { Answer } from '../bank/answer.schema.ts'
import { difficulties, questionTypes } from '../bank/question.ts'
import { BankName, QuestionType } from '../bank/question.schema.ts'
import { Id, Ids, many, page, Paging, Timestamp } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import { practiceKinds, verdicts } from './practice.ts'

const Count = z.number().int()
const Kind = z.enum(practiceKinds)
/** Minutes the clock of whoever asks is ahead of UTC. */
export const offset = z
  .stringFormat('minutes', /^-?\d{1,3}$/)
  .or(z.number().int())
  .transform(Number)
  .pipe(z.number().int().min(-840).max(840))
  .default(0)
const period = {
  /** Days by the clock of whoever asks: the first, and the last. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  offset,
}

export const PracticeRecord = z.object({
  id: Id,
  kind: Kind,
  bank: BankName,
  question_id: Id,
  /** Empty where the question is gone. */
  title: z.string(),
  set_id: Id.nullable(),
  set_name: z.string(),
  run_id: Id.nullable(),
  at: Timestamp,
  share: z.number().nullable(),
  right: z.boolean().nullable(),
  own: z.boolean(),
  /** An exam that asks the question is not over: what was answered, and whether rightly, is told when all are. */
  closed: z.boolean(),
})
export type PracticeRecord = z.output<typeof PracticeRecord>

export const RecordGroup = z.object({
  kind: Kind,
  bank: BankName,
  set_id: Id,
  name: z.string(),
  tries: Count,
  right: Count,
  partly: Count,
  /** Share of the points over all tries, 0 to 1. */
  share: z.number(),
  questions: Count,
  first_at: Timestamp,
  last_at: Timestamp,
})
export type RecordGroup = z.output<typeof RecordGroup>

export const Mistake = z.object({
  id: Id,
  bank: BankName,
  type: QuestionType,
  title: z.string(),
  difficulty: z.enum(difficulties),
  set: z.object({ id: Id, name: z.string() }).nullable(),
  /** Times it was wrong, partly right, and right since: two mend it. */
  wrong: Count,
  partly: Count,
  rights: Count,
  /** Of the last answer that was not right; null where it may not be told now. */
  verdict: z.enum(verdicts).nullable(),
  wrong_at: Timestamp,
  /** That answer, in one's own words or by the options' texts. */
  answer: Answer.nullable(),
  options: z.array(z.object({ id: z.string(), text: z.string() })),
  /** An exam that asks it is not over: the answer is shown when all are. */
  closed: z.boolean(),
  /** Not while an exam asks it, nor where it is no longer shown. */
  open: z.boolean(),
})
export type Mistake = z.output<typeof Mistake>

const records = ['practice-record', 'volume-group-record', 'capture-flag-record'] as const
const mine = ['personal', 'practice', 'practice-record'] as const

export const practiceRecordRoutes = routes({
  'GET /practice/records': {
    summary: 'The caller’s practice answers, newest first',
    screens: records,
    query: z.strictObject({
      ...Paging,
      kind: many(Kind),
      set_id: many(Id),
      verdict: many(z.enum(verdicts)),
      ...period,
    }),
    reply: page(PracticeRecord),
  },
  'GET /practice/record-groups': {
    summary: 'The caller’s practice by set, paper and set of flags, latest first',
    screens: records,
    query: z.strictObject({ ...Paging, kind: many(Kind), ...period }),
    reply: page(RecordGroup),
  },
  'GET /practice/activity': {
    summary: 'How much the caller practised on each day; a year at most',
    screens: ['practice', ...records],
    query: z.strictObject(period),
    reply: z.object({
      days: z.array(
        z.object({ day: z.iso.date(), theory: Count, volume: Count, flag: Count, right: Count, partly: Count }),
      ),
      /** Days in a row on which anything was answered, up to today, whatever days are asked for. */
      streak: Count,
    }),
  },
  'GET /practice/mistakes': {
    summary: 'Questions the caller answered wrongly or only partly right and has not corrected since',
    screens: mine,
    query: z.strictObject({ ...Paging, set_id: many(Id), type: many(z.enum(questionTypes)) }),
    reply: page(Mistake).extend({ sets: z.array(z.object({ id: Id, name: z.string(), n: Count })) }),
  },
  'POST /practice/mistakes/remove': {
    summary: 'Remove questions from the list of mistakes; a later wrong answer adds them again',
    screens: mine,
    body: Ids,
    reply: z.object({ done: Count }),
    own_trail: true,
  },
  'POST /practice/mistakes/restore': {
    summary: 'Undo the last removal from the list of mistakes',
    screens: mine,
    body: Ids,
    reply: z.object({ done: Count }),
    own_trail: true,
  },
})
