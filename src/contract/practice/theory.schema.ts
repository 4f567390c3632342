/** Practising questions: sets, runs through them, and single exercises. */
import { z } from 'zod'
import { Answer, AnswerKey, ShownQuestion } from '../bank/answer.schema.ts'
import { difficulties } from '../bank/question.ts'
import { BankName, QuestionType } from '../bank/question.schema.ts'
import { Id, Timestamp } from '../lib/crud.ts'
import { exerciseStates, runModes, setStates, suggestionReasons } from './practice.ts'

const Count = z.number().int()
const Named = z.object({ id: Id, name: z.string() })

/** A set as its learner sees it; counts are of the questions open to him. */
export const PracticeSet = z.object({
  id: Id,
  bank: BankName,
  name: z.string(),
  /** Names of the sets above it. */
  above: z.array(z.string()),
  description: z.string(),
  questions: Count,
  tried: Count,
  solved: Count,
  /** On the list of mistakes. */
  mistakes: Count,
  state: z.enum(setStates),
  levels: z.object({ primary: Count, intermediate: Count, advanced: Count }),
  types: z.array(QuestionType),
  last_at: Timestamp.nullable(),
})
export type PracticeSet = z.output<typeof PracticeSet>

const Known = {
  id: Id,
  bank: BankName,
  type: QuestionType,
  title: z.string(),
  difficulty: z.enum(difficulties),
  state: z.enum(exerciseStates),
  solved: z.boolean(),
}
/** A question in the list of a set. */
export const PracticeQuestion = z.object({
  ...Known,
  score: z.number(),
  keywords: z.array(z.string()),
  tries: Count,
  last_at: Timestamp.nullable(),
  /** On the list of mistakes. */
  mistake: z.boolean(),
  collected: z.boolean(),
  /** Of all who answered it, 0 to 1; null before the first. */
  correct_rate: z.number().nullable(),
})
export type PracticeQuestion = z.output<typeof PracticeQuestion>

const Suggestion = z.object({ ...Known, set: Named.nullable(), why: z.enum(suggestionReasons) })

/** What was left unfinished, and what is worth asking next. */
export const PracticeNext = z.object({
  run: z
    .object({
      id: Id,
      mode: z.enum(runModes),
      set: Named.nullable(),
      /** The question to go on with. */
      question: z.object({ id: Id, title: z.string() }),
      done: Count,
      all: Count,
      at: Timestamp,
    })
    .nullable(),
  paper: z.object({ id: Id, name: z.string(), deadline_at: Timestamp.nullable(), at: Timestamp }).nullable(),
  suggested: z.array(Suggestion),
  mistakes: Count,
  solved: Count,
  questions: Count,
})
export type PracticeNext = z.output<typeof PracticeNext>

/** One walk through questions. `state` is that of the answer given in this run. */
export const PracticeRun = z.object({
  id: Id,
  mode: z.enum(runModes),
  set: Named.nullable(),
  began_at: Timestamp,
  questions: z.array(z.object({ id: Id, bank: BankName, title: z.string(), state: z.enum(exerciseStates) })),
  /** How many of them are on the list of mistakes now. */
  mistakes: Count,
})
export type PracticeRun = z.output<typeof PracticeRun>

export const Try = z.object({
  id: Id,
  at: Timestamp,
  answer: Answer.nullable(),
  /** Share of the points, 0 to 1; null while nobody has judged it. */
  share: z.number().nullable(),
  right: z.boolean().nullable(),
  /** Judged by the learner himself. */
  own: z.boolean(),
})
export type Try = z.output<typeof Try>

/** A question to practise, with one's own tries at it and what was typed last. Nothing in it tells what is right. */
export const PracticeQuestionDetail = z.object({
  bank: BankName,
  question: ShownQuestion,
  /** Whether it can be had in another language. */
  languages: z.array(z.enum(['en-US', 'zh-CN'])),
  set: Named.nullable(),
  state: z.enum(exerciseStates),
  solved: z.boolean(),
  mistake: z.boolean(),
  tries: z.array(Try),
  draft: Answer.nullable(),
  /** Judged by rule, or by oneself against a model answer. */
  judged: z.enum(['rule', 'own']),
  correct_rate: z.number().nullable(),
  answers: Count,
  /** The learner's own scene of it, while there is one. */
  scene_id: Id.nullable(),
})
export type PracticeQuestionDetail = z.output<typeof PracticeQuestionDetail>

/** A try with the key: what a learner reads once it is handed in. */
export const JudgedTry = Try.extend({
  /** An exam that asks the question is not over: answer, points and key come when all are. */
  closed: z.boolean(),
  bank: BankName,
  question_id: Id,
  /** Null where the question is not open to practice now, and after a wrong answer until it is asked for. */
  key: AnswerKey.nullable(),
  state: z.enum(exerciseStates),
  mistake: z.boolean(),
})
export type JudgedTry = z.output<typeof JudgedTry>
