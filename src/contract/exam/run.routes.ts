/** Running an exam: what invigilators call. */
import { z } from 'zod'
import { FreeText } from '../lib/oneLine.schema.ts'
import { Id, many, page, Paging, Timestamp } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import { sized } from '../lib/text.ts'
import { exam, examLimits, markingScreens } from './exam.ts'
import { Exam } from './exam.schema.ts'
import { Candidate, candidateStates, ExamCheck, ExamEvent, Turnout } from './run.schema.ts'

const keeping = ['exam-manage'] as const
const Reason = sized(FreeText, 1, examLimits.reason)
const nothing = z.strictObject({})

export const runRoutes = routes({
  'GET /exams/:id/checklist': {
    summary: 'Checklist before the exam: what is missing, what is in order',
    screens: [...keeping, 'exam-edit'],
    reply: z.object({ items: z.array(ExamCheck), candidates: z.number().int() }),
  },
  'GET /exams/:id/turnout': {
    summary: 'How many have not begun, were absent, are writing and have handed in, and what waits for an answer',
    screens: [...keeping, ...markingScreens],
    reply: Turnout,
  },
  'GET /exams/:id/candidates': {
    summary: 'Candidates with their status; an exam for everybody shows those who have begun',
    screens: keeping,
    query: z.strictObject({ ...Paging, state: many(z.enum(candidateStates)) }),
    reply: page(Candidate).extend({
      now: Timestamp,
      counts: z.record(z.enum(candidateStates), z.number().int()),
      /** Who does not come to it is not known. */
      everybody: z.boolean(),
    }),
    problems: ['marks_without_names'],
  },
  'POST /exams/resolve': {
    summary: 'Resolve the lines of a pasted list to people, by username or number anywhere in a line',
    // it names whoever is asked for: only those who give exams their candidates, and not who may look at the list of exams
    screens: ['exam-add', 'exam-edit'],
    body: z.strictObject({ lines: z.array(z.string().max(500)).min(1).max(examLimits.list) }),
    reply: z.object({
      found: z.array(z.object({ id: Id, name: z.string(), username: z.string(), line: z.number().int() })),
      /** Lines in which nobody was found, by their number from 1. */
      unknown: z.array(z.object({ line: z.number().int(), text: z.string() })),
      /** Lines whose person another line had named. */
      again: z.number().int(),
    }),
    safe: true,
  },
  'GET /exams/:id/events': {
    summary: 'Events, newest first',
    screens: keeping,
    query: z.strictObject({ ...Paging, user_id: Id.optional() }),
    reply: page(ExamEvent),
    problems: ['marks_without_names'],
  },
  'POST /exams/:id/copy': {
    summary:
      'A new exam with the settings and the paper of one that is there: a week from now, for nobody yet, its results shown by hand',
    screens: exam.write,
    reply: Exam,
    problems: ['name_taken'],
    audit: 'exam.copy',
  },
  'POST /exams/:id/start': {
    summary: 'Start an exam that waits for an invigilator',
    screens: keeping,
    body: nothing,
    reply: Exam,
    problems: ['not_allowed_in_state'],
    audit: 'exam.start',
  },
  'POST /exams/:id/pause': {
    summary: 'Stop the clock of everybody; answers on their way are still taken',
    screens: keeping,
    body: nothing,
    reply: Exam,
    problems: ['not_allowed_in_state'],
    finishes: true,
    audit: 'exam.pause',
  },
  'POST /exams/:id/recover': {
    summary: 'Resume the clock; every end moves by the length of the pause',
    screens: keeping,
    body: nothing,
    reply: Exam,
    problems: ['not_allowed_in_state'],
    finishes: true,
    audit: 'exam.recover',
  },
  'POST /exams/:id/end': {
    summary: 'End the exam now: every open sheet is handed in as saved',
    screens: keeping,
    body: z.strictObject({ reason: Reason }),
    reply: Exam,
    problems: ['not_allowed_in_state'],
    finishes: true,
    audit: 'exam.end',
  },
  'POST /exams/:id/extra': {
    summary: 'Give candidates extra time, or take it back; effective at once',
    screens: keeping,
    body: z.strictObject({
      user_ids: z.array(Id).min(1).max(500),
      minutes: z.number().int().min(0).max(examLimits.extra),
      reason: Reason,
    }),
    reply: z.object({ done: z.number().int() }),
    finishes: true,
    audit: 'exam.extra',
  },
  'POST /exams/:id/message': {
    summary: 'Send a message to candidates; to all where nobody is named',
    screens: keeping,
    body: z.strictObject({
      user_ids: z.array(Id).max(500).default([]),
      text: sized(FreeText, 1, examLimits.message),
    }),
    reply: z.object({ id: z.string() }),
    finishes: true,
    audit: 'exam.message',
  },
  'POST /exam-attempts/:id/hand-in-for': {
    summary: 'Hand in for a candidate, with a reason',
    screens: keeping,
    body: z.strictObject({ reason: Reason }),
    reply: nothing,
    problems: ['not_allowed_in_state'],
    finishes: true,
    audit: 'exam.hand-in-for',
  },
  'POST /exam-attempts/:id/reopen': {
    summary: 'Reopen a candidate’s attempt for the given minutes from now, with a reason',
    screens: keeping,
    body: z.strictObject({ minutes: z.number().int().min(1).max(examLimits.extra), reason: Reason }),
    reply: nothing,
    problems: ['not_allowed_in_state'],
    finishes: true,
    audit: 'exam.reopen',
  },
})
