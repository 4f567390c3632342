import { z } from 'zod'
import { visibleText } from '../lib/oneLine.schema.ts'
import { BankName } from '../bank/question.schema.ts'
import { difficulties } from '../bank/question.ts'
import { Id, Timestamp } from '../lib/crud.ts'
import { sized } from '../lib/text.ts'
import { Byline } from '../notice/byline.ts'
import { keepLimits, reportKinds, reportStates } from './keep.ts'

/** Name that a folder is given; empty for none. */
export const Folder = sized(visibleText(z.string().trim()), 0, keepLimits.folder)
/** Of one that is there. */
export const SavedFolderName = sized(z.string().trim(), 1, keepLimits.folder)

export const Note = z.object({ text: z.string(), version: z.number().int(), at: Timestamp })
export type Note = z.output<typeof Note>

const report = {
  id: Id,
  kind: z.enum(reportKinds),
  text: z.string(),
  state: z.enum(reportStates),
  at: Timestamp,
  /** What its keeper answered. */
  reply: z.string(),
  replied_at: Timestamp.nullable(),
}
/** A report as whoever made it sees it. */
export const OwnReport = z.object(report)
export type OwnReport = z.output<typeof OwnReport>
/** A report as the keepers of the bank see it. */
export const QuestionReport = z.object({
  ...report,
  question_id: Id,
  bank: BankName,
  title: z.string(),
  /** Of the question, as it was reported and as it is. */
  version: z.number().int(),
  version_now: z.number().int(),
  author: Byline,
  replied_by: Byline.nullable(),
  can: z.array(z.enum(['answer'])),
})
export type QuestionReport = z.output<typeof QuestionReport>

export const Hint = z.object({ cost: z.number(), text: z.string().nullable() })

/** All that the tools around a question show to one learner. */
export const QuestionTools = z.object({
  id: Id,
  bank: BankName,
  title: z.string(),
  collected: z.object({ folder: z.string() }).nullable(),
  /** Folders the learner has. */
  folders: z.array(z.string()),
  note: Note.nullable(),
  reports: z.array(OwnReport),
  hints: z.array(Hint),
  /** Points paid for hints so far, and what a right answer is worth after them. */
  spent: z.number(),
  worth: z.number(),
  comments: z.number().int(),
  /** Whether the discussion is open to this learner: of a flag challenge not before he solved it. */
  discuss: z.boolean(),
})
export type QuestionTools = z.output<typeof QuestionTools>

export const Collected = z.object({
  id: Id,
  bank: BankName,
  title: z.string(),
  difficulty: z.enum(difficulties),
  keywords: z.array(z.string()),
  folder: z.string(),
  at: Timestamp,
  /** Whether the learner may practise it now. */
  open: z.boolean(),
})
export type Collected = z.output<typeof Collected>

export const KeptNote = z.object({
  /** Of the question. */
  id: Id,
  bank: BankName,
  title: z.string(),
  text: z.string(),
  version: z.number().int(),
  at: Timestamp,
  open: z.boolean(),
})
export type KeptNote = z.output<typeof KeptNote>
