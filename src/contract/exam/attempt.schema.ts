/** One person's sheet of an exam: what is before him, what he saves, and the receipt he keeps. */
import { z } from 'zod'
import { Answer, AnswerKey, ShownQuestion } from '../bank/answer.schema.ts'
import { LocalId } from '../bank/question.schema.ts'
import { Id, Timestamp } from '../lib/crud.ts'
import { examKinds, examLimits, navigations, reviewDepths } from './exam.ts'
import { attemptRules, grades } from './score.ts'
import { ResultRules, PointsJudgement } from './why.schema.ts'
import { attemptStatuses, examStatuses, handIns } from './status.ts'

/** The page that writes: a name it makes for itself when it opens. */
export const WriterName = z.string().regex(/^[\w-]{8,64}$/)
const Digest = z.string().regex(/^[0-9a-f]{64}$/)

/** What happened on the candidate's side, recorded as evidence and never judged by a machine. */
export const sightings = ['focus_lost', 'focus_back', 'screen_left', 'screen_back', 'offline', 'online'] as const
const Sighting = z.strictObject({
  what: z.enum(sightings),
  /** Milliseconds before the moment it was sent: the candidate's clock counts for nothing. */
  ago: z.number().int().min(0).max(86_400_000),
})

const SavedAnswer = z.strictObject({
  item: LocalId,
  answer: Answer.nullable(),
  /** Marked by the candidate to come back to. */
  marked: z.boolean(),
})
/** Answers in the order in which they were written. `seq` counts the saves of one writer in one epoch, without gaps by his side. */
export const Save = z.strictObject({
  epoch: z.number().int().min(1),
  seq: z.number().int().min(1).max(2_000_000_000),
  writer: WriterName,
  answers: z.array(SavedAnswer).max(examLimits.save),
  sightings: z.array(Sighting).max(50).default([]),
})

/** What a candidate is told while he writes: an invigilator's words, or how many extra minutes he has in all. */
const Said = z.object({ id: z.string(), at: Timestamp, text: z.string(), minutes: z.number().int().nullable() })

/** The exam somebody is in the middle of, as the frame of every page says it. */
export const RunningExam = z.object({
  id: Id,
  name: z.string(),
  deadline_at: Timestamp,
  paused: z.boolean(),
  now: Timestamp,
  /** The last of what he was told. */
  message: Said.nullable(),
})
export type RunningExam = z.output<typeof RunningExam>

/** Where an attempt stands by the server's clock. */
export const AttemptState = z.object({
  now: Timestamp,
  status: z.enum(attemptStatuses),
  exam_status: z.enum(examStatuses),
  /** When it is handed in by the clock, were no pause to come. */
  deadline_at: Timestamp,
  /** Grows with whatever is said to the candidate: time, pauses, messages. */
  revision: z.number().int(),
  epoch: z.number().int(),
  /** Messages of the invigilators to him or to all, the oldest first. */
  messages: z.array(Said),
  /** How often his page was left, as it is recorded: he is told. */
  focus_lost: z.number().int(),
})
export type AttemptState = z.output<typeof AttemptState>

export const SavedAttemptState = AttemptState.extend({
  /** Hash over the hash before it and this save: what a candidate holds proves what was stored by then. */
  chain: Digest,
})

/** One place of the sheet. In an exam that goes one by one, later questions are not told. */
const SheetItem = z.object({
  id: LocalId,
  /** Number on the sheet, from 1. */
  n: z.number().int(),
  score: z.number(),
  question: ShownQuestion.nullable(),
})
export const Attempt = AttemptState.extend({
  id: Id,
  exam_id: Id,
  exam: z.string(),
  kind: z.enum(examKinds),
  /** Which of his attempts it is, from 1. */
  n: z.number().int(),
  attempts: z.number().int(),
  attempt_rule: z.enum(attemptRules),
  navigation: z.enum(navigations),
  full_screen: z.boolean(),
  focus: z.boolean(),
  began_at: Timestamp,
  /** Before it nobody hands in; null: at any time. */
  early_until: Timestamp.nullable(),
  score: z.number(),
  sections: z.array(z.object({ id: LocalId, title: z.string(), instructions: z.string(), items: z.array(SheetItem) })),
  /** Where an exam that goes one by one stands, as a number on the sheet. */
  position: z.number().int(),
  answers: z.array(SavedAnswer),
  /** Number of the last save that counted. */
  seq: z.number().int(),
  writer: z.string(),
  /** Seconds since the writing page was last heard of; null when it is the caller's own. */
  heard: z.number().nullable(),
})
export type Attempt = z.output<typeof Attempt>

