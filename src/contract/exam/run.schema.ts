/** What invigilators and markers have before them. */
import { z } from 'zod'
import { Answer, AnswerKey, ShownQuestion } from '../bank/answer.schema.ts'
import { Attached, LocalId, QuestionType, RubricLine } from '../bank/question.schema.ts'
import { Id, Timestamp } from '../lib/crud.ts'
import { recordingKinds } from '../scene/recording.ts'
import { sceneStatuses } from '../scene/status.ts'
import { sightings } from './attempt.schema.ts'
import { grades } from './score.ts'
import { attemptStatuses, handIns } from './status.ts'

/** A scene that a candidate started for a question. Ids are empty where marking is anonymous. */
const SceneOfItem = z.object({
  item: LocalId,
  name: z.string(),
  scene_id: z.string(),
  status: z.enum(sceneStatuses),
  started_at: Timestamp.nullable(),
  /** How long it ran, in seconds. */
  ran: z.number().int(),
  recordings: z.number().int(),
})
type SceneOfItem = z.output<typeof SceneOfItem>

/** Without a sheet one has not begun while one may, and was absent once it is over. */
export const candidateStates = ['not-begun', 'absent', 'writing', 'to-be-scored', 'scored'] as const

/** One candidate, while it goes on and after it. Who has not begun has no attempt. */
export const Candidate = z.object({
  user_id: Id,
  name: z.string(),
  username: z.string(),
  org_name: z.string(),
  state: z.enum(candidateStates),
  /** Minutes beyond the others'. */
  extra: z.number().int(),
  attempt: z
    .object({
      id: Id,
      n: z.number().int(),
      status: z.enum(attemptStatuses),
      began_at: Timestamp,
      deadline_at: Timestamp,
      handed_at: Timestamp.nullable(),
      handed_by: z.enum(handIns).nullable(),
      answered: z.number().int(),
      /** Begun and not counted as answered: some of their blanks are empty. */
      partly: z.number().int(),
      items: z.number().int(),
      saved_at: Timestamp.nullable(),
      heard_at: Timestamp,
      focus_lost: z.number().int(),
      /** Pages that wrote it one after the other. */
      writers: z.number().int(),
      addresses: z.array(z.string()),
      points: z.number().nullable(),
      open: z.number().int(),
      /** Machines of his questions, the newest of each. */
      scenes: z.array(SceneOfItem),
    })
    .nullable(),
})
export type Candidate = z.output<typeof Candidate>

/** Where an exam stands, in figures: what is asked before it is ended or its results are shown. */
export const Turnout = z.object({
  /** Candidates without a sheet. Null where it is for everybody: who does not come is not known. */
  not_begun: z.number().int().nullable(),
  absent: z.number().int().nullable(),
  /** Candidates by their newest sheet. */
  writing: z.number().int(),
  handed_in: z.number().int(),
  /** Sheets in which something waits for a marker. */
  unmarked: z.number().int(),
  /** Objections that nobody has answered. */
  objections: z.number().int(),
  now: Timestamp,
})
export type Turnout = z.output<typeof Turnout>

