/** What a candidate calls. Whoever may open these pages is no candidate yet: the server looks for whom the exam is. */
import { z } from 'zod'
import { FreeText } from '../lib/oneLine.schema.ts'
import { textLanguages } from '../bank/question.ts'
import { LocalId } from '../bank/question.schema.ts'
import { Id, many, page, Paging, Timestamp } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import { sized } from '../lib/text.ts'
import {
  Attempt,
  AttemptState,
  ExamGuide,
  MyExam,
  Receipt,
  Review,
  Save,
  SavedAttemptState,
  WriterName,
} from './attempt.schema.ts'
import { examLimits, sitting } from './exam.ts'
import { examStatuses } from './status.ts'

/** Screens on which an attempt is before its owner. */
const sheet = ['exam-session', 'exam-guide'] as const

export const sitRoutes = routes({
  'GET /my-exams': {
    summary: 'Exams of the caller, with their attempts and whether they may begin',
    screens: sitting,
    query: z.strictObject({ ...Paging, status: many(z.enum(examStatuses)) }),
    reply: page(MyExam),
  },
  'GET /my-exams/:id': {
    summary: 'What candidates read before they begin',
    screens: sitting,
    reply: ExamGuide,
    problems: ['not_authorized_yet'],
  },
  'POST /my-exams/:id/begin': {
    summary: 'Start an attempt, or resume the open one if the caller’s page already writes it',
    screens: sheet,
    body: z.strictObject({
      writer: WriterName,
      /** The caller has read the rules and accepts the declaration, which an exam that has one asks for; false: go on, but begin nothing. */
      accepted: z.boolean().optional(),
      /** The page was opened anew: where the exam wants to know who leaves it, that is recorded. */
      returned: z.boolean().optional(),
    }),
    reply: z.object({ attempt: Id }),
    problems: [
      'exam_not_accepted',
      'exam_early',
      'exam_late',
      'exam_over',
      'exam_paused',
      'attempts_used_up',
      'marks_same_questions',
      'not_authorized_yet',
    ],
    audit: 'exam.begin',
  },
  'GET /exam-attempts/:id': {
    summary: 'The sheet: questions in the caller’s order, saved answers, and the state of the attempt',
    screens: sheet,
    query: z.strictObject({ writer: WriterName.optional(), language: z.enum(textLanguages).optional() }),
    reply: Attempt,
  },
  'GET /exam-attempts/:id/state': {
    summary: 'State of the attempt by the server’s clock, and messages to the candidate',
    screens: sheet,
    reply: AttemptState,
  },
  'POST /exam-attempts/:id/save': {
    summary: 'Save answers; an older save never replaces a newer one, and the same save twice counts once',
    screens: sheet,
    body: Save,
    reply: SavedAttemptState,
    problems: ['attempt_taken_over', 'attempt_handed_in', 'exam_over', 'exam_paused'],
    own_trail: true,
    finishes: true,
  },
  'POST /exam-attempts/:id/take-over': {
    summary: 'Take over writing in this page; the page that wrote before is told and can no longer save',
    screens: sheet,
    body: z.strictObject({ writer: WriterName }),
    reply: AttemptState,
    problems: ['attempt_handed_in'],
    finishes: true,
    audit: 'exam.take-over',
  },
  'POST /exam-attempts/:id/next': {
    summary: 'Go on to the next question of a sequential exam; there is no way back',
    screens: sheet,
    body: z.strictObject({
      epoch: z.number().int(),
      writer: WriterName,
      from: z.number().int().min(1),
      language: z.enum(textLanguages).optional(),
    }),
    reply: Attempt,
    problems: ['attempt_taken_over', 'attempt_handed_in', 'exam_over', 'exam_paused'],
    own_trail: true,
    finishes: true,
  },
  'GET /exam-attempts/:id/scenes': {
    summary: 'Scenes that run for questions of one’s sheet',
    screens: ['exam-session'],
    reply: z.object({ items: z.array(z.object({ item: LocalId, scene_id: Id })) }),
  },
  'POST /exam-attempts/:id/scene': {
    summary:
      'Start a scene of one’s own for a question of one’s sheet, or find the one there is; it ends with the sheet',
    screens: ['exam-session'],
    body: z.strictObject({ item: LocalId }),
    reply: z.object({ scene_id: Id }),
    problems: [
      'attempt_handed_in',
      'exam_paused',
      'exam_over',
      'not_allowed_in_state',
      'topology_gone',
      'topology_unfit',
      'license_limit',
      'driver_unavailable',
    ],
    audit: 'exam.scene',
  },
  'POST /exam-attempts/:id/hand-in': {
    summary: 'Hand in; done once however often it is requested, with the same receipt',
    screens: sheet,
    body: z.strictObject({ epoch: z.number().int().min(1), writer: WriterName }),
    reply: Receipt,
    problems: ['attempt_taken_over', 'too_early_to_hand_in', 'exam_paused'],
    finishes: true,
    audit: 'exam.hand-in',
  },
  'GET /exam-attempts/:id/receipt': {
    summary: 'The receipt of a handed-in attempt',
    screens: sitting,
    reply: Receipt,
    problems: ['not_allowed_in_state'],
  },
  'POST /exam-receipts/verify': {
    summary: 'Whether a receipt is the server’s own, and whether the stored answers are still those it names',
    screens: [...sitting, 'exam-manage'],
    body: Receipt,
    reply: z.object({ genuine: z.boolean(), unchanged: z.boolean() }),
    safe: true,
  },
  'GET /exam-attempts/:id/review': {
    summary: 'The sheet afterwards, as far as the exam reveals it',
    screens: sitting,
    query: z.strictObject({ language: z.enum(textLanguages).optional() }),
    reply: Review,
    problems: ['not_allowed_in_state'],
  },
  'POST /exam-attempts/:id/objections': {
    summary: 'Object to the points of an item; another marker decides',
    screens: ['exam-review'],
    body: z.strictObject({ item: z.string().min(1).max(36), text: sized(FreeText, 1, examLimits.objection) }),
    reply: z.object({ at: Timestamp }),
    problems: ['not_allowed_in_state', 'question_still_asked'],
    audit: 'exam.object',
  },
})