/** Proof of what was handed in: `digest` is over the stored answers in the form of `receipt.ts`, `signature` is the server's. */
export const Receipt = z.strictObject({
  attempt: Id,
  exam: z.string(),
  candidate: z.string(),
  n: z.number().int(),
  handed_at: Timestamp,
  handed_by: z.enum(handIns),
  /** The invigilator, where the exam tells who it was. */
  handed_by_name: z.string().optional(),
  items: z.number().int(),
  answered: z.number().int(),
  /** Of several blanks some are filled. Receipts that were given before this was counted have none, and stay genuine. */
  partly: z.number().int().optional(),
  saves: z.number().int(),
  digest: Digest,
  chain: Digest,
  signature: Digest,
})
export type Receipt = z.output<typeof Receipt>

/** An exam as its candidate sees it in the list. */
export const MyExam = z.object({
  id: Id,
  name: z.string(),
  kind: z.enum(examKinds),
  status: z.enum(examStatuses),
  starts_at: Timestamp,
  /** As things stand, with his extra time. */
  ends_at: Timestamp,
  /** Minutes, his extra time among them; null: until the end. */
  duration: z.number().nullable(),
  extra: z.number(),
  score: z.number(),
  items: z.number().int(),
  attempts: z.number().int(),
  /** Which of them counts. */
  attempt_rule: z.enum(attemptRules),
  mine: z.array(
    z.object({
      id: Id,
      n: z.number().int(),
      status: z.enum(attemptStatuses),
      began_at: Timestamp,
      /** When the clock hands it in, extra time counted in. */
      deadline_at: Timestamp,
      handed_at: Timestamp.nullable(),
      handed_by: z.enum(handIns).nullable(),
      /** The invigilator, where the exam tells who it was. */
      handed_by_name: z.string(),
      /** So far, where answers are open. */
      points: z.number().nullable(),
      /** Answers that wait for a person. */
      open: z.number().int(),
      grade: z.enum(grades).nullable(),
    }),
  ),
  /** Whether he may begin, and why not. */
  may: z.enum(['begin', 'resume', 'early', 'late', 'over', 'absent', 'paused', 'used_up', 'marks']),
  /** Points that count, his grade and rank among all: null before the results are out. */
  result: z
    .object({ points: z.number(), grade: z.enum(grades), rank: z.number().int(), candidates: z.number().int() })
    .nullable(),
  review: z.enum(reviewDepths),
})
export type MyExam = z.output<typeof MyExam>
export const ExamGuide = MyExam.extend({
  now: Timestamp,
  /** What the invigilators said to him or to all since his last attempt ended, the oldest first: who waits reads it as well. */
  messages: z.array(Said),
  notice: z.string(),
  declaration: z.string(),
  start_mode: z.enum(['clock', 'go']),
  navigation: z.enum(navigations),
  full_screen: z.boolean(),
  focus: z.boolean(),
  /** Minutes. */
  late: z.number().nullable(),
  /** The instant that makes of it; null without one, and while the exam waits for somebody to start it. */
  begin_until: Timestamp.nullable(),
  early: z.number(),
  /** Least shares of the points for the grades above D. */
  grade_a: z.number(),
  grade_b: z.number(),
  grade_c: z.number(),
  sections: z.array(z.object({ title: z.string(), items: z.number().int(), score: z.number() })),
})

export type ExamGuide = z.output<typeof ExamGuide>

/** A sheet looked at afterwards, as far as the exam shows it. */
export const Review = z.object({
  attempt: Id,
  exam: z.string(),
  n: z.number().int(),
  depth: z.enum(reviewDepths),
  points: z.number(),
  score: z.number(),
  /** Worth of what is not counted in the points yet, because exams still ask it; 0 where the points are whole. */
  waiting: z.number(),
  /** Answers that wait for a person: points are so far, and neither grade nor rank is known. */
  open: z.number().int(),
  grade: z.enum(grades).nullable(),
  rank: z.number().int().nullable(),
  candidates: z.number().int(),
  handed_at: Timestamp,
  rules: ResultRules,
  sections: z.array(
    z.object({
      id: LocalId,
      title: z.string(),
      items: z.array(
        z.object({
          id: LocalId,
          n: z.number().int(),
          score: z.number(),
          points: z.number().nullable(),
          /**
           * An exam that asks this question is not over: points, key and what was said of the answer come when all are. The candidate's own
           * answer stands, unless the sum of the sheet makes it the key.
           */
          closed: z.boolean(),
          /** A person judges it, and has not yet. */
          waits: z.boolean(),
          /** By which rule the points came, and what the marker wrote. */
          rule: z.string(),
          comment: z.string(),
          /** Every judgement that counts. */
          why: z.array(PointsJudgement),
          question: ShownQuestion,
          answer: Answer.nullable(),
          key: AnswerKey.nullable(),
          objection: z
            .object({ text: z.string(), at: Timestamp, reply: z.string().nullable(), replied_at: Timestamp.nullable() })
            .nullable(),
        }),
      ),
    }),
  ),
  /** What is shown now is shown until then; null: for good. */
  until: Timestamp.nullable(),
  may_object: z.boolean(),
})
export type Review = z.output<typeof Review>
