/** Tools around a question: to collect it, note and report something, pay for hints. `:id` is the question's, of whatever bank. */
import { z } from 'zod'
import { FreeText } from '../lib/oneLine.schema.ts'
import { BankName } from '../bank/question.schema.ts'
import { textLanguages } from '../bank/question.ts'
import { Id, many, page, Paging } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import { sized } from '../lib/text.ts'
import { bankKeepers, keepLimits, reportKinds, reportStates, toolScreens } from './keep.ts'
import {
  Collected,
  Folder,
  SavedFolderName,
  Hint,
  KeptNote,
  Note,
  OwnReport,
  QuestionReport,
  QuestionTools,
} from './keep.schema.ts'

const anyKeeper = [...bankKeepers.theory, ...bankKeepers.exercise, ...bankKeepers.flag] as const
const withNotes = [...toolScreens, 'personal'] as const

export const keepRoutes = routes({
  'GET /question-tools/:id': {
    summary: 'The caller’s note, collection and report of a question, and what they may do with it',
    screens: toolScreens,
    query: z.strictObject({ language: z.enum(textLanguages).optional() }),
    reply: QuestionTools,
  },
  'PUT /question-tools/:id/collected': {
    summary: 'Collect a question, optionally into a folder, or remove it from the collection',
    screens: withNotes,
    body: z.strictObject({ collected: z.boolean(), folder: Folder.default('') }),
    reply: z.object({ collected: z.object({ folder: z.string() }).nullable() }),
    audit: 'question.collect',
  },
  'PUT /question-tools/:id/note': {
    summary: 'Write the caller’s note on a question; an empty text removes it',
    screens: withNotes,
    body: z.strictObject({ text: z.string().max(keepLimits.note), version: z.number().int().min(0) }),
    reply: z.object({ note: Note.nullable() }),
    problems: ['stale_version'],
    audit: 'question.note',
  },
  'POST /question-tools/:id/reports': {
    summary: 'Report a problem with a question to those who manage the bank',
    screens: toolScreens,
    body: z.strictObject({
      kind: z.enum(reportKinds),
      text: sized(FreeText, 0, keepLimits.report).default(''),
    }),
    reply: OwnReport,
    rate: 'report',
    problems: ['duplicate_data'],
    audit: 'question.report',
  },
  'POST /question-tools/:id/hints': {
    summary: 'Pay for a hint at the cost that was shown; one that is paid for already costs nothing more',
    screens: toolScreens,
    body: z.strictObject({
      hint: z.number().int().min(0).max(19),
      cost: z.number().min(0).max(1000),
      language: z.enum(textLanguages).default(''),
    }),
    reply: z.object({ hint: Hint, spent: z.number(), worth: z.number() }),
    problems: ['hint_changed'],
    audit: 'question.hint',
  },

  'GET /collections': {
    summary: 'Questions the caller collected, of all banks',
    screens: 'signed-in',
    serves: ['personal', 'collected-exercise'],
    query: z.strictObject({
      ...Paging,
      bank: many(BankName),
      folder: z
        .string()
        .max(keepLimits.folder * 2)
        .optional(),
    }),
    reply: page(Collected).extend({
      /** All folders with what is in them, whatever the filters; an empty name for what is in none. */
      folders: z.array(z.object({ name: z.string(), n: z.number().int() })),
    }),
  },
  'POST /collections/rename': {
    summary: 'Rename a folder of collected questions; into an existing one it is merged',
    screens: 'signed-in',
    serves: ['personal'],
    body: z.strictObject({ from: SavedFolderName, to: Folder }),
    reply: z.object({ done: z.number().int() }),
    audit: 'collection.rename',
  },
  'GET /notes': {
    summary: 'The caller’s notes on questions, latest first',
    screens: 'signed-in',
    serves: ['personal'],
    query: z.strictObject({ ...Paging, bank: many(BankName) }),
    reply: page(KeptNote),
  },

  'GET /question-reports': {
    summary: 'Reports about questions of the banks the caller manages, open ones first',
    screens: anyKeeper,
    query: z.strictObject({
      page: Paging.page,
      page_size: Paging.page_size,
      bank: BankName,
      state: many(z.enum(reportStates)),
      question_id: Id.optional(),
    }),
    reply: page(QuestionReport).extend({ open: z.number().int() }),
    problems: ['no_operation_permission'],
  },
  'POST /question-reports/:id/answer': {
    summary: 'Close a report with an outcome; its author is notified',
    screens: anyKeeper,
    body: z.strictObject({
      outcome: z.enum(['fixed', 'declined']),
      text: sized(FreeText, 0, keepLimits.reply).default(''),
    }),
    reply: QuestionReport,
    problems: ['no_operation_permission', 'not_allowed_in_state'],
    audit: 'question-report.answer',
  },
})
