import { z } from 'zod'
import { Answer } from '../bank/answer.schema.ts'
import { difficulties, questionTypes, textLanguages } from '../bank/question.ts'
import { Id, many, page, Paging } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import { exerciseFilters, ownShares, runModes, setStates } from './practice.ts'
import {
  PracticeQuestionDetail,
  JudgedTry,
  PracticeNext,
  PracticeQuestion,
  PracticeRun,
  PracticeSet,
} from './theory.schema.ts'

const desk = ['practice', 'rationale-list'] as const
/** Screens that show one exercise. */
const exercise = ['practice-exercise', 'collected-exercise'] as const
const Language = z.strictObject({ language: z.enum(textLanguages).optional() })
export const OwnShare = z.literal(ownShares)

export const theoryPracticeRoutes = routes({
  'GET /practice/sets': {
    summary: 'Sets of questions the caller may practise, with how far they are',
    screens: desk,
    query: z.strictObject({
      ...Paging,
      difficulty: many(z.enum(difficulties)),
      type: many(z.enum(questionTypes)),
      state: many(z.enum(setStates)),
    }),
    reply: page(PracticeSet),
  },
  'GET /practice/sets/:id': {
    summary: 'One set of questions, with how far the caller is',
    screens: desk,
    reply: PracticeSet,
  },
  'GET /practice/sets/:id/questions': {
    summary: 'Questions of a set in order, with the status of the caller’s answers',
    screens: desk,
    query: z.strictObject({
      ...Paging,
      difficulty: many(z.enum(difficulties)),
      type: many(z.enum(questionTypes)),
      state: many(z.enum(exerciseFilters)),
    }),
    reply: page(PracticeQuestion),
  },
  'GET /practice/next': {
    summary: 'The caller’s unfinished work, and what to practise next',
    screens: ['practice'],
    reply: PracticeNext,
  },
  'POST /practice/runs': {
    summary: 'Start a practice run through a set, or through everything the caller may practise',
    screens: [...desk, ...exercise, 'personal'],
    body: z.strictObject({ set_id: Id.nullable().default(null), mode: z.enum(runModes) }),
    reply: PracticeRun,
    problems: ['nothing_to_practise'],
    own_trail: true,
  },
  'GET /practice/runs/:id': {
    summary: 'One of the caller’s practice runs, with its answers',
    screens: [...desk, ...exercise],
    reply: PracticeRun,
  },
  'GET /practice/questions/:id': {
    summary: 'A question to practise, with the caller’s tries and what they typed last',
    screens: exercise,
    query: Language,
    reply: PracticeQuestionDetail,
  },
  'POST /practice/questions/:id/scene': {
    summary: 'Start a scene of the exercise for the caller alone, or find the one they have',
    screens: exercise,
    body: z.strictObject({}),
    reply: z.object({ scene_id: Id }),
    problems: ['topology_unfit', 'license_limit', 'scenes_at_once', 'driver_unavailable', 'not_allowed_in_state'],
    audit: 'exercise.scene',
  },
  'POST /practice/questions/:id/draft': {
    summary: 'Save a draft; nothing is judged',
    screens: exercise,
    body: z.strictObject({ answer: Answer.nullable() }),
    reply: z.object({ kept: z.boolean() }),
    own_trail: true,
  },
  'POST /practice/questions/:id/tries': {
    summary: 'Hand in an answer: judged at once by rule, or to be compared with the model answer',
    screens: exercise,
    query: Language,
    body: z.strictObject({
      answer: Answer,
      /** Of the question as it was before the learner. */
      version: z.number().int().min(1),
      run_id: Id.nullable().default(null),
    }),
    reply: JudgedTry,
    problems: ['stale_version', 'answer_blank'],
    own_trail: true,
  },
  'GET /practice/tries/:id': {
    summary: 'One try of the caller with the right answer, as far as it may be told now',
    screens: [...exercise, 'practice-record'],
    query: Language,
    reply: JudgedTry,
  },
  'POST /practice/tries/:id/assess': {
    summary: 'Assess one’s own answer against the model answer',
    screens: exercise,
    query: Language,
    body: z.strictObject({ share: OwnShare }),
    reply: JudgedTry,
    problems: ['not_allowed_in_state'],
    own_trail: true,
  },
})