/** What happened in an exam: sightings of pages, deeds of invigilators and of candidates. */
const examDeeds = [
  ...sightings,
  'taken_over',
  /** The page of the sheet was closed or loaded again, and opened anew. */
  'returned',
  'message',
  'extra',
  'started',
  'paused',
  'recovered',
  'ended',
  'handed_in_for',
  'reopened',
  'published',
  'withdrawn',
  're_evaluated',
] as const
export const ExamEvent = z.object({
  id: z.string(),
  at: Timestamp,
  kind: z.enum(examDeeds),
  user_id: z.string().nullable(),
  name: z.string(),
  by_name: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type ExamEvent = z.output<typeof ExamEvent>

/** What is still missing before an exam can go well, and what is in order. */
const checks = [
  'paper_has_items',
  'candidates',
  'key_readers',
  'starts_later',
  'time_left',
  'over',
  'invigilators',
  'markers',
  'two_markers',
  'third_marker',
  'objections',
  'duration',
  'scenes',
  'scene_room',
  'results',
  'review',
  'unseen',
  'elsewhere',
] as const
export const ExamCheck = z.object({
  what: z.enum(checks),
  ok: z.boolean(),
  /** Something that forbids nothing: it is only said. */
  grave: z.boolean(),
  params: z.record(z.string(), z.number()),
  /** What it is about, by name. */
  names: z.array(z.string()),
})

const MarkOf = z.object({
  round: z.number().int(),
  points: z.number(),
  rule: z.string(),
  marker_name: z.string(),
  /** Given by who looks. */
  mine: z.boolean(),
  comment: z.string(),
  /** Lines of the rubric that were given, by their place. */
  lines: z.array(z.number().int()),
  at: Timestamp,
  /** Of the question by whose key it was judged, and how often this exam had changed that key by then. */
  version: z.number().int(),
  revision: z.number().int(),
})
/** A mark that no longer counts: what took its place, and when. */
const PastMark = MarkOf.extend({
  put_aside_at: Timestamp,
  why: z.enum(['changed', 'rekey', 'reopened']),
})
/** An item of a sheet as its marker has it. */
export const MarkingItem = z.object({
  id: LocalId,
  /** Its number on the paper, the same for all sheets, and on this sheet. */
  n: z.number().int(),
  sheet_n: z.number().int(),
  score: z.number(),
  question: ShownQuestion,
  key: AnswerKey,
  rubric: z.array(RubricLine),
  /** How it is solved, for those who teach. */
  writeup: z.object({ text: z.string(), file: Attached.nullable() }),
  /** Files have neutral names where marking is anonymous. */
  answer: Answer.nullable(),
  marks: z.array(MarkOf),
  /** The newest first; only where the whole sheet is before its marker. */
  past: z.array(PastMark),
  points: z.number().nullable(),
  scene: SceneOfItem.nullable(),
  /** Whether this marker may mark it now, and in which round. */
  may: z.number().int().nullable(),
})
export type MarkingItem = z.output<typeof MarkingItem>
/** How marks become points in this exam. */
export const MarkingRules = z.object({
  double: z.boolean(),
  threshold: z.number(),
  /** Results are out: what is marked moves by objections and by keys alone. */
  out: z.boolean(),
})
/** A recording of a machine of an answer: what is to be judged, not whose it is. */
export const SheetRecording = z.object({
  /** Its number among those of the answer, from 1. */
  n: z.number().int(),
  kind: z.enum(recordingKinds),
  node: z.string(),
  seconds: z.number(),
  bytes: z.number().int(),
})
export type SheetRecording = z.output<typeof SheetRecording>
export const MarkingSheet = z.object({
  attempt: Id,
  exam_id: Id,
  exam: z.string(),
  rules: MarkingRules,
  /** Empty where marking is anonymous. */
  user_id: z.string(),
  /** Sheets beside it in the order of the list, and the next with something for this marker. */
  around: z.object({
    previous: Id.nullable(),
    next: Id.nullable(),
    unmarked: Id.nullable(),
  }),
  /** A number in place of a name where marking is anonymous. */
  candidate: z.string(),
  n: z.number().int(),
  status: z.enum(attemptStatuses),
  points: z.number(),
  score: z.number(),
  /** Null where marking is anonymous. */
  handed_at: Timestamp.nullable(),
  open: z.number().int(),
  sections: z.array(z.object({ id: LocalId, title: z.string(), items: z.array(MarkingItem) })),
})
export type MarkingSheet = z.output<typeof MarkingSheet>

/** Marking as a whole: by item, and who did how much. */
export const MarkingState = z.object({
  attempts: z.number().int(),
  scored: z.number().int(),
  items: z.array(
    z.object({
      id: LocalId,
      n: z.number().int(),
      variant: LocalId,
      title: z.string(),
      type: QuestionType,
      score: z.number(),
      /** Answers that somebody has to mark, and how many of them are done. */
      answers: z.number().int(),
      done: z.number().int(),
      /** Open ones that this caller may mark. */
      mine: z.number().int(),
      /** Null also while this caller has some of them to judge beside another. */
      mean: z.number().nullable(),
    }),
  ),
  /** Those who are named and those who marked, who did most first. */
  markers: z.array(
    z.object({
      id: Id,
      name: z.string(),
      done: z.number().int(),
      /** Mean share of the points they gave; null of others while the caller has answers to judge beside them. */
      share: z.number().nullable(),
      last_at: Timestamp.nullable(),
    }),
  ),
  /** Answers that two judged: how far apart they were on average, as a share of the points, how many a third has judged, and how many wait for one. */
  pairs: z.object({
    n: z.number().int(),
    difference: z.number().nullable(),
    third: z.number().int(),
    waiting: z.number().int(),
  }),
  /** Sheets with answers that none of its markers is left for, and by name who decides them, as administrators may. */
  undecided: z.object({ sheets: z.number().int(), deciders: z.array(z.string()) }),
  objections: z.object({ open: z.number().int(), all: z.number().int() }),
})
export type MarkingState = z.output<typeof MarkingState>

export const ResultRow = z.object({
  /** Empty, with a number for a name, while marking is anonymous and not done. */
  user_id: z.string(),
  name: z.string(),
  username: z.string(),
  org_name: z.string(),
  /** Null for who was absent, as points, share, grade and sheet: none is none, not 0 points. */
  rank: z.number().int().nullable(),
  points: z.number().nullable(),
  share: z.number().nullable(),
  grade: z.enum(grades).nullable(),
  attempts: z.number().int(),
  attempt: Id.nullable(),
  /** Null where names are hidden, and for who was absent. */
  handed_at: Timestamp.nullable(),
})
export type ResultRow = z.output<typeof ResultRow>
