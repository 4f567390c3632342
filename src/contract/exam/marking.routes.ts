/** Marking, results and what is said about them. */
import { z } from 'zod'
import { FreeText } from '../lib/oneLine.schema.ts'
import { Choice, ChoiceQuery, Id, many, page, Paging } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import { sized } from '../lib/text.ts'
import { LocalId } from '../bank/question.schema.ts'
import { textLanguages } from '../bank/question.ts'
import { Byline } from '../notice/byline.ts'
import { examKeeping, examLimits, markingScreens, resultScreens } from './exam.ts'
import { Exam } from './exam.schema.ts'
import { MarkingItem, MarkingRules, MarkingSheet, MarkingState, ResultRow, SheetRecording } from './run.schema.ts'
import { attemptStatuses } from './status.ts'

const language = z.enum(textLanguages).optional()
const comment = FreeText.max(examLimits.comment).default('')
const ofItem = { item: LocalId, n: z.coerce.number().int().min(1).max(1000) }

export const markingRoutes = routes({
  'GET /exams/:id/marking': {
    summary: 'Marking progress, by item and by marker',
    screens: markingScreens,
    reply: MarkingState,
  },
  'GET /exams/:id/sheets': {
    summary: 'Handed-in sheets; a number instead of a name where marking is anonymous',
    screens: markingScreens,
    /** `q` looks for what is shown: a name, or the number in its place. */
    query: z.strictObject({
      ...Paging,
      status: many(z.enum(['to-be-scored', 'scored'])),
      /** Those that wait for the caller: of two markers the first has done his part while an answer stays open. */
      for: z.enum(['me']).optional(),
      /** One sheet by its id, or those of a person where his name is no secret. */
      of: Id.optional(),
    }),
    reply: page(
      z.object({
        attempt: Id,
        user_id: z.string(),
        candidate: z.string(),
        n: z.number().int(),
        status: z.enum(attemptStatuses),
        points: z.number(),
        score: z.number(),
        open: z.number().int(),
      }),
    ),
  },
  'GET /exam-sheets/:id': {
    summary: 'One sheet with answers, keys and marks',
    screens: markingScreens,
    query: z.strictObject({ language }),
    reply: MarkingSheet,
    problems: ['not_allowed_in_state'],
  },
  'GET /exam-sheets/:id/recordings': {
    summary: 'Recordings of the machines of an answer, oldest first, without names',
    screens: markingScreens,
    query: z.strictObject({ item: LocalId }),
    reply: z.object({ items: z.array(SheetRecording) }),
  },
  'GET /exam-sheets/:id/recording': {
    summary: 'One recording of an answer’s machines; part of it with a Range header',
    screens: markingScreens,
    query: z.strictObject(ofItem),
    reply: z.unknown(),
    stream: 'download',
    audit: 'exam.watch-recording',
  },
  'GET /exam-sheets/:id/typed': {
    summary: 'Lines typed in one of these recordings',
    screens: markingScreens,
    query: z.strictObject(ofItem),
    reply: z.object({
      items: z.array(z.object({ at: z.number(), text: z.string() })),
    }),
  },
  'GET /exams/:id/marking/next': {
    summary: 'The next answers to an item for this marker, and comments already used on it',
    screens: markingScreens,
    query: z.strictObject({
      item: LocalId,
      /** Sheets to leave out: those he has before him or put back. */
      not: z.union([z.array(Id).max(100), Id]).optional(),
      count: z.coerce.number().int().min(1).max(20).default(5),
      language,
    }),
    reply: z.object({
      items: z.array(z.object({ attempt: Id, candidate: z.string(), item: MarkingItem })),
      left: z.number().int(),
      rules: MarkingRules,
      comments: z.array(z.object({ text: z.string(), points: z.number(), n: z.number().int() })),
    }),
  },
  'GET /exams/:id/marking/mine': {
    summary: 'Answers to an item that this marker has marked, latest first',
    screens: markingScreens,
    query: z.strictObject({ item: LocalId, language }),
    reply: z.object({
      items: z.array(z.object({ attempt: Id, candidate: z.string(), item: MarkingItem })),
    }),
  },
  'GET /exams/:id/marking/blanks': {
    summary: 'Empty answers (a dash, “don’t know”) among those waiting for this marker, by their text',
    screens: markingScreens,
    query: z.strictObject({ item: LocalId }),
    reply: z.object({
      texts: z.array(z.object({ text: z.string(), n: z.number().int() })),
      n: z.number().int(),
    }),
  },
  'POST /exams/:id/marking/blanks': {
    summary: 'Give no points for empty answers with these texts, a batch at a time; repeat until none is left',
    screens: markingScreens,
    body: z.strictObject({
      item: LocalId,
      texts: z.array(z.string().max(examLimits.blank)).min(1).max(200),
    }),
    reply: z.object({ done: z.number().int(), left: z.number().int() }),
    finishes: true,
    audit: 'exam.mark-blanks',
  },
  'GET /exams/:id/marking/matches': {
    summary:
      'Fill-ins that equal the key, width, case and spaces aside, among those that wait for this marker, by their text',
    screens: markingScreens,
    query: z.strictObject({ item: LocalId }),
    reply: z.object({
      texts: z.array(z.object({ text: z.string(), n: z.number().int() })),
      n: z.number().int(),
    }),
  },
  'POST /exams/:id/marking/matches': {
    summary:
      'Give all points for fill-ins of these texts that equal the key, so many at once; again until none is left',
    screens: markingScreens,
    body: z.strictObject({ item: LocalId, texts: z.array(z.string().max(4096)).min(1).max(200) }),
    reply: z.object({
      done: z.number().int(),
      left: z.number().int(),
      /** Sheets it gave the points to: what takes them back names them. */
      sheets: z.array(Id),
    }),
    finishes: true,
    audit: 'exam.mark-matches',
  },
  'POST /exams/:id/marking/matches/undo': {
    summary: 'Take back all points that the caller gave for fill-ins that equal the key: their answers wait again',
    screens: markingScreens,
    body: z.strictObject({ item: LocalId, sheets: z.array(Id).min(1).max(examLimits.alikeAtOnce) }),
    reply: z.object({
      done: z.number().int(),
      /** What somebody judged since, or is settled. */
      kept: z.number().int(),
    }),
    audit: 'exam.unmark-matches',
  },
  'POST /exam-sheets/:id/marks': {
    summary: 'Mark an answer in the round that waits for this marker; again: change one’s own mark',
    screens: markingScreens,
    body: z.strictObject({
      item: LocalId,
      points: z.number().min(0).max(1000),
      comment,
      /** Lines of the rubric that are given, by their place. */
      lines: z.array(z.number().int().min(0).max(99)).max(100).default([]),
      /** The round this marker had before him: somebody else may have marked meanwhile. */
      round: z.number().int().min(1).max(3),
    }),
    reply: z.object({
      points: z.number().nullable(),
      total: z.number(),
      open: z.number().int(),
    }),
    problems: ['not_allowed_in_state', 'marked_meanwhile', 'no_operation_permission'],
    finishes: true,
    audit: 'exam.mark',
  },
  'GET /exams/:id/objections': {
    summary: 'Objections of candidates, open ones first, for who marks the exam or keeps it',
    screens: markingScreens,
    query: z.strictObject({ ...Paging }),
    reply: page(
      z.object({
        attempt: Id,
        item: LocalId,
        /** What the item asks, by its title. */
        question: z.string(),
        candidate: z.string(),
        /** Who says it; null where marking is without names. */
        author: Byline.nullable(),
        text: z.string(),
        at: z.iso.datetime(),
        reply: z.string().nullable(),
        replied_by: Byline.nullable(),
        /** Whether this caller may answer: who marked it may not. */
        may: z.boolean(),
        /** Everybody who marks the exam gave these points: whoever keeps it answers, or a marker who is named now. */
        nobody_left: z.boolean(),
        points: z.number().nullable(),
        score: z.number(),
      }),
    ).extend({
      /** Names of those who answer in the caller's place: whoever keeps an exam that others mark reads them only. */
      answered_by: z.array(z.string()),
      /** Names of those who answer where no marker is left, as administrators may. */
      deciders: z.array(z.string()),
    }),
  },
  'POST /exam-sheets/:id/reply': {
    summary: 'Answer an objection with the points that count from now on; another marker than who gave them',
    screens: markingScreens,
    body: z.strictObject({
      item: LocalId,
      points: z.number().min(0).max(1000),
      reply: sized(FreeText, 1, examLimits.objection),
    }),
    reply: z.object({ points: z.number(), total: z.number() }),
    problems: ['not_allowed_in_state', 'no_operation_permission'],
    finishes: true,
    audit: 'exam.answer-objection',
  },
  'GET /exams/:id/results': {
    summary: 'Results by rank; equal points share a rank, and who was absent comes last without one',
    screens: resultScreens,
    query: z.strictObject({ ...Paging }),
    reply: page(ResultRow).extend({
      score: z.number(),
      unmarked: z.number().int(),
      /** Candidates who never came, once the exam is over: among the rows where names are shown. */
      absent: z.number().int(),
      /** Whether rows open their sheets: not where these are numbered and the rows have names. */
      opens: z.boolean(),
    }),
  },
  'GET /exams/markers/options': {
    summary: 'Pick people who can mark exams, by name',
    screens: examKeeping,
    query: ChoiceQuery,
    reply: page(Choice),
  },
  'POST /exams/:id/publish': {
    summary: 'Show results to candidates now',
    screens: ['exam-manage', ...markingScreens],
    body: z.strictObject({}),
    reply: Exam,
    problems: ['not_allowed_in_state'],
    finishes: true,
    audit: 'exam.publish',
  },
  'POST /exams/:id/withdraw': {
    summary: 'Withdraw published results',
    screens: ['exam-manage'],
    body: z.strictObject({}),
    reply: Exam,
    problems: ['not_allowed_in_state'],
    finishes: true,
    audit: 'exam.withdraw',
  },
})
