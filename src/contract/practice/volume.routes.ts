import { z } from 'zod'
import { difficulties, textLanguages } from '../bank/question.ts'
import { LocalId } from '../bank/question.schema.ts'
import { paperItems } from '../bank/paper.ts'
import { Id, many, page, Paging } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import { practiceLimits, setStates } from './practice.ts'
import { OwnShare } from './theory.routes.ts'
import { PaperAnswer, PaperDetail, PaperRun, PracticePaper } from './volume.schema.ts'

const looking = ['volume-detail', 'volume-exam', 'volume-group-record'] as const
const sheet = ['volume-exam', 'volume-detail'] as const

export const volumePracticeRoutes = routes({
  'GET /practice/papers': {
    summary: 'Papers the caller may practise on, with what came of their runs',
    screens: ['practice', ...looking],
    query: z.strictObject({
      ...Paging,
      difficulty: many(z.enum(difficulties)),
      state: many(z.enum(setStates)),
    }),
    reply: page(PracticePaper),
  },
  'GET /practice/papers/:id': {
    summary: 'One paper to practise on, with the caller’s runs through it',
    screens: looking,
    reply: PaperDetail,
  },
  'POST /practice/papers/:id/begin': {
    summary: 'Start a run through a paper, or resume the open one',
    screens: sheet,
    body: z.strictObject({
      /** Whether the paper’s time counts. */
      timed: z.boolean(),
    }),
    reply: z.object({ run: Id }),
    problems: ['nothing_to_practise'],
    audit: 'paper.practise',
  },
  'GET /practice/paper-runs/:id': {
    summary: 'The sheet of a run; once handed in, with points and right answers',
    screens: looking,
    query: z.strictObject({ language: z.enum(textLanguages).optional() }),
    reply: PaperRun,
  },
  'POST /practice/paper-runs/:id/save': {
    summary: 'Save answers of an open run',
    screens: sheet,
    body: z.strictObject({ answers: z.array(PaperAnswer).max(practiceLimits.save) }),
    reply: z.object({ saved: z.number().int() }),
    problems: ['paper_run_over'],
    own_trail: true,
    finishes: true,
  },
  'POST /practice/paper-runs/:id/hand-in': {
    summary: 'Hand in a run with unsaved answers; done once however often it is requested',
    screens: sheet,
    body: z.strictObject({ answers: z.array(PaperAnswer).max(paperItems).default([]) }),
    reply: z.object({ points: z.number(), score: z.number(), open: z.number().int() }),
    finishes: true,
    audit: 'paper.hand-in',
  },
  'POST /practice/paper-runs/:id/assess': {
    summary: 'Assess one’s own answer to an item against the model answer',
    screens: looking,
    body: z.strictObject({ item: LocalId, share: OwnShare }),
    reply: z.object({ points: z.number(), score: z.number(), open: z.number().int() }),
    problems: ['not_allowed_in_state'],
    own_trail: true,
    finishes: true,
  },
})
