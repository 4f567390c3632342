/** The caller's own learning record; nobody else's. */
import { z } from 'zod'
import { LocalId } from '../bank/question.schema.ts'
import { sectionKinds } from '../course/outline.ts'
import { Id, many, page, Paging, Timestamp } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import { offset } from '../practice/record.routes.ts'
import { evidenceKinds, recordFormats } from './evidence.ts'

const Kind = z.enum(evidenceKinds)
const Count = z.number().int()
const narrowed = {
  kind: many(Kind),
  /** Days by the clock of whoever asks: the first, and the last. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  offset,
}

export const Evidence = z.object({
  id: Id,
  at: Timestamp,
  kind: Kind,
  /** The course, the exam or the challenge. */
  subject: Id,
  part: LocalId.nullable(),
  part_kind: z.enum(sectionKinds).nullable(),
  /** The lesson that has the section now; null: none, or no section. */
  lesson: LocalId.nullable(),
  /** As they were called then. */
  title: z.string(),
  part_title: z.string(),
  /** Of the edition, the paper or the question. */
  version: Count,
  /** 0 to 1; null while it may not be told: an exam asks the same, or its results are not out. */
  result: z.number().nullable(),
  points: z.array(z.string()),
  rule: Count,
})
export type Evidence = z.output<typeof Evidence>

const mine = ['personal'] as const

export const recordRoutes = routes({
  'GET /learning/record': {
    summary: 'The caller’s learning record, newest first',
    screens: 'signed-in',
    serves: mine,
    query: z.strictObject({ ...Paging, ...narrowed }),
    reply: page(Evidence),
  },
  'GET /learning/record/summary': {
    summary: 'How much is in the caller’s learning record, and on which days it was done',
    screens: 'signed-in',
    serves: mine,
    query: z.strictObject({ offset }),
    reply: z.object({
      /** Different ones, by kind. */
      done: z.record(Kind, Count),
      /** The last thirty days. */
      days: z.array(z.object({ day: z.iso.date(), section: Count, course: Count, exam: Count, flag: Count })),
    }),
  },
  'GET /learning/record/file': {
    summary: 'The caller’s learning record as a table, or as xAPI statements',
    rate: 'heavy',
    screens: 'signed-in',
    serves: mine,
    query: z.strictObject({
      ...narrowed,
      format: z.enum(recordFormats).default('xlsx'),
      language: z.enum(['en-US', 'zh-CN']).default('en-US'),
      /** Address of the platform, in which statements name people and things. */
      home: z
        .url({ protocol: /^https?$/ })
        .max(300)
        .default('https://range.invalid'),
      /** Path of the app there, for the links of a table. */
      base: z
        .string()
        .max(200)
        .regex(/^(\/[\w.~-]+)*\/?$/)
        .default(''),
    }),
    reply: z.unknown(),
    stream: 'download',
    audit: 'user.export-record',
  },
})
